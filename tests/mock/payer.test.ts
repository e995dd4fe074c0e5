import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createLocalJWKSet, jwtVerify } from 'jose';
import { randomUUID } from '../seed';
import type { PayerScene, Received } from './payer-scene';
import { startMockWithProvider } from './payer-scene';

const paths = (received: readonly Received[]): string[] => received.map(({ path }) => path);
const resource = ({ bundle }: Received, type: string): Record<string, unknown> | undefined =>
  bundle.entry?.map((each) => each.resource).find(({ resourceType }) => resourceType === type);

async function begin(scene: PayerScene, path: string): Promise<string> {
  const correlationId = randomUUID();
  assert.equal(await scene.send(path, correlationId), 202);
  return correlationId;
}

for (const envelope of ['json', 'jwe'] as const)
  describe(`the dummy payer in the envelope ${envelope}`, () => {
    const set = (t: Parameters<typeof startMockWithProvider>[0]) => startMockWithProvider(t, { envelope });

    it('answers a plan request and an eligibility check on its own', async (t) => {
      const scene = await set(t);
      const plan = await begin(scene, '/v1/insuranceplan/request');
      await scene.mock.cycles.settled();
      const check = await begin(scene, '/v1/coverageeligibility/check');
      await scene.mock.cycles.settled();
      assert.deepEqual(paths(scene.received), [
        '/v1/insuranceplan/on_request',
        '/v1/coverageeligibility/on_check',
      ]);
      assert.deepEqual(
        scene.received.map(({ headers }) => headers['x-hcx-correlation_id']),
        [plan, check],
      );
      assert.match(JSON.stringify(scene.received[0]?.bundle), /"100217"/);
    });

    for (const [kind, path] of [
      ['Preauth', '/v1/preauth'],
      ['Claim', '/v1/claim'],
    ] as const) {
      for (const [action, disposition] of [
        ['Approve', 'Approved'],
        ['Reject', 'Rejected'],
      ] as const)
        it(`${action} brings the final answer to a ${kind}, and only then`, async (t) => {
          const scene = await set(t);
          const correlationId = await begin(scene, `${path}/submit`);
          await scene.mock.cycles.settled();
          assert.equal(scene.received.length, 0);
          assert.equal(await scene.trigger({ action, method: kind, correlationId }), 202);
          await scene.mock.cycles.settled();
          const [answer] = scene.received;
          assert.ok(answer);
          assert.deepEqual(
            [answer.path, answer.headers['x-hcx-correlation_id']],
            [`${path}/on_submit`, correlationId],
          );
          const { outcome, disposition: said } = resource(answer, 'ClaimResponse') ?? {};
          assert.deepEqual([outcome, said], ['complete', disposition]);
          const { 'x-hcx-sender_code': sender, 'x-hcx-recipient_code': recipient } = answer.headers;
          assert.deepEqual([sender, recipient], ['1000003538@sbx', '1000000001@sbx']);
        });

      it(`Query asks about a ${kind}, and the decision follows the reply`, async (t) => {
        const scene = await set(t);
        const correlationId = await begin(scene, `${path}/submit`);
        assert.equal(
          await scene.send('/v1/communication/on_request', correlationId),
          409,
          'a reply before the query',
        );
        assert.equal(await scene.trigger({ action: 'Query', method: kind, correlationId }), 202);
        await scene.mock.cycles.settled();
        assert.deepEqual(paths(scene.received), ['/v1/communication/request']);
        assert.equal(await scene.send('/v1/communication/on_request', correlationId), 202);
        await scene.mock.cycles.settled();
        assert.deepEqual(paths(scene.received).slice(1), [`${path}/on_submit`]);
        assert.deepEqual(
          new Set(scene.received.map(({ headers }) => headers['x-hcx-correlation_id'])),
          new Set([correlationId]),
        );
      });
    }

    it('prompts for a payment notice, and takes the acknowledgment', async (t) => {
      const scene = await set(t);
      assert.equal(await scene.notice({ providerId: '1000000001@sbx', claimNumber: '' }), 202);
      await scene.mock.cycles.settled();
      const [prompt] = scene.received;
      assert.equal(prompt?.path, '/v1/paymentnotice/request');
      const id = String(prompt.headers['x-hcx-correlation_id']);
      assert.equal(await scene.send('/v1/paymentnotice/on_request', randomUUID()), 404);
      assert.equal(await scene.send('/v1/paymentnotice/on_request', id), 202);
      assert.equal(scene.mock.cycles.cycle(id)?.state, 'over');
    });

    it('keeps a hundred cycles apart that run at once', async (t) => {
      const scene = await set(t);
      const ids = await Promise.all(Array.from({ length: 100 }, () => begin(scene, '/v1/preauth/submit')));
      const actions = ['Approve', 'Reject'] as const;
      await Promise.all(
        ids.map((correlationId, index) =>
          scene.trigger({ action: actions[index % 2] ?? 'Approve', method: 'Preauth', correlationId }),
        ),
      );
      await scene.mock.cycles.settled();
      assert.equal(scene.received.length, 100);
      for (const each of scene.received) {
        const index = ids.indexOf(String(each.headers['x-hcx-correlation_id']));
        assert.equal(resource(each, 'ClaimResponse')?.disposition, index % 2 === 0 ? 'Approved' : 'Rejected');
      }
    });
  });

describe('the callbacks of the dummy payer', () => {
  it('carry a JWT that the published keys verify', async (t) => {
    const callbackJwt = { issuer: 'https://gateway.example', audience: '1000000001@sbx' };
    const scene = await startMockWithProvider(t, { envelope: 'json', 'callback-jwt': callbackJwt });
    await begin(scene, '/v1/insuranceplan/request');
    await scene.mock.cycles.settled();
    const keys = (await (await fetch(`${scene.mock.urls.gateway}/api/hiecm/gateway/v3/certs`)).json()) as {
      keys: object[];
    };
    const [, jwt = ''] = scene.received[0]?.http.authorization?.split(' ') ?? [];
    const { payload } = await jwtVerify(jwt, createLocalJWKSet(keys as never), {
      algorithms: ['RS256'],
      ...callbackJwt,
    });
    assert.ok(payload.exp);
  });

  it('carry X-HIP-ID where they are named as bridge-scoped', async (t) => {
    const scene = await startMockWithProvider(t, { envelope: 'json', 'bridge-scoped': ['preauth.onSubmit'] });
    await begin(scene, '/v1/insuranceplan/request');
    const correlationId = await begin(scene, '/v1/preauth/submit');
    await scene.trigger({ action: 'Approve', method: 'Preauth', correlationId });
    await scene.mock.cycles.settled();
    const named = scene.received.filter(({ http }) => http['x-hip-id'] !== undefined);
    assert.deepEqual(paths(named), ['/v1/preauth/on_submit']);
    const facility = { '/v1/insuranceplan/on_request': 'IN0410000183' };
    const other = await startMockWithProvider(t, { envelope: 'json', 'bridge-scoped': facility });
    await begin(other, '/v1/insuranceplan/request');
    await other.mock.cycles.settled();
    assert.equal(other.received[0]?.http['x-hip-id'], 'IN0410000183');
  });

  it('come again a few times where they meet no 2xx, and not where they are refused', async (t) => {
    const scene = await startMockWithProvider(t, { envelope: 'json' });
    scene.answers.push(503, 500, 202);
    await begin(scene, '/v1/insuranceplan/request');
    await scene.mock.cycles.settled();
    assert.equal(scene.received.length, 3);
    const tokens = new Set(scene.received.map(({ http }) => http.authorization));
    assert.equal(tokens.size, 3, 'a JWT of its own for each attempt');
    scene.answers.push(400);
    await begin(scene, '/v1/insuranceplan/request');
    await scene.mock.cycles.settled();
    assert.equal(scene.received.length, 4);
  });

  it('are told of, with what the provider answered', async (t) => {
    const told: (number | undefined)[] = [];
    const observeCallback = ({ answer }: { answer?: { status: number } }) => told.push(answer?.status);
    const scene = await startMockWithProvider(t, { envelope: 'json' }, { observeCallback });
    scene.answers.push(503);
    await begin(scene, '/v1/insuranceplan/request');
    await scene.mock.cycles.settled();
    assert.deepEqual(told, [503, 202]);
  });
});

describe('what the dummy payer refuses', () => {
  const cases: readonly (readonly [
    what: string,
    status: number,
    change: object,
    headers?: Record<string, string>,
  ])[] = [
    ['an action that it does not know', 400, { action: 'Approved' }],
    ['a method that it does not know', 400, { method: 'Preauthorization' }],
    ['a correlation id that was never submitted', 404, { correlationId: randomUUID() }],
    ['the method of another cycle', 409, { method: 'Claim' }],
    ['a trigger without bearer_auth', 401, {}, {}],
  ];
  for (const [what, status, change, headers] of cases)
    it(what, async (t) => {
      const scene = await startMockWithProvider(t, { envelope: 'json' });
      const correlationId = await begin(scene, '/v1/preauth/submit');
      const body = { action: 'Approve', method: 'Preauth', correlationId, ...change };
      assert.equal(
        await (headers === undefined ? scene.trigger(body) : scene.trigger(body, headers)),
        status,
      );
      await scene.mock.cycles.settled();
      assert.equal(scene.received.length, 0);
    });

  it('a second decision', async (t) => {
    const scene = await startMockWithProvider(t, { envelope: 'json' });
    const correlationId = await begin(scene, '/v1/preauth/submit');
    const body = { action: 'Approve', method: 'Preauth', correlationId };
    assert.deepEqual([await scene.trigger(body), await scene.trigger(body)], [202, 409]);
  });

  it('a payload that cannot be opened', async (t) => {
    const scene = await startMockWithProvider(t, { envelope: 'json' });
    const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${scene.token}` };
    const body = JSON.stringify({ payload: 'a.b.c.d.e' });
    const { status } = await fetch(`${scene.mock.urls.provider}/v1/preauth/submit`, {
      method: 'POST',
      headers,
      body,
    });
    assert.equal(status, 400);
  });
});
