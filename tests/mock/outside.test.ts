import assert from 'node:assert/strict';
import { describe, it, test } from 'node:test';
import type { OwnAnswer } from '../../support/contract/own-answers';
import { paddingRejection, sha256Only, tokenRefused } from '../../support/mock/stimuli';
import type { Answer } from './ask';
import { sendExactRequest, v3Headers } from './ask';
import { nearPaths, otherPaths } from '../contract/near-paths';
import { bodyOf, messageOf, outsideScene, v3 } from './outside-scene';
import { runningMock } from './running-mock';

for (const lenient of [false, true])
  describe(`${lenient ? 'a tolerant' : 'a strict'} mock guesses an answer outside the contract`, () => {
    for (const [service, path] of [
      ['identity', `${v3}/enrollment/request/otp`],
      ['identity', `${v3}/profile/login/otp`],
      ['registry', '/v1/registration/national-id/generateOtp'],
      ['registry', '/v2/registration/national-id/generateOTP'],
      ['registry', '/v1/registration/mobile/generateMobileOTP'],
      ['registry', '/v2/registration/national-id/resendOTP'],
      ['registry', '/v3/otp/generateOtp'],
      ['identity', `${v3}/otp/generateOtp`],
    ] as const)
      it(`an OTP is requested at ${path}`, async (t) => {
        const { mock, send, encrypt, seen } = await outsideScene(t, { lenient });
        const { txnId } = mock.account;
        for (const body of [{ loginId: encrypt(service, '912345678012'), txnId: '' }, { txnId }, {}])
          assert.deepEqual(bodyOf(await send(service, path, { body })), {
            txnId,
            message: 'OTP sent successfully',
          });
        assert.deepEqual([seen.at(-1)?.answeredBy, seen.at(-1)?.operation], ['guess', undefined]);
        assert.equal(seen.at(-1)?.meant, undefined);
      });

    for (const [service, path, shape] of [
      ['identity', `${v3}/profile/login/verify`, 'deep'],
      ['identity', `${v3}/enrollment/enrol/by-id`, 'deep'],
      ['registry', '/v1/registration/mobile/verifyMobileOTP', 'flat'],
      ['registry', '/v1/auth/authByOtp', 'flat'],
    ] as const)
      it(`the OTP is verified at ${path}`, async (t) => {
        const { mock, send, encrypt } = await outsideScene(t, { lenient });
        const { otp, txnId } = mock.account;
        const verify = (value: string): Promise<Answer> => {
          const flat = shape === 'flat' ? { otp: value, txnId } : { otpValue: value, txnId };
          return send(service, path, { body: shape === 'flat' ? flat : { authData: { otp: flat } } });
        };
        const right = bodyOf(await verify(encrypt(service, otp)));
        assert.deepEqual(right, { txnId, authResult: 'success', message: 'OTP verified successfully' });
        const wrong = await verify(encrypt(service, `${otp.slice(0, 5)}x`));
        assert.deepEqual([wrong.status, messageOf(wrong)], [400, 'OTP or transaction does not match']);
        const undecryptable = await verify(Buffer.alloc(256, 7).toString('base64'));
        assert.equal(undecryptable.status, 400);
        assert.match(messageOf(undecryptable), /decryption failed/);
        assert.equal((await verify(otp)).status, lenient ? 200 : 400, 'a raw OTP');
      });

    it('all other requests are answered with an empty object, whatever their method', async (t) => {
      const { send, seen } = await outsideScene(t, { lenient });
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
        const body = method.startsWith('P') ? { name: 'x' } : undefined;
        for (const [service, path] of [
          ['identity', `${v3}/profile/account`],
          ['registry', '/v1/search'],
        ] as const)
          assert.deepEqual(bodyOf(await send(service, path, { method, body })), {});
      }
      for (const method of ['HEAD', 'OPTIONS'])
        assert.equal((await send('identity', `${v3}/profile/account`, { method })).status, 200, method);
      assert.deepEqual(new Set(seen.slice(3).map(({ answeredBy }) => answeredBy)), new Set(['guess']));
    });
  });

describe('a strict mock demands of a request outside the contract what the clauses demand of all', () => {
  const path = `${v3}/profile/account`;
  for (const [header, status] of [
    ['Authorization', 401],
    ['REQUEST-ID', 400],
    ['TIMESTAMP', 400],
  ] as const)
    it(`${header} at a v3 path of the identity service`, async (t) => {
      const { send } = await outsideScene(t);
      assert.equal((await send('identity', path, { without: [header] })).status, status);
      assert.equal((await send('identity', path)).status, 200);
    });

  it('only a token at the registry, and nothing if a path lacks a version', async (t) => {
    const { send } = await outsideScene(t);
    const without = ['Authorization'];
    assert.equal((await send('registry', '/v1/search', { without })).status, 401);
    assert.equal((await send('registry', '/health', { without })).status, 200);
    assert.equal((await send('identity', '/login', { without: [...without, 'REQUEST-ID'] })).status, 200);
  });

  it('a body of JSON, and encrypted fields', async (t) => {
    const { send } = await outsideScene(t);
    const headers = { 'Content-Type': 'image/png' };
    assert.equal((await send('identity', path, { body: 'PNG', headers })).status, 415);
    assert.equal((await send('identity', path, { body: '{' })).status, 400);
    const raw = await send('identity', `${v3}/enrollment/request/otp`, { body: { loginId: '912345678012' } });
    assert.match(messageOf(raw), /^Invalid encrypted value/);
    // The registry encrypts the national ID if it creates an ID. The document asks no more of it.
    const body = { nationalId: '912345678012' };
    assert.equal((await send('registry', '/v1/registration/national-id/generateOtp', { body })).status, 400);
    assert.equal((await send('registry', '/v1/search', { body })).status, 200);
  });

  it('which a tolerant mock repairs', async (t) => {
    const { send } = await outsideScene(t, { lenient: true });
    const headers = { 'Content-Type': 'image/png' };
    const without = ['Authorization', 'REQUEST-ID', 'TIMESTAMP'];
    assert.deepEqual(bodyOf(await send('identity', path, { body: 'PNG', headers, without })), {});
  });
});

test('faults that the mock plays also concern what it answers by guess', async (t) => {
  const { mock, send, encrypt } = await outsideScene(t);
  const verify = () =>
    send('identity', `${v3}/login/verify`, { body: { otp: encrypt('identity', mock.account.otp) } });
  for (const [fault, status] of [
    [tokenRefused, 401],
    [paddingRejection, 400],
    [sha256Only('identity'), 400],
  ] as const) {
    mock.stimuli.play(fault);
    assert.equal((await verify()).status, status, fault.name);
    mock.stimuli.lift();
  }
  assert.equal((await verify()).status, 200);
});

describe('a near miss of a documented path is refused, and names the documented one', () => {
  for (const [service, method, path, wanted, body] of [
    ['registry', 'POST', '/v1/registration/national-id/verifyOTP', verification()],
    ['registry', 'POST', '/v2/registration/verifyOTP', verification()],
    ['registry', 'GET', '/v2/registration/national-id/verifyOTP', verification()],
    ['registry', 'POST', '/v2/registration/national-id/verify', verification(), { otp: 'x', txnId: 'x' }],
    ['registry', 'GET', '/api/v1/auth/certs', 'did you mean GET /v4/api/v1/auth/cert?'],
    [
      'identity',
      'POST',
      `${v3}/profile/public/certificate`,
      `did you mean GET ${v3}/profile/public/certificate?`,
    ],
    [
      'identity',
      'GET',
      `${v3}/profile/publicCertificate`,
      `did you mean GET ${v3}/profile/public/certificate?`,
    ],
    [
      'identity',
      'POST',
      '/v2/registration/national-id/verifyOTP',
      'POST /v2/registration/national-id/verifyOTP is an operation of the registry, at {registry}',
    ],
  ] as const)
    it(`${method} ${path} at ${service}`, async (t) => {
      const { mock, send, seen } = await outsideScene(t);
      const answer = await send(service, path, { method, body });
      const text = wanted.replace('{registry}', mock.urls.registry);
      assert.deepEqual([answer.status, messageOf(answer)], [404, `No such operation: ${text}`]);
      assert.equal(seen.at(-1)?.answeredBy, undefined);
    });

  it('and a tolerant mock answers as for the documented path', async (t) => {
    const { mock, send, encrypt, seen } = await outsideScene(t, { lenient: true });
    const body = { otp: encrypt('registry', mock.account.otp), txnId: mock.account.txnId };
    bodyOf(await send('registry', '/v1/registration/national-id/verifyOTP', { body }));
    assert.deepEqual([seen.at(-1)?.meant, seen.at(-1)?.answeredBy], ['otp.verify', undefined]);
  });
});

describe('a mock distinguishes near misses from requests outside the contract', () => {
  it('refuses the near misses, and names an operation', async (t) => {
    const { sendTo } = await outsideScene(t);
    for (const [service, , ...paths] of nearPaths)
      for (const path of paths) {
        if (service !== 'identity' && service !== 'registry') continue;
        const answer = await sendTo(service, path);
        assert.equal(answer.status, 404, path);
        assert.match(messageOf(answer), /did you mean |is an operation of /, path);
      }
  });

  for (const lenient of [false, true])
    it(`answers the others by guess, ${lenient ? 'lenient' : 'strict'}`, async (t) => {
      const { sendTo, seen } = await outsideScene(t, { lenient });
      for (const [service, ...paths] of otherPaths)
        for (const path of paths) {
          if (service !== 'identity' && service !== 'registry') continue;
          const answer = await sendTo(service, path);
          assert.deepEqual([answer.status, seen.at(-1)?.answeredBy], [200, 'guess'], path);
        }
    });
});

function verification(): string {
  return 'did you mean POST /v4/v2/registration/national-id/verifyOTP?';
}

test('without guesses, and at all other services, a request outside the contract stays unknown', async (t) => {
  const plain = await runningMock(t, { tls: false });
  const { mock } = await outsideScene(t);
  for (const url of [
    `${plain.urls.identity}${v3}/profile/account`,
    `${plain.urls.registry}/v1/search`,
    `${mock.urls.gateway}/api/hiecm/gateway/v3/bridges`,
    `${mock.urls.dummyPayer}/process/status`,
    `${mock.urls.provider}/v1/other/request`,
  ]) {
    const answer = await sendExactRequest(url, { headers: v3Headers() });
    assert.deepEqual([answer.status, messageOf(answer)], [404, 'No such operation'], url);
  }
});

describe('an answer of the target file', () => {
  const own: readonly OwnAnswer[] = [
    { method: 'POST', path: '/identity/api/v3/profile/login/verify', status: 201, body: { token: 'x' } },
    {
      method: 'GET',
      path: '/identity/api/v3/{kind}/image',
      status: 200,
      body: 'text',
      headers: { 'X-A': 'b' },
    },
    { method: 'GET', path: '/v1/*/number', status: 200, body: 7 },
    { method: 'DELETE', path: '/v1/thing', status: 204 },
    { method: 'POST', path: '/v1/registration/national-id/verifyOTP', status: 418, body: [] },
  ];

  it('takes precedence over a guess, also if a tolerant mock would correct the path of the request', async (t) => {
    for (const lenient of [false, true]) {
      const { send, seen } = await outsideScene(t, { own, lenient });
      const verified = await send('identity', `${v3}/profile/login/verify`, { body: {} });
      assert.deepEqual([verified.status, verified.text], [201, '{"token":"x"}']);
      assert.equal(seen.at(-1)?.answeredBy, 'own answer');
      const near = await send('registry', '/v1/registration/national-id/verifyOTP', { body: {} });
      assert.deepEqual([near.status, near.text], [418, '[]']);
    }
  });

  it('can have a path with placeholders, any kind of body, and headers', async (t) => {
    const { send, seen } = await outsideScene(t, { own });
    const image = await send('identity', `${v3}/profile/image`, { method: 'GET' });
    assert.deepEqual([image.text, image.headers['x-a']], ['text', 'b']);
    const number = await send('registry', '/v1/some/number', { method: 'GET' });
    assert.deepEqual([number.text, number.headers['content-type']], ['7', 'application/json']);
    assert.deepEqual(bodyOf(await send('registry', '/v1/some/other/number', { method: 'GET' })), {});
    assert.equal(seen.at(-1)?.answeredBy, 'guess');
    const gone = await send('registry', '/v1/thing', { method: 'DELETE' });
    assert.deepEqual([gone.status, gone.text], [204, '']);
  });

  it('is sent only if the request has the required headers', async (t) => {
    const { send } = await outsideScene(t, { own });
    const bare = await send('registry', '/v1/thing', { method: 'DELETE', without: ['Authorization'] });
    assert.equal(bare.status, 401);
  });
});
