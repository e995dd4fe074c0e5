import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, it, test } from 'node:test';
import type { OwnAnswer } from '../../support/contract/own-answers';
import { defaultReadings } from '../../support/contract/readings';
import { paddingRejection } from '../../support/mock/stimuli';
import { bodyOf, messageOf, outsideScene, v3 } from './outside-scene';
import type { Service } from './outside-scene';

const verified = (txnId: string) => ({ txnId, authResult: 'success', message: 'OTP verified successfully' });

for (const lenient of [false, true])
  describe(`a request for a session to ${lenient ? 'a tolerant' : 'a strict'} mock is not guessed`, () => {
    const secret = { clientId: 'x', clientSecret: 'y', grantType: 'client_credentials' };
    for (const [service, path, body] of [
      ['identity', '/identity/api/v3/sessions', secret],
      ['identity', '/v0.5/sesions', secret],
      ['identity', '/oauth/token', { grant_type: 'client_credentials' }],
      ['identity', `${v3}/login`, { client_id: 'x', client_secret: 'y' }],
      ['registry', '/api/v1/sessions', secret],
      ['registry', '/v1/auth', { login: secret }],
    ] as const)
      it(`${path} at ${service}`, async (t) => {
        const { mock, send } = await outsideScene(t, { lenient });
        const answer = await send(service, path, { body });
        const wanted =
          service === 'identity'
            ? `did you mean POST /api/hiecm/gateway/v3/sessions of the gateway, at ${mock.urls.gateway}?`
            : "the registry's own session (5.1.5): set readings.registry-session.path in the target";
        assert.deepEqual([answer.status, messageOf(answer)], [404, `No such operation: ${wanted}`]);
      });

    it('but the login of a person is, also at the path of a session or a token', async (t) => {
      const { send, seen, encrypt } = await outsideScene(t, { lenient });
      for (const [service, path, body] of [
        ['registry', '/api/v1/auth/token', { hprId: 'x', password: 'y' }],
        ['registry', '/v1/users/session', { hprId: 'x', password: 'y' }],
        ['registry', '/api/v1/sessions', { refreshToken: 'x' }],
        ['registry', '/oauth/token', { ...secret, grantType: 'password', username: 'x', password: 'y' }],
        ['identity', `${v3}/profile/login/session`, { loginId: encrypt('identity', 'x'), password: 'y' }],
        ['identity', '/v1/auth/token', undefined],
      ] as const) {
        assert.deepEqual(bodyOf(await send(service, path, { body })), {}, path);
        assert.equal(seen.at(-1)?.answeredBy, 'guess', path);
      }
    });

    it('but a session of another kind that is read or ended is, and so is a token for an OTP', async (t) => {
      const { mock, send, encrypt } = await outsideScene(t, { lenient });
      for (const method of ['GET', 'DELETE', 'HEAD', 'OPTIONS'])
        assert.equal((await send('identity', `${v3}/chat/sessions`, { method })).status, 200, method);
      const body = { otp: encrypt('registry', mock.account.otp) };
      assert.deepEqual(
        bodyOf(await send('registry', '/v1/auth/token', { body })),
        verified(mock.account.txnId),
      );
    });
  });

test('a request for a session of the registry is referred to the path that the target names', async (t) => {
  const own = { ...defaultReadings['registry-session'], path: '/v1/session/create' };
  const { send } = await outsideScene(t, { readings: { ...defaultReadings, 'registry-session': own } });
  const secret = { clientId: 'x', clientSecret: 'y', grantType: 'client_credentials' };
  const answer = await send('registry', '/v1/sessions', { body: secret });
  assert.equal(messageOf(answer), 'No such operation: did you mean POST /v4/v1/session/create?');
});

describe('the OTP in the body decides whether a request verifies one', () => {
  it('a transaction id alone does not', async (t) => {
    const { mock, send, encrypt } = await outsideScene(t);
    const { txnId } = mock.account;
    const body = { txnId, profile: { txnId, password: encrypt('identity', 'x') } };
    assert.deepEqual(bodyOf(await send('identity', `${v3}/enrollment/enrol/abha-address`, { body })), {});
  });

  it('whatever the path says', async (t) => {
    const { mock, send, encrypt } = await outsideScene(t);
    const { otp, txnId } = mock.account;
    for (const [service, path] of [
      ['identity', `${v3}/enrollment/request/otp`],
      ['identity', `${v3}/enrollment/enrol/byAadhaarOtp`],
      ['registry', '/v1/registration/national-id/generateOtp'],
      ['registry', '/v1/registration/national-id/createIdWithMobileOtp'],
    ] as const) {
      const body = { data: { otp: encrypt(service, otp) }, txnId };
      assert.deepEqual(bodyOf(await send(service, path, { body })), verified(txnId), path);
      const wrong = { data: { otp: encrypt(service, 'x') }, txnId };
      assert.equal(
        messageOf(await send(service, path, { body: wrong })),
        'OTP or transaction does not match',
      );
    }
  });

  it('other encrypted members are opened, and are not taken for the OTP', async (t) => {
    const readings = { ...defaultReadings, 'encrypted-members': ['otpValue', 'password'] };
    for (const lenient of [false, true]) {
      const { mock, send, encrypt } = await outsideScene(t, { readings, lenient });
      const { otp, txnId } = mock.account;
      for (const service of ['identity', 'registry'] as const) {
        const path = service === 'identity' ? `${v3}/profile/login/verify` : '/v1/login/verify';
        const body = { otpValue: encrypt(service, otp), password: encrypt(service, 'secret'), txnId };
        assert.deepEqual(bodyOf(await send(service, path, { body })), verified(txnId));
        const raw = await send(service, path, { body: { ...body, password: 'secret' } });
        assert.equal(raw.status, lenient ? 200 : 400);
      }
    }
  });

  it('at the registry, only members that must be encrypted are opened', async (t) => {
    const { mock, send, encrypt } = await outsideScene(t);
    const body = { otp: encrypt('registry', mock.account.otp), loginId: 'a-name', nationalId: '1' };
    assert.deepEqual(
      bodyOf(await send('registry', '/v1/login/verify', { body })),
      verified(mock.account.txnId),
    );
  });

  it('an OTP that need not be encrypted is compared, too', async (t) => {
    const { mock, send, encrypt } = await outsideScene(t);
    const { otp, txnId } = mock.account;
    for (const mobileOtp of [otp, encrypt('registry', otp)])
      assert.deepEqual(bodyOf(await send('registry', '/v1/login', { body: { mobileOtp } })), verified(txnId));
    assert.equal((await send('registry', '/v1/login', { body: { mobileOtp: `${otp}1` } })).status, 400);
  });

  it('an empty OTP is refused as by the documented operation if the path verifies one', async (t) => {
    const { mock, send } = await outsideScene(t);
    const { txnId } = mock.account;
    const messages = [];
    for (const [path, body] of [
      ['/v2/registration/national-id/verifyOTP', { otp: '', txnId }],
      ['/v1/login/verify', { otp: '', txnId }],
      ['/v1/login/verify', { otp: null, txnId }],
      ['/v1/login/verify', { otp: { otpValue: '' }, txnId }],
    ] as const) {
      const answer = await send('registry', path, { body });
      assert.equal(answer.status, 400, path);
      messages.push(messageOf(answer));
    }
    assert.deepEqual(messages, [
      'Malformed request body: /otp (minLength)',
      'Malformed request body: /otp (minLength)',
      'Malformed request body: /otp (type)',
      'Malformed request body: /otp/otpValue (minLength)',
    ]);
  });

  for (const lenient of [false, true])
    it(`an empty OTP is ignored elsewhere, ${lenient ? 'lenient' : 'strict'}`, async (t) => {
      const { mock, send, encrypt } = await outsideScene(t, { lenient });
      const { txnId } = mock.account;
      for (const [path, body] of [
        // A client may send its whole record before it has an OTP.
        ['/v1/search', { otp: '', name: 'x' }],
        ['/v2/registration/aadhaar/createHprIdWithPreVerified', { otp: null, txnId, firstName: 'x' }],
        ['/v1/registration/aadhaar/checkHpIdAccountExist', { otp: null, txnId }],
        ['/v1/facility/link', { otp: '', txnId }],
        ['/v1/facility/link', { otp: { otpValue: '' }, txnId }],
      ] as const)
        assert.deepEqual(bodyOf(await send('registry', path, { body })), {}, path);
      const password = { value: encrypt('identity', 'x') };
      for (const [path, body] of [
        [`${v3}/profile/login/verify`, { authData: { authMethods: ['password'], otp: null, password } }],
        [`${v3}/profile/account/verify`, { otpValue: '', password }],
      ] as const)
        assert.deepEqual(bodyOf(await send('identity', path, { body })), verified(txnId), path);
      const bio = { otp: '', bioData: 'x', txnId };
      const answer = await send('registry', '/v2/registration/aadhaar/verify', { body: bio });
      assert.deepEqual(bodyOf(answer), verified(txnId));
    });

  it('only methods that change something request or verify one', async (t) => {
    const { send } = await outsideScene(t);
    for (const path of [`${v3}/profile/login/request/otp`, `${v3}/profile/login/verify`]) {
      assert.deepEqual(bodyOf(await send('identity', path, { method: 'GET' })), {});
      for (const method of ['HEAD', 'OPTIONS'])
        assert.doesNotMatch((await send('identity', path, { method })).text, /txnId/, method);
      assert.match((await send('identity', path, { method: 'PUT', body: {} })).text, /txnId/);
    }
  });
});

describe('a transaction id that an answer of the target file gives out', () => {
  const given = '5d9a1c2e-given-by-file';
  const own: readonly OwnAnswer[] = [
    { method: 'POST', path: `${v3}/enrollment/request/otp`, status: 200, body: { data: { txnId: given } } },
    { method: 'POST', path: '/v1/generateOtp', status: 200, body: '{"txnId":"in-a-text"}' },
  ];

  for (const lenient of [false, true])
    it(`is right in a later verification, ${lenient ? 'lenient' : 'strict'}`, async (t) => {
      const { mock, send, encrypt } = await outsideScene(t, { own, lenient });
      const { otp, txnId } = mock.account;
      const verify = (service: Service, path: string, id: string) =>
        send(service, path, { body: { otp: encrypt(service, otp), txnId: id } });
      for (const id of [txnId, given, 'in-a-text'])
        for (const [service, path] of [
          ['identity', `${v3}/profile/login/verify`],
          ['registry', '/v1/registration/mobile/verifyMobileOTP'],
          ['registry', '/v2/registration/national-id/verifyOTP'],
        ] as const)
          assert.deepEqual(bodyOf(await verify(service, path, id)), verified(id), path);
      const other = await verify('registry', '/v2/registration/national-id/verifyOTP', 'unknown');
      assert.equal(other.status, lenient ? 200 : 400);
    });
});

describe('a transaction id that the client made up', () => {
  const id = randomUUID();
  const headers = { 'REQUEST-ID': id };

  for (const lenient of [false, true])
    it(`is echoed at the identity service, ${lenient ? 'lenient' : 'strict'}`, async (t) => {
      const path = '/identity/api/v3/own/verify';
      const readings = { ...defaultReadings, 'mobile-otp-path': { identity: path } };
      const { mock, send, encrypt } = await outsideScene(t, { lenient, readings });
      const otpValue = encrypt('identity', mock.account.otp);
      const otp = { timeStamp: new Date().toISOString(), txnId: id, otpValue, mobile: 'x' };
      const body = { scope: ['login'], authData: { authMethods: ['otp'], otp } };
      const answer = await send('identity', `${v3}/profile/login/verify`, { headers, body });
      assert.deepEqual(bodyOf(answer), verified(id));
      const mobile = { headers, body: { otp: otpValue, txnId: id } };
      assert.deepEqual(bodyOf(await send('identity', path, mobile)), verified(id));
      const wrong = { otpValue: encrypt('identity', 'x'), txnId: id };
      assert.equal((await send('identity', `${v3}/profile/login/verify`, { body: wrong })).status, 400);
    });

  it('is refused at the registry, because clause 2.5 shows that it comes from an earlier step', async (t) => {
    const { mock, send, encrypt } = await outsideScene(t);
    const body = { otp: encrypt('registry', mock.account.otp), txnId: id };
    const answer = await send('registry', '/v1/login/verify', { headers, body });
    assert.deepEqual([answer.status, messageOf(answer)], [400, 'OTP or transaction does not match']);
  });
});

test('a rejected padding concerns an encrypted value in a body of any form', async (t) => {
  const { mock, send, encrypt } = await outsideScene(t, { lenient: true });
  const value = encrypt('identity', mock.account.otp);
  const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
  const bodies: [string | object, Record<string, string>?][] = [
    [{ otp: value }],
    [JSON.stringify({ otp: value }).replaceAll('/', '\\/')],
    [new URLSearchParams({ otp: value }).toString(), form],
    [{ list: [value] }],
  ];
  for (const [body, headers = {}] of bodies) {
    mock.stimuli.play(paddingRejection);
    const without = await send('identity', `${v3}/profile/login/verify`, { body: { name: 'x'.repeat(100) } });
    assert.equal(without.status, 200);
    const answer = await send('identity', `${v3}/profile/login/verify`, { body, headers });
    assert.match(messageOf(answer), /decryption failed/);
    mock.stimuli.lift();
  }
});

test('the verify-mobile-OTP call of the target tells the OTP from other encrypted members, too', async (t) => {
  const readings = {
    ...defaultReadings,
    'encrypted-members': ['code', 'password'],
    'mobile-otp-path': '/v1/registration/mobile/verifyOTP',
  };
  const { mock, send, encrypt } = await outsideScene(t, { readings });
  const { otp, txnId } = mock.account;
  const verify = async (given: Readonly<Record<string, string>>, id: string | null = txnId) => {
    const body = Object.fromEntries(
      Object.entries(given).map(([name, value]) => [name, encrypt('registry', value)]),
    );
    return (await send('registry', readings['mobile-otp-path'], { body: { ...body, txnId: id } })).status;
  };
  assert.deepEqual(
    [
      await verify({ otp, password: 'x' }),
      await verify({ otp: 'x', password: otp }),
      await verify({ code: otp }),
      await verify({ code: 'x' }),
      // An empty transaction id counts as missing.
      await verify({ otp }, ''),
      await verify({ otp }, null),
      await verify({ otp }, 'x'),
    ],
    [200, 400, 200, 400, 200, 200, 400],
  );
});
