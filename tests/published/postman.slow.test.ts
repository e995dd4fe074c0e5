import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { operationPath, operations } from '../../support/contract/operations';
import { nodeProgram, root } from '../cli/conform';
import { openScene, type Scene } from './scene';
import { missing } from '../tools';

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

describe('the Postman collection', { timeout: 120_000, skip: missing('bench/peers') }, () => {
  it('runs from top to bottom against the mock without a failure, in newman', async (t) => {
    const scene = await openScene(t);
    const { stats, failures } = await runNewman(scene);
    assert.deepEqual(failures, []);
    assert.deepEqual([stats.requests.total, stats.requests.failed], [operations.length, 0]);
    assert.ok(stats.assertions.total > operations.length);
    assert.deepEqual([...scene.received].sort(), callbacks);
  });

  it('fails where an answer is not the documented one', async (t) => {
    const { failures } = await runNewman(await openScene(t), { clientSecret: 'wrong' });
    const told = failures.map(({ error }) => error.message);
    assert.ok(told.includes('expected response to have status code 200 but got 400'), told.join('; '));
  });
});
