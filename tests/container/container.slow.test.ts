import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { findEngine, NoContainerError } from '../../support/mock/container/engine';
import type { Results } from '../../support/judging/results';
import { overallVerdictTexts } from '../report/embedded-run';

const root = join(__dirname, '../..');

/** Outside of the guard against other machines: an engine's ports may be published at an address of its own. */
async function run(t: TestContext, args: readonly string[]): Promise<{ code: number; results: Results }> {
  const reports = await mkdtemp(join(tmpdir(), 'conform-container-'));
  t.after(() => rm(reports, { recursive: true, force: true }));
  const code = await new Promise<number>((resolve) => {
    const command = [join(root, 'bin/conform.cjs'), 'run', '--reports', reports, ...args];
    const child = execFile(process.execPath, command, { timeout: 300_000 }, () => {
      resolve(child.exitCode ?? -1);
    });
  });
  return { code, results: JSON.parse(readFileSync(join(reports, 'results.json'), 'utf8')) as Results };
}

/** Why there can be no container here, where that is not the suite's fault; CI has an engine. */
async function whyNone(): Promise<string | undefined> {
  try {
    await findEngine({ ...process.env });
    return undefined;
  } catch (error) {
    if (error instanceof NoContainerError && process.env.CI === undefined) return `no engine: ${error.line}`;
    throw error;
  }
}

/** What a run found; how often it looked differs from run to run. */
function verdictsOf({ obligations }: Results): Record<string, string> {
  const services = obligations.filter(({ subject }) => subject === 'service');
  return Object.fromEntries(services.map(({ id, verdict }) => [id, verdict]));
}

test('a container gets the same verdicts as the embedded mock, and exit code 0', async (t) => {
  const reason = await whyNone();
  if (reason !== undefined) {
    t.skip(reason);
    return;
  }
  const [container, embedded] = await Promise.all([
    run(t, ['--container']),
    run(t, ['--self-test', '--subject', 'service']),
  ]);
  const [first] = container.results.run.diagnosis;
  if (first?.name === 'container started' && process.env.CONFORM_BASE_IMAGE === undefined) {
    t.skip(first.detail);
    return;
  }
  assert.equal(container.code, 0, first?.detail);
  assert.deepEqual(overallVerdictTexts(container.results), { service: 'no failure' });
  assert.deepEqual(verdictsOf(container.results), verdictsOf(embedded.results));
  const addresses = Object.values(container.results.run.target.services);
  assert.ok(addresses.length === 5 && addresses.every((url) => url.startsWith('https://')));
});
