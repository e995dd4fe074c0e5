import assert from 'node:assert/strict';
import { test } from 'node:test';
import { encryptField } from '../../../support/crypto/forge/field-encryption';
import { conformingSeams as own, type IntegratorSeams } from '../../../support/client/integrator';
import {
  bodyOf,
  requireValue,
  header,
  headerNames,
  decryptFieldText,
  setUpIntegrator,
  type IntegratorFixture,
} from './scene';

/** One seam replaced, and what is then seen of the OTP verification, or of the session before it. */
interface Replacement {
  readonly seams: Partial<IntegratorSeams>;
  readonly shows: (scene: IntegratorFixture) => boolean;
}

const otpOf = (scene: IntegratorFixture) => requireValue(scene.seen('otp.verify').at(0));
const sessionOf = (scene: IntegratorFixture) => requireValue(scene.seen('session.create').at(0));
const certificateOf = (scene: IntegratorFixture) => requireValue(scene.seen('certificate.registry').at(0));
const opened = (scene: IntegratorFixture, text?: string) =>
  decryptFieldText(scene.mock.keys.registry.privateKey, text);

const replacements: Readonly<Record<string, Replacement>> = {
  'ids: uppercase': {
    seams: { ids: { ...own.ids, requestId: () => own.ids.requestId().toUpperCase() } },
    shows: (scene) => /^[0-9A-F-]{36}$/.test(header(sessionOf(scene), 'REQUEST-ID') ?? ''),
  },
  'timestamps: without milliseconds': {
    seams: { timestamps: (now) => own.timestamps(now).replace(/\.\d+/, '') },
    shows: (scene) => /:\d\dZ$/.test(header(sessionOf(scene), 'TIMESTAMP') ?? ''),
  },
  'headers: no Content-Type': {
    seams: { headers: { ...own.headers, json: () => ({}) } },
    shows: (scene) => !headerNames(sessionOf(scene)).includes('content-type'),
  },
  'bodies: txnId encrypted': {
    seams: {
      bodies: {
        ...own.bodies,
        otp: async ({ otp, txnId }, seal) => ({ otp: await seal(otp), txnId: await seal(txnId) }),
      },
    },
    shows: (scene) => opened(scene, bodyOf(otpOf(scene)).txnId) === scene.mock.account.txnId,
  },
  'bodies: the raw value where encryption fails': {
    seams: {
      bodies: {
        ...own.bodies,
        otp: async (given, seal) => ({ ...given, otp: await seal('x'.repeat(999)).catch(() => given.otp) }),
      },
    },
    shows: (scene) => bodyOf(otpOf(scene)).otp === scene.mock.account.otp,
  },
  'requests: the OTP in the address': {
    seams: {
      requests: {
        ...own.requests,
        otp: (composing, token, body, given) => {
          const request = own.requests.otp(composing, token, body, given);
          return { ...request, url: `${request.url}?otp=${given.otp}` };
        },
      },
    },
    shows: (scene) => otpOf(scene).request.url.endsWith(`?otp=${scene.mock.account.otp}`),
  },
  'requests: a body on GET': {
    seams: {
      requests: {
        ...own.requests,
        certificate: (...given) => ({ ...own.requests.certificate(...given), body: '{}' }),
      },
    },
    shows: (scene) =>
      certificateOf(scene).request.method === 'GET' && certificateOf(scene).request.bytes === 2,
  },
  'sessions: one for every request': {
    seams: { sessions: { ...own.sessions, usable: () => false } },
    shows: (scene) => scene.seen('session.create').length === 2,
  },
  'sessionReader: the refresh token': {
    seams: {
      sessionReader: (answer, askedAt) => {
        const { refreshToken } = JSON.parse(answer.body.toString()) as { refreshToken: string };
        return { ...own.sessionReader(answer, askedAt), accessToken: refreshToken };
      },
    },
    shows: (scene) => certificateOf(scene).response?.status === 401,
  },
  "keyChoice: the other service's": {
    seams: { keyChoice: () => 'identity' },
    shows: (scene) =>
      decryptFieldText(scene.mock.keys.identity.privateKey, bodyOf(otpOf(scene)).otp) ===
      scene.mock.account.otp,
  },
  'cipher: PKCS#1 v1.5': {
    seams: {
      cipher: { ...own.cipher, encrypt: (pem, value) => encryptField(pem, value, 'pkcs1-v1.5') },
    },
    shows: (scene) => scene.seen('otp.verify').length === 2,
  },
  'encoding: lines of 76 characters': {
    seams: { encoding: (ciphertext) => own.encoding(ciphertext).replace(/.{76}/g, '$&\r\n') },
    shows: (scene) => bodyOf(otpOf(scene)).otp?.includes('\r\n') === true,
  },
  'rejections: no second fetch': {
    seams: {
      encoding: () => 'no ciphertext',
      rejections: { ...own.rejections, refetches: false },
    },
    shows: (scene) =>
      scene.seen('certificate.registry').length === 1 && scene.seen('otp.verify').length === 2,
  },
  'errors: codes only': {
    seams: { encoding: () => 'no ciphertext', errors: () => [] },
    shows: (scene) => scene.seen('otp.verify').length === 1,
  },
};

for (const [name, { seams, shows }] of Object.entries(replacements))
  test(`a seam replaced shows on the wire: ${name}`, async (t) => {
    const scene = await setUpIntegrator(t, { seams });
    await scene.verify().catch(() => undefined);
    assert.ok(shows(scene));
  });

test('a certificate for every value', async (t) => {
  const { integrator, seen } = await setUpIntegrator(t, { seams: { certificates: { usable: () => false } } });
  for (const value of ['1', '2', '3']) await integrator['field.encrypt']({ service: 'registry', value });
  assert.equal(seen('certificate.registry').length, 3);
});

test('a retry that repeats the request', async (t) => {
  const { integrator, seen } = await setUpIntegrator(t, {
    handlers: { 'session.create': () => ({ status: 503 }) },
    seams: { retry: { ...own.retry, again: (_compose, previous) => Promise.resolve(previous) } },
  });
  await Promise.resolve(integrator['session.create']({})).catch(() => undefined);
  const ids = seen('session.create').map((each) => header(each, 'REQUEST-ID'));
  assert.deepEqual([ids.length, new Set(ids).size], [3, 1]);
});
