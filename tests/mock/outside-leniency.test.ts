import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defaultReadings } from '../../support/contract/readings';
import { nearPaths, otherPaths } from '../contract/near-paths';
import type { Scene, Service } from './outside-scene';
import { outsideScene, v3 } from './outside-scene';

const readings = {
  ...defaultReadings,
  'mobile-otp-path': { identity: `${v3}/own/check`, registry: '/v1/own/check' },
};

const requests: readonly (readonly [service: Service, path: string])[] = [
  ...[...nearPaths.map(([service, , ...paths]) => [service, ...paths] as const), ...otherPaths].flatMap(
    ([service, ...paths]) =>
      service === 'identity' || service === 'registry' ? paths.map((path) => [service, path] as const) : [],
  ),
];

/** Paths at which a tolerant mock recognises an operation by more than the path. */
const recognised: typeof requests = [
  ['identity', `${v3}/own/check`],
  ['registry', '/v4/v1/own/check'],
  ['registry', '/v4/api/v1/enrolment/fields'],
  ['registry', '/v4/v1/facility/link'],
  ['registry', '/v4/v1/auth/authByOtp'],
  ['registry', '/v4/v1/auth/authByOtp?otp=x&txnId=x'],
];

type Ask = (scene: Scene, service: Service) => { readonly method: string; readonly body?: unknown };

/** Requests to all paths. */
const asks: readonly Ask[] = [
  () => ({ method: 'GET' }),
  ({ mock }) => ({ method: 'PUT', body: { txnId: mock.account.txnId } }),
  ({ mock }) => ({ method: 'POST', body: { otp: '', bioData: 'x', txnId: mock.account.txnId } }),
];

/** Requests to the paths in {@link recognised} only. */
const otherAsks: readonly Ask[] = [
  ({ mock }) => ({ method: 'POST', body: { otp: '', txnId: mock.account.txnId } }),
  ({ mock }) => ({ method: 'POST', body: { otp: null, txnId: '', data: { txnId: mock.account.txnId } } }),
  ({ mock, encrypt }, service) => ({
    method: 'POST',
    body: { otp: encrypt(service, mock.account.otp), txnId: '' },
  }),
  ({ mock, encrypt }, service) => ({
    method: 'POST',
    body: { otp: encrypt(service, mock.account.otp), txn_id: 'x', data: { txnId: mock.account.txnId } },
  }),
];

test('a tolerant mock answers near misses of a certificate path with the segment of the target', async (t) => {
  const scene = await outsideScene(t, { account: { paths: { identity: 'own-segment' } }, lenient: true });
  for (const [path, meant] of [
    ['/own-segment/profile/public/certificate', 'certificate.identity'],
    ['/own-segment/api/v1/profile/public-key', 'certificate.identity'],
    ['/another-segment/profile/public/certificate', 'certificate.identity'],
    ['/another-segment/api/v3/doctor/profile/public/certificate', undefined],
  ] as const) {
    assert.equal((await scene.send('identity', path, { method: 'GET' })).status, 200);
    assert.equal(scene.seen.at(-1)?.meant, meant, path);
  }
});

test('a tolerant mock answers each request that a strict one answers', async (t) => {
  const strict = await outsideScene(t, { readings });
  const lenient = await outsideScene(t, { readings, lenient: true });
  const statusAt = async (scene: Scene, ask: Ask, [service, path]: (typeof requests)[number]) => {
    const prefix = service === 'registry' && path.startsWith('/v4/') ? '/v4' : '';
    return (await scene.send(service, path.slice(prefix.length), ask(scene, service))).status;
  };
  const pairs = [
    ...[...requests, ...recognised].flatMap((request) => asks.map((ask) => [request, ask] as const)),
    ...recognised.flatMap((request) => otherAsks.map((ask) => [request, ask] as const)),
  ];
  let answered = 0;
  const refused = [];
  for (const [request, ask] of pairs) {
    if ((await statusAt(strict, ask, request)) !== 200) continue;
    answered += 1;
    const status = await statusAt(lenient, ask, request);
    if (status !== 200)
      refused.push([status, ...request, JSON.stringify(ask(lenient, request[0]))].join(' '));
  }
  assert.deepEqual(refused, []);
  assert.ok(answered > requests.length, `${answered} were answered`);
});
