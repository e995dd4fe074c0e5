import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { describe, it } from 'node:test';
import { build } from 'esbuild';
import { suiteRoot } from '../../../support/contract/suite-root';

/** What makes a bundle for browsers of some files; it fails where they reach a module of Node's. */
const bundle = (entryPoints: string[]) =>
  build({
    absWorkingDir: suiteRoot,
    entryPoints,
    outdir: 'parts',
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'browser',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    logLevel: 'silent',
  });

describe('the parts of reports', () => {
  it('run in a browser: what they load reaches nothing of Node', async () => {
    const { outputFiles } = await bundle(globSync('support/report/parts/*', { cwd: suiteRoot }));
    assert.ok(outputFiles.length > 0);
  });

  it('are told from a file that reaches Node', async () => {
    await assert.rejects(bundle(['support/contract/suite-root.ts']), /Could not resolve "(node:)?fs"/);
  });
});
