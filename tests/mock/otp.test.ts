import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { defaultReadings } from '../../support/contract/readings';
import type { MockOptions, Mock } from '../../support/mock/start-mock';
import { identityCertificate, newSession, registryCertificate, verifyOtp, type Answer } from './ask';
import { assertRefused } from './envelope';
import { encryptWithForge } from './forge-encryption';
import { runningMock } from './running-mock';

interface Scene {
  readonly mock: Mock;
  readonly token: string;
  readonly registryPem: string;
  readonly identityPem: string;
  readonly verify: (otp: unknown, txnId?: unknown) => Promise<Answer>;
}

async function scene(t: TestContext, options: MockOptions = {}): Promise<Scene> {
  const mock = await runningMock(t, options);
  const { accessToken: token } = await newSession(mock);
  const registryPem = (await registryCertificate(mock, token)).text;
  const identityPem = (await identityCertificate(mock, token)).text;
  const verify = (otp: unknown, txnId: unknown = mock.account.txnId) =>
    verifyOtp(mock, token, { body: { otp, txnId } });
  return { mock, token, registryPem, identityPem, verify };
}

const encryptionMessage = /decrypt|padding|encrypted/i;

async function assertAccepted({ mock, registryPem, verify }: Scene): Promise<void> {
  const answer = await verify(encryptWithForge(registryPem, mock.account.otp).toString('base64'));
  assert.equal(answer.status, 200, answer.text);
  const { message, ...rest } = JSON.parse(answer.text) as Record<string, unknown>;
  assert.deepEqual(rest, { txnId: mock.account.txnId, authResult: 'success' });
  assert.equal(typeof message, 'string');
}

test('a right OTP verifies, any number of times', async (t) => {
  const at = await scene(t);
  for (let i = 0; i < 3; i += 1) await assertAccepted(at);
});

test('an OTP beyond ASCII is read as UTF-8', async (t) => {
  await assertAccepted(await scene(t, { account: { otp: '\u0967\u0968\u0969é' } }));
});

test('a rejected ciphertext has the status and the words that were agreed on', async (t) => {
  const reading = { status: 422, words: ['cannot open', 'closed'], shape: 'any' } as const;
  const at = await scene(t, { readings: { ...defaultReadings, 'encryption-rejection': reading } });
  const wrongKey = encryptWithForge(at.identityPem, at.mock.account.otp).toString('base64');
  assert.match(assertRefused(await at.verify(wrongKey), 422), /decryption failed: cannot open$/);
  assert.match(assertRefused(await at.verify('raw'), 422), /not Base64 of one ciphertext: cannot open$/);
});

test('a wrong OTP or transaction is refused for itself, not for its encryption', async (t) => {
  const at = await scene(t);
  const { otp } = at.mock.account;
  const encrypted = (value: string) => encryptWithForge(at.registryPem, value).toString('base64');
  const answers = [
    await at.verify(encrypted('wrong')),
    await at.verify(encrypted('')),
    await at.verify(encrypted(`${otp} `)),
    await at.verify(encrypted(`\ufeff${otp}`)),
    await at.verify(encrypted(otp), 'unknown'),
  ];
  for (const answer of answers) assert.doesNotMatch(assertRefused(answer, 400), encryptionMessage);
  await assertAccepted(at);
});

/** 256 bytes end in `==` before which four bits are unused: a set one changes the text and not the bytes. */
function withUnusedBit(base64: string): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
  const last = alphabet.indexOf(base64.at(-3) ?? '');
  return `${base64.slice(0, -3)}${alphabet.charAt(last + 1)}==`;
}

const wrongEncodings: Record<string, (ciphertext: Buffer) => string> = {
  hex: (bytes) => bytes.toString('hex'),
  'Base64 for URLs': (bytes) => bytes.toString('base64url'),
  'Base64 without padding': (bytes) => bytes.toString('base64').replace(/=+$/, ''),
  'Base64 with line breaks': (bytes) => bytes.toString('base64').replace(/.{76}/g, '$&\n'),
  'Base64 with a blank behind it': (bytes) => `${bytes.toString('base64')} `,
  'Base64 with a stray character': (bytes) => `*${bytes.toString('base64')}`,
  'Base64 with a bit that is not used': (bytes) => withUnusedBit(bytes.toString('base64')),
  'Base64 cut short': (bytes) => bytes.subarray(0, 255).toString('base64'),
  'Base64 of more': (bytes) => Buffer.concat([bytes, Buffer.of(0)]).toString('base64'),
  'Base64 twice': (bytes) => Buffer.from(bytes.toString('base64')).toString('base64'),
  'raw bytes': (bytes) => bytes.toString('latin1'),
};

for (const [name, encode] of Object.entries(wrongEncodings)) {
  test(`a ciphertext as ${name} is refused`, async (t) => {
    const at = await scene(t);
    const answer = await at.verify(encode(encryptWithForge(at.registryPem, at.mock.account.otp)));
    assert.match(assertRefused(answer, 400), /Invalid encrypted value: not Base64/);
    await assertAccepted(at);
  });
}

const unreadable: Record<string, (at: Scene, otp: string) => Buffer> = {
  'PKCS#1 v1.5': (at, otp) => encryptWithForge(at.registryPem, otp, 'pkcs1'),
  'SHA-256': (at, otp) => encryptWithForge(at.registryPem, otp, { oaep: 'sha256', mgf1: 'sha256' }),
  'SHA-256 with MGF1-SHA-1': (at, otp) =>
    encryptWithForge(at.registryPem, otp, { oaep: 'sha256', mgf1: 'sha1' }),
  'SHA-1 with MGF1-SHA-256': (at, otp) =>
    encryptWithForge(at.registryPem, otp, { oaep: 'sha1', mgf1: 'sha256' }),
  "the identity service's key": (at, otp) => encryptWithForge(at.identityPem, otp),
  'a changed byte': (at, otp) => {
    const bytes = encryptWithForge(at.registryPem, otp);
    bytes[200] = (bytes[200] ?? 0) ^ 1;
    return bytes;
  },
  'a number beyond the modulus': () => Buffer.alloc(256, 0xff),
  'bytes that are not UTF-8': (at) => encryptWithForge(at.registryPem, Buffer.of(0xff, 0xfe)),
};

for (const [name, make] of Object.entries(unreadable)) {
  test(`a ciphertext with ${name} is refused`, async (t) => {
    const at = await scene(t);
    const answer = await at.verify(make(at, at.mock.account.otp).toString('base64'));
    assert.match(assertRefused(answer, 400), /Invalid encrypted value: decryption failed/);
    await assertAccepted(at);
  });
}

test('a raw OTP is refused as no ciphertext, even where it is good Base64', async (t) => {
  for (const otp of ['123456', '12345678']) {
    const at = await scene(t, { account: { otp } });
    assert.match(assertRefused(await at.verify(otp), 400), encryptionMessage);
    assert.match(assertRefused(await at.verify(Buffer.from(otp).toString('base64')), 400), encryptionMessage);
    await assertAccepted(at);
  }
});

test('a malformed verification is refused', async (t) => {
  const at = await scene(t);
  const otp = encryptWithForge(at.registryPem, at.mock.account.otp).toString('base64');
  for (const body of [
    '',
    '{"otp":',
    { otp },
    { otp: 123456, txnId: at.mock.account.txnId },
    { otp, txnId: 7 },
  ]) {
    const message = assertRefused(await verifyOtp(at.mock, at.token, { body }), 400);
    assert.match(message, /^Malformed request body/);
    assert.doesNotMatch(message, encryptionMessage);
  }
  const body = { otp, txnId: at.mock.account.txnId };
  assertRefused(await verifyOtp(at.mock, at.token, { body, headers: { 'Content-Type': 'text/plain' } }), 415);
  await assertAccepted(at);
});

test('a verification is for callers with a token', async (t) => {
  const at = await scene(t);
  const body = {
    otp: encryptWithForge(at.registryPem, at.mock.account.otp).toString('base64'),
    txnId: at.mock.account.txnId,
  };
  assertRefused(await verifyOtp(at.mock, at.token, { body, headers: { Authorization: undefined } }), 401);
  assertRefused(await verifyOtp(at.mock, 'nonsense', { body }), 401);
  await assertAccepted(at);
});
