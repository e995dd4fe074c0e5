import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import type { Results } from '../../support/judging/results';
import { conform } from '../cli/conform';
import { plainTextOrEmpty } from '../plain';
import { overallVerdictTexts } from '../report/embedded-run';

async function emptyFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'conform-container-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

async function runWithEngineAt(t: TestContext, address: string) {
  const reports = await emptyFolder(t);
  const ended = await conform(['run', '--container', '--reports', reports], {
    env: { DOCKER_HOST: address },
  });
  const results = JSON.parse(readFileSync(join(reports, 'results.json'), 'utf8')) as Results;
  return { ...ended, results };
}

const engines: Readonly<Record<string, (t: TestContext) => Promise<string> | string>> = {
  'a socket that is not there': async (t) => `unix://${join(await emptyFolder(t), 'none.sock')}`,
  'a port where nothing listens': () => 'tcp://127.0.0.1:1',
  'an engine that hangs': async (t) => {
    const path = join(await emptyFolder(t), 'silent.sock');
    const server = createServer().listen(path);
    await once(server, 'listening');
    t.after(() => server.close());
    return `unix://${path}`;
  },
  'a word in place of an address': () => 'nowhere',
};

for (const [name, engineAt] of Object.entries(engines))
  test(`${name}: one clear line, inconclusive, exit 3`, { timeout: 300_000 }, async (t) => {
    const address = await engineAt(t);
    const { code, stdout, stderr, results } = await runWithEngineAt(t, address);
    assert.equal(code, 3, stderr);

    const told = `${stdout}${stderr}`.split('\n').filter((line) => line.includes('docker-engine.sh'));
    assert.equal(told.length, 1, 'the command that starts an engine stands there once');
    assert.ok(told[0]?.includes(`no container engine answers at ${address}`), told[0]);
    assert.doesNotMatch(`${stdout}${stderr}`, /^\s+at .*:\d+/m);

    // No reading enables CBK-07 by default.
    const planned = results.obligations.filter(({ planned, id }) => planned && id !== 'CBK-07');
    assert.ok(planned.length > 0);
    for (const row of planned) {
      assert.equal(row.verdict, 'inconclusive', row.id);
      assert.match(plainTextOrEmpty(row.reason), /^no container engine answers at /, row.id);
    }
    assert.deepEqual(overallVerdictTexts(results), { service: 'incomplete' });
    assert.equal(results.run.profile, 'container');
    assert.match(results.run.diagnosis[0]?.detail ?? '', /docker-engine\.sh/);
    assert.equal(results.exchanges, 0);
  });

test('a container and a target file exclude each other', async () => {
  const { code, stderr } = await conform(['run', '--container', '--target', 'any.yaml']);
  assert.equal(code, 2);
  assert.match(stderr, /'--container' cannot be used with option '--target/);
});
