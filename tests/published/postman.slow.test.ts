import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { operationPath, operations } from '../../support/contract/operations';
import { conform, nodeProgram, root } from '../cli/conform';
import { artefactsIn, leaksIn } from '../report/artefacts';
import { readResults } from '../report/embedded-run';
import { openScene, type Scene } from './scene';
import { skipUnlessInstalled } from '../tools';

const callbacks = operations
  .filter(({ receiver }) => receiver === 'provider')
  .map(({ id, method }) => `${method} ${operationPath(id)}`)
  .sort();

interface NewmanReport {
  readonly run: {
    readonly stats: Record<'requests' | 'assertions', { readonly total: number; readonly failed: number }>;
    readonly failures: readonly { readonly error: { readonly message: string } }[];
  };
}

/** Runs the collection with variables of a user; newman's own report. */
async function runNewman({ folder, secrets, callbackUrl }: Scene, given = {}): Promise<NewmanReport['run']> {
  const variables = { ...secrets, callback_url: callbackUrl, ...given };
  const out = join(folder, 'newman.json');
  const args = [
    'run',
    join(folder, 'postman/gateway.postman_collection.json'),
    ...Object.entries(variables).flatMap(([name, value]) => ['--env-var', `${name}=${value}`]),
    ...['--reporters', 'json', '--reporter-json-export', out],
  ];
  await nodeProgram(join(root, 'bench/peers/node_modules/newman/bin/newman.js'), args, { cwd: folder });
  return (JSON.parse(readFileSync(out, 'utf8')) as NewmanReport).run;
}

describe('the Postman collection', { timeout: 120_000, skip: skipUnlessInstalled('bench/peers') }, () => {
  it('runs from top to bottom against the mock without a failure, in newman', async (t) => {
    const scene = await openScene(t);
    const { stats, failures } = await runNewman(scene);
    assert.deepEqual(failures, []);
    assert.deepEqual([stats.requests.total, stats.requests.failed], [operations.length, 0]);
    assert.ok(stats.assertions.total > operations.length);
    assert.deepEqual([...scene.received].sort(), callbacks);
  });

  it("leaves a report of newman's that is judged, with all that was sent", async (t) => {
    const scene = await openScene(t);
    const { stats } = await runNewman(scene);
    const args = [
      'audit',
      'newman.json',
      '--subject',
      'integrator',
      '--target',
      'target.yaml',
      '--reports',
      'out',
    ];
    const { stdout } = await conform(args, { cwd: scene.folder });
    const { obligations, exchanges, run } = readResults(join(scene.folder, 'out'));
    assert.deepEqual([exchanges, run.traffic?.files[0]?.brokenCount], [stats.requests.total, 0], stdout);
    const failed = obligations.filter(({ verdict }) => verdict === 'failed').map(({ id }) => id);
    assert.deepEqual(failed, []);
    for (const id of ['SES-01', 'SES-02', 'HDR-01', 'HDR-03', 'HDR-08'])
      assert.equal(obligations.find((row) => row.id === id)?.verdict, 'passed', id);
    const { clientSecret } = scene.secrets;
    assert.deepEqual(leaksIn(await artefactsIn(join(scene.folder, 'out')), { clientSecret }), []);
  });

  it('fails where an answer is not the documented one', async (t) => {
    const { failures } = await runNewman(await openScene(t), { clientSecret: 'wrong' });
    const told = failures.map(({ error }) => error.message);
    assert.ok(told.includes('expected response to have status code 200 but got 400'), told.join('; '));
  });
});
