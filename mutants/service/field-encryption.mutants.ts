import type { KeyObject } from 'node:crypto';
import { md, pki } from 'node-forge';
import type { ObligationId } from '../../support/obligations';
import type { DecryptedField, FieldDecrypter } from '../../support/mock/keys';
import { defaultKeyPair } from '../../support/mock/keys';
import { privatePem } from '../key-material';
import type { Mutant, StartStage } from '../mutant';
import { serviceMutant } from '../mutant';
import { editRefusals } from '../replies';
import { createSha256Cipher } from '../sha256-cipher';
import { withAgreedReadings, stageMock } from '../stage';

type Decrypt = FieldDecrypter['decrypt'];

/** A registry that opens fields in another way. */
function opening(
  name: string,
  breaks: readonly ObligationId[],
  story: string,
  wrap: (own: Decrypt, key: KeyObject) => Decrypt,
): Mutant {
  const start: StartStage = async () => {
    const registry = await defaultKeyPair('registry');
    return stageMock({
      keys: { registry },
      seams: ({ cipher }) => ({
        cipher: { decrypt: wrap((text) => cipher.decrypt(text), registry.privateKey) },
      }),
    });
  };
  return serviceMutant(name, breaks, story, start);
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

/** Rejections in another form than the one that the target has agreed on. */
const otherwiseRejected: readonly Mutant[] = [
  serviceMutant(
    'rejection-not-as-agreed',
    ['ENC-11', 'ENC-12', 'ENC-13'],
    '422 was agreed, and 400 comes.',
    async () => withAgreedReadings(await stageMock({}), { 'encryption-rejection': { status: 422 } }),
  ),
  serviceMutant(
    'rejection-without-agreed-envelope',
    ['ENC-11', 'ENC-12', 'ENC-13'],
    'The envelope was agreed, and the registry writes errors without it.',
    async () =>
      withAgreedReadings(
        await stageMock({
          seams: editRefusals('otp.verify', 'encryption', (body) => ({ status: 400, body })),
        }),
        {
          'encryption-rejection': { shape: 'envelope' },
        },
      ),
  ),
];

export const fieldEncryptionMutants: readonly Mutant[] = [...tooTolerant, ...otherwiseRejected];
