import type { KeyObject } from 'node:crypto';
import { md, pki } from 'node-forge';
import type { ObligationId } from '../../support/obligations';
import type { DecryptedField, FieldCipher } from '../../support/mock/field-cipher';
import { defaultKeyPair } from '../../support/mock/keys';
import { privatePem } from '../key-material';
import type { Mutant, Start } from '../mutant';
import { mutant } from '../mutant';
import type { ErrorBody } from '../replies';
import { envelope, refusing } from '../replies';
import type { Reply } from '../../support/mock/seams';
import { createSha256Cipher } from '../sha256-cipher';
import { stageMock, withSeams } from '../stage';

type Decrypt = FieldCipher['decrypt'];

/** A registry that opens fields in another way. */
function opening(
  name: string,
  breaks: readonly ObligationId[],
  story: string,
  wrap: (own: Decrypt, key: KeyObject) => Decrypt,
): Mutant {
  const start: Start = async () => {
    const registry = await defaultKeyPair('registry');
    return stageMock({
      keys: { registry },
      seams: ({ cipher }) => ({
        cipher: { decrypt: wrap((text) => cipher.decrypt(text), registry.privateKey) },
      }),
    });
  };
  return mutant(name, breaks, story, start);
}

/** Tries the right way first, then another. */
function orElse(own: Decrypt, other: (bytes: Buffer) => string): Decrypt {
  return (text) => {
    const opened = own(text);
    return opened.ok || opened.reason === 'encoding' ? opened : attempt(opened, text, other);
  };
}

function attempt(refused: DecryptedField, text: string, other: (bytes: Buffer) => string): DecryptedField {
  try {
    return { ok: true, value: other(Buffer.from(text, 'base64')) };
  } catch {
    return refused;
  }
}

function forgeKey(key: KeyObject): pki.rsa.PrivateKey {
  return pki.privateKeyFromPem(privatePem(key));
}

/** Opens PKCS#1 v1.5. OpenSSL answers wrong padding with random bytes, node-forge with an error. */
function openPkcs1(key: KeyObject): (bytes: Buffer) => string {
  const opener = forgeKey(key);
  return (bytes) => opener.decrypt(bytes.toString('binary'), 'RSAES-PKCS1-V1_5');
}

/** Opens OAEP over SHA-256, with the same or another hash for MGF1. */
function openSha256(key: KeyObject, mask: 'sha1' | 'sha256'): (bytes: Buffer) => string {
  const opener = forgeKey(key);
  return (bytes) =>
    opener.decrypt(bytes.toString('binary'), 'RSA-OAEP', {
      md: md.sha256.create(),
      mgf1: { md: mask === 'sha1' ? md.sha1.create() : md.sha256.create() },
    });
}

function fromHex(text: string): string {
  return /^([0-9a-f]{2})+$/i.test(text) ? Buffer.from(text, 'hex').toString('base64') : text;
}

const tooTolerant: readonly Mutant[] = [
  opening('pkcs1-v1-5-accepted', ['ENC-11'], 'Old clients are opened with PKCS#1 v1.5.', (own, key) =>
    orElse(own, openPkcs1(key)),
  ),
  opening('sha256-tried-too', ['ENC-12'], 'SHA-1 is tried, then SHA-256.', (own, key) =>
    orElse(own, openSha256(key, 'sha256')),
  ),
  opening(
    'java-default-accepted',
    ['ENC-12'],
    "Java's SHA-256 with MGF1 over SHA-1 is tried too.",
    (own, key) => orElse(own, openSha256(key, 'sha1')),
  ),
  opening('all-paddings-tried', ['ENC-11', 'ENC-12'], 'Paddings are tried until one fits.', (own, key) =>
    [openPkcs1(key), openSha256(key, 'sha1'), openSha256(key, 'sha256')].reduce(orElse, own),
  ),
  opening(
    'lenient-base64',
    ['ENC-13'],
    'The decoder drops foreign characters.',
    (own) => (text) => own(Buffer.from(text, 'base64').toString('base64')),
  ),
  opening(
    'hex-accepted',
    ['ENC-13'],
    'Hexadecimal is recognised and decoded.',
    (own) => (text) => own(fromHex(text)),
  ),
  opening(
    'raw-otp-accepted',
    ['ENC-13'],
    'Six digits are taken as they are, for tests by hand.',
    (own) => (text) => (/^\d{6}$/.test(text) ? { ok: true, value: text } : own(text)),
  ),
  opening(
    'sha256-registry-lenient',
    ['ENC-13'],
    'A registry of the newer kind, which takes SHA-256 only, drops foreign characters.',
    (_own, key) => (text) => createSha256Cipher(key).decrypt(Buffer.from(text, 'base64').toString('base64')),
  ),
  opening(
    'sha256-registry-hex',
    ['ENC-13'],
    'A registry of the newer kind decodes hexadecimal too.',
    (_own, key) => (text) => createSha256Cipher(key).decrypt(fromHex(text)),
  ),
];

/** A registry that rejects values in another way. */
function rejecting(
  name: string,
  reason: 'encoding' | 'decryption' | 'encryption',
  story: string,
  answer: (error: ErrorBody) => Reply,
): Mutant {
  const breaks = { encoding: encodings, decryption: ciphers, encryption: [...ciphers, ...encodings] }[reason];
  return mutant(name, breaks, story, withSeams(refusing('otp.verify', reason, answer)));
}

const ciphers: readonly ObligationId[] = ['ENC-11', 'ENC-12'];
const encodings: readonly ObligationId[] = ['ENC-13'];
const wrongOtp = envelope(400, 'SVC-2003', 'OTP or transaction does not match');

const otherwiseRejected: readonly Mutant[] = [
  rejecting('padding-error-500', 'decryption', 'A padding error is not caught.', () =>
    envelope(500, 'SVC-1500', 'Internal error'),
  ),
  rejecting(
    'padding-error-swallowed',
    'decryption',
    'What does not decrypt is an empty OTP.',
    () => wrongOtp,
  ),
  rejecting('encoding-error-500', 'encoding', 'An error of the decoder is not caught.', () =>
    envelope(500, 'SVC-1500', 'Internal error'),
  ),
  rejecting('encoding-error-unnamed', 'encoding', 'Bad Base64 fails validation before decryption.', () =>
    envelope(400, 'SVC-1001', 'Malformed request body: /otp'),
  ),
  rejecting('rejection-422', 'encryption', 'What is well-formed and wrong gets 422.', ({ code, message }) =>
    envelope(422, code, message),
  ),
  rejecting('rejection-flat', 'encryption', 'The registry writes errors without the envelope.', (body) => ({
    status: 400,
    body,
  })),
  rejecting('rejection-in-200', 'encryption', 'The rejection is an answer with status 200.', (error) =>
    envelope(200, error.code, error.message),
  ),
  rejecting('rejection-bad-request', 'encryption', 'Nothing about decryption is to leak.', ({ code }) =>
    envelope(400, code, 'Bad request'),
  ),
];

export const fieldEncryptionMutants: readonly Mutant[] = [...tooTolerant, ...otherwiseRejected];
