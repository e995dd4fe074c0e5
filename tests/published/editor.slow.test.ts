import assert from 'node:assert/strict';
import { cpSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import type { TestContext } from 'node:test';
import { defaultLimits } from '../../support/targets/target';
import { conform, root } from '../cli/conform';
import { temporaryFolder } from '../report/embedded-run';
import { openEditor } from './editor';
import { missing } from '../tools';

/** A project with the package installed, and the first line of the target file that `conform init` writes into it. */
async function openProject(t: TestContext) {
  const folder = realpathSync(temporaryFolder(t));
  cpSync(join(root, 'schemas'), join(folder, 'node_modules/gateway-conformance/schemas'), {
    recursive: true,
  });
  assert.equal((await conform(['init'], { cwd: folder })).code, 0);
  const [line = ''] = readFileSync(join(folder, 'target.yaml'), 'utf8').split('\n');
  return { line, editor: await openEditor(t, folder), at: (name: string) => join(folder, name) };
}

describe(
  'an editor with the language server for YAML',
  { timeout: 60_000, skip: missing('bench/contract-tools') },
  () => {
    it('completes a target file of conform init', async (t) => {
      const { line, editor, at } = await openProject(t);
      const offered = await editor.completions(at('limits.yaml'), `${line}\nname: mine\nlimits:\n  `);
      assert.deepEqual([...offered].sort(), Object.keys(defaultLimits).sort());
      assert.deepEqual(await editor.completions(at('bare.yaml'), 'name: mine\nlimits:\n  '), []);
    });

    it('marks what the schema refuses, and nothing else', async (t) => {
      const { line, editor, at } = await openProject(t);
      const text = readFileSync(at('target.yaml'), 'utf8');
      assert.deepEqual(await editor.complaints(at('target.yaml'), text), []);
      const wrong = await editor.complaints(at('wrong.yaml'), `${line}\nname: mine\nenvironment: sandpit\n`);
      assert.deepEqual(wrong, ['Value is not accepted. Valid values: "sandbox", "production".']);
    });

    it('finds what a schema takes from another one of the package', async (t) => {
      const { line, editor, at } = await openProject(t);
      const pack = line.replace('target.schema', 'evidence-pack.schema');
      const wrong = await editor.complaints(at('pack.yaml'), `${pack}\nscope:\n  subjects: [payer]\n`);
      assert.ok(
        wrong.includes('Value is not accepted. Valid values: "integrator", "service".'),
        wrong.join(),
      );
    });
  },
);
