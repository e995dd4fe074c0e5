import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { operationPath, operations } from '../../support/contract/operations';
import { startPrism } from '../../bench/mock-speed/servers';
import { nodeProgram } from '../cli/conform';
import { openScene, type Scene } from './scene';
import { program } from './tools';
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
  await nodeProgram(program('bench/peers', 'newman/bin/newman.js'), args, { cwd: folder });
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

/** The headers that a document demands. */
const demanded = {
  'REQUEST-ID': '5d2f8c14-9e3b-4a67-8f01-b6c7d8e9a0f1',
  TIMESTAMP: '2026-11-21T10:00:00.000Z',
  'X-CM-ID': 'sbx',
  Authorization: 'Bearer token',
  bearer_auth: 'token',
  'Content-Type': 'application/json',
};

const bodies: Readonly<Record<string, object>> = {
  'session.create': { clientId: 'a', clientSecret: 'b', grantType: 'client_credentials' },
  'otp.verify': { otp: 'QQ==', txnId: 'c' },
  'dummyPayer.trigger': {
    action: 'Query',
    method: 'Claim',
    correlationId: '5d2f8c14-9e3b-4a67-8f01-b6c7d8e9a0f1',
  },
  'paymentNotice.init': { providerId: '1000000001@sbx', claimNumber: '' },
};

describe('Prism', { timeout: 120_000, skip: missing('bench/peers') }, () => {
  for (const [service, file] of [
    ['gateway', 'gateway'],
    ['registry', 'registry'],
    ['dummyPayer', 'dummy-payer'],
    ['provider', 'provider'],
    ['identity', 'identity'],
  ] as const)
    it(`mocks the ${service} from its document: it answers each route, and refuses what lacks a header or a member`, async (t) => {
      const { folder } = await openScene(t);
      const prism = await startPrism(join(folder, 'openapi', `${file}.openapi.json`));
      t.after(() => prism.stop());
      const own = operations.filter((each) => each.service === service && each.receiver === 'service');
      for (const { id, method, request, answers } of own) {
        const send = (headers: object, body: object | undefined) =>
          fetch(prism.base + operationPath(id), {
            method,
            headers: { ...headers },
            ...(method === 'POST' && { body: JSON.stringify(body) }),
          });
        const right = await send(demanded, bodies[id] ?? {});
        assert.equal(right.status, 200, `${id}: ${await right.text()}`);
        // A document with an answer for it gives that one.
        const refusal = 400 in answers ? 400 : 422;
        if (request !== undefined) assert.equal((await send(demanded, {})).status, refusal, id);
        const { Authorization: _bearer, bearer_auth: _own, ...rest } = demanded;
        if (id !== 'session.create') assert.equal((await send(rest, bodies[id] ?? {})).status, 401, id);
        if (answers[200]?.startsWith('contract/') === true)
          assert.match(right.headers.get('content-type') ?? '', /^application\/json/);
      }
    });
});
