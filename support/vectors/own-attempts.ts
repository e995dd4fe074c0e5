import { hkdf } from '@noble/hashes/hkdf.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { createPrivateKey, hkdfSync } from 'node:crypto';
import type { VectorAttempt, VectorAnswer, AttemptResult, VectorAttempts } from '../cases/vector-attempt';
import { buildKeyMaterial } from '../cases/material';
import type {
  AgreementCase,
  FieldEncryptionCase,
  FieldEncryptionGroup,
  HkdfCase,
  JwtCase,
  JwtGroup,
  NonceCase,
  TextCase,
  TextGroup,
  TransferCase,
  TransferGroup,
} from '../cases/vector-file';
import { verifyCallbackJwt } from '../client/integrator/callback-verifier';
import { bytesOfBase64 } from '../client/integrator/transfer/codecs';
import { defaultReadings } from '../contract/readings';
import { checkSchema } from '../contract/schemas';
import { decryptField, encryptField } from '../crypto/forge/field-encryption';
import { verifyJws } from '../crypto/jose/jws';
import * as noble from '../crypto/noble';
import { openField } from '../crypto/node/field-inspection';
import * as node from '../crypto/node/transfer';
import type { Exchange } from '../exchange/exchange';
import { JudgingLoop } from '../judging/loop';
import { createFieldCipher } from '../mock/keys';
import { hasV3HeaderForm } from '../mock/request-checks';
import { contractObligations } from '../obligations';
import { orRefusal } from './outcome';

/** The two independent implementations of the transfer crypto. */
const sides = [
  ['noble', noble],
  ['node:crypto', node],
] as const;

type Side = typeof noble | typeof node;

const hex = (text: string): Buffer => Buffer.from(text, 'hex');
const base64 = (text: string): Buffer => Buffer.from(text, 'base64');

/** Runs a case on both implementations of the transfer crypto. */
function onBothSides(wanted: AttemptResult, compute: (side: Side) => AttemptResult): VectorAttempt[] {
  return sides.map(([implementation, side]) => ({
    implementation,
    wanted,
    answer: orRefusal(() => compute(side)),
  }));
}

function nonceAttempts({ hipNonce, hiuNonce, salt = '', iv = '' }: NonceCase): VectorAttempt[] {
  return onBothSides({ salt, IV: iv }, (side) => {
    const mixed = side.mixNonces(hex(hipNonce), hex(hiuNonce));
    return { salt: mixed.salt.toString('hex'), IV: mixed.iv.toString('hex') };
  });
}

/**
 * Tests the HKDF functions of noble and node:crypto. If the info is empty, also tests the suite's own key
 * derivation.
 */
function hkdfAttempts({ ikm, salt, info, okm }: HkdfCase): VectorAttempt[] {
  const length = okm.length / 2;
  const bare = (implementation: string, compute: () => ArrayBuffer | Uint8Array): VectorAttempt => ({
    implementation,
    wanted: { 'HKDF output': okm },
    answer: orRefusal(() => ({ 'HKDF output': Buffer.from(compute() as Uint8Array).toString('hex') })),
  });
  const keys = onBothSides({ 'AES key': okm.slice(0, 64) }, (side) => ({
    'AES key': side.deriveKey(hex(ikm), hex(salt)).toString('hex'),
  }));
  return [
    bare('noble', () => hkdf(sha256, hex(ikm), hex(salt), hex(info), length)),
    bare('node:crypto', () => hkdfSync('sha256', hex(ikm), hex(salt), hex(info), length)),
    ...(info === '' ? keys.map((key) => ({ ...key, implementation: `${key.implementation}, AES key` })) : []),
  ];
}

/** Computes the shared secret. Throws if the public key is not valid or belongs to the other curve form. */
function agreed(side: Side, curve: 'x25519' | 'weierstrass', privateKey: Buffer, publicKey: Buffer): Buffer {
  const peer = side.readPublicKey(publicKey);
  if (peer.curve !== curve) throw new Error('a key of the other form');
  return side.sharedSecret({ curve, privateKey }, peer.publicKey);
}

function x25519Attempts(each: AgreementCase): VectorAttempt[] {
  const { privateKey, publicKey, iterations = 1, sharedSecret = '' } = each;
  return onBothSides({ 'shared secret': sharedSecret }, (side) => {
    let [scalar, u] = [hex(privateKey), hex(publicKey)];
    for (let count = 0; count < iterations; count += 1)
      [scalar, u] = [agreed(side, 'x25519', scalar, u), scalar];
    return { 'shared secret': scalar.toString('hex') };
  });
}

function weierstrassAttempts(each: AgreementCase): VectorAttempt[] {
  const { privateKey, publicKey, sharedSecret = '' } = each;
  return onBothSides({ 'shared secret': sharedSecret }, (side) => ({
    'shared secret': agreed(side, 'weierstrass', base64(privateKey), base64(publicKey)).toString('base64'),
  }));
}

/**
 * Decrypts as the recipient. If the case is valid and contains the sender's private key, also encrypts as the
 * sender.
 */
function transferAttempts(each: TransferCase, { curve }: TransferGroup): VectorAttempt[] {
  const { result, sender, recipient, bundle = '', content } = each;
  const keyOf = (side: Side, own: TransferCase['sender'], peer: TransferCase['sender']) => {
    const pair = { curve, privateKey: base64(own.privateKey ?? '') };
    const { publicKey } = side.readPublicKey(base64(peer.publicKey));
    const { salt, iv } = side.mixNonces(base64(own.nonce), base64(peer.nonce));
    return [side.deriveKey(side.sharedSecret(pair, publicKey), salt), iv] as const;
  };
  const opening = onBothSides({ bundle }, (side) => ({
    bundle: side.open(...keyOf(side, recipient, sender), base64(content)).toString('utf8'),
  }));
  if (sender.privateKey === undefined || result === 'invalid') return opening;
  const sealing = onBothSides({ content }, (side) => ({
    content: side.seal(...keyOf(side, sender, recipient), Buffer.from(bundle)).toString('base64'),
  }));
  return [
    ...opening,
    ...sealing.map((each) => ({ ...each, implementation: `${each.implementation}, encrypting` })),
  ];
}

/**
 * Decrypts with node-forge, node:crypto and the mock. If the case has an OAEP seed, also encrypts with
 * node-forge.
 */
function fieldAttempts(each: FieldEncryptionCase, group: FieldEncryptionGroup): VectorAttempt[] {
  const scheme = group.hash === 'SHA-1' ? 'oaep-sha1' : 'oaep-sha256';
  const { plaintext, seed, ciphertext } = each;
  const bytes = Buffer.from(ciphertext, 'base64');
  const decrypting = (implementation: string, decrypt: () => string): VectorAttempt => ({
    implementation,
    wanted: { plaintext },
    answer: orRefusal(() => ({ plaintext: decrypt() })),
  });
  const encrypt = (): string =>
    encryptField(group.publicKey, plaintext, scheme, Buffer.from(seed ?? '', 'hex')).toString('base64');
  return [
    decrypting('node-forge', () => decryptField(group.privateKey, bytes, scheme)),
    decrypting('node:crypto', () => openedByNode(group, bytes, scheme)),
    decrypting('mock', () => openedByMock(group, ciphertext)),
    ...(seed === undefined
      ? []
      : [
          {
            implementation: 'node-forge, encrypting',
            wanted: { ciphertext },
            answer: orRefusal(() => ({ ciphertext: encrypt() })),
          } as const,
        ]),
  ];
}

function openedByNode({ privateKey }: FieldEncryptionGroup, bytes: Buffer, scheme: string): string {
  const key = createPrivateKey(privateKey);
  // Reject a ciphertext that is not as long as the modulus. The RSA operation ignores missing leading zeros,
  // but OAEP requires the full length (RFC 8017, section 7.1.2, step 1).
  if (bytes.length * 8 !== key.asymmetricKeyDetails?.modulusLength) throw new Error('another length');
  const opened = openField(key, bytes);
  if (opened?.padding !== scheme) throw new Error('another padding');
  return opened.plaintext.toString('utf8');
}

function openedByMock({ hash, privateKey }: FieldEncryptionGroup, ciphertext: string): string {
  const cipher = createFieldCipher(createPrivateKey(privateKey), hash);
  const decrypted = cipher.decrypt(ciphertext);
  if (!decrypted.ok) throw new Error(decrypted.reason);
  return decrypted.value;
}

/** Builds the answer of an implementation that only accepts or rejects its input, without output values. */
const taken = (accepts: boolean): VectorAnswer => (accepts ? {} : undefined);

/**
 * Returns the attempts for a header value or a Base64 string. Header values are tested against both the rules
 * and the mock, which implement clause 5.2 independently.
 */
function textAttempts(each: TextCase, { reads }: TextGroup): VectorAttempt[] {
  switch (reads) {
    case 'uuid-v4':
      return headerAttempts(each, 'REQUEST-ID');
    case 'timestamp':
      return headerAttempts(each, 'TIMESTAMP');
    case 'base64':
      return base64Attempts(each);
  }
}

function reading(implementation: string, wanted: AttemptResult, answer: () => VectorAnswer): VectorAttempt {
  return { implementation, wanted, answer };
}

const rightHeaders = {
  'REQUEST-ID': '919108f7-52d1-4320-9bac-f847db4148a8',
  TIMESTAMP: '2026-11-21T09:30:05.123Z',
};

function headerAttempts({ text }: TextCase, name: 'REQUEST-ID' | 'TIMESTAMP'): VectorAttempt[] {
  const headers = { ...rightHeaders, [name]: text };
  const byRules = (): VectorAnswer => {
    const always = brokenBy(rightHeaders);
    return taken(brokenBy(headers).every((id) => always.includes(id)));
  };
  return [
    reading('rules', {}, byRules),
    reading('mock', {}, () => taken(hasV3HeaderForm(headers['REQUEST-ID'], headers.TIMESTAMP))),
  ];
}

/**
 * Returns the ids of the obligations that a request with these headers breaks. The request is otherwise
 * incomplete, so it breaks some obligations even with valid headers. Callers must ignore those.
 */
function brokenBy(headers: Readonly<Record<string, string>>): string[] {
  const loop = new JudgingLoop(contractObligations.judged, { readings: defaultReadings });
  const exchange: Exchange = {
    seq: 1,
    sender: 'integrator',
    arrivedAt: 0,
    answeredAt: 0,
    service: 'gateway',
    operation: 'session.create',
    request: {
      method: 'POST',
      url: 'https://gateway.example/api/hiecm/gateway/v3/sessions',
      headers: Object.entries(headers),
    },
    response: { status: 200, headers: [] },
    facts: { scheme: 'https', loopback: false },
  };
  loop.observe(exchange);
  return [...loop.conclude()].flatMap(([id, { breachCount }]) => (breachCount > 0 ? [id] : []));
}

const base64Digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/**
 * Decodes Base64 bit by bit (RFC 4648, section 4), independently of Node's lenient decoder. Throws if the
 * string is not canonical Base64.
 */
function hexByBits(text: string): string {
  const values = Array.from(text.replace(/={1,2}$/, ''), (each) => base64Digits.indexOf(each));
  if (text.length % 4 !== 0 || values.includes(-1)) throw new Error('no Base64');
  const bits = values.map((value) => value.toString(2).padStart(6, '0')).join('');
  const bytes = bits.match(/[01]{8}/g) ?? [];
  if (bits.slice(bytes.length * 8).includes('1')) throw new Error('pad bits that are not zero');
  return bytes.map((byte) => parseInt(byte, 2).toString(16).padStart(2, '0')).join('');
}

const nonce = Buffer.alloc(32).toString('base64');

/**
 * Decodes the string with the suite's client and bit by bit, and checks it against the pattern of the JSON
 * Schema.
 */
function base64Attempts({ text, decoded = '' }: TextCase): VectorAttempt[] {
  const wanted = { bytes: decoded };
  // Used only for non-empty strings, because the schema describes a key, which is never empty.
  const bySchema = reading('schema', {}, () =>
    taken(checkSchema('contract/key-material', buildKeyMaterial(text, nonce)).length === 0),
  );
  return [
    reading(
      'client',
      wanted,
      orRefusal(() => ({ bytes: bytesOfBase64(text, 'it').toString('hex') })),
    ),
    reading(
      'bit by bit',
      wanted,
      orRefusal(() => ({ bytes: hexByBits(text) })),
    ),
    ...(text === '' ? [] : [bySchema]),
  ];
}

/**
 * Verifies the JWT with the suite's client and with the judge, both with a leeway of zero. Both use jose, but
 * the JWT itself was signed with node:crypto.
 */
function jwtAttempts({ jwt }: JwtCase, group: JwtGroup): VectorAttempt[] {
  const { algorithms, issuer, audience, jwks } = group;
  const now = new Date(group.now);
  const keys = {
    all: () => Promise.resolve(jwks.keys),
    find: (kid: string) => Promise.resolve(jwks.keys.find((each) => each.kid === kid)),
  };
  const rules = { algorithms, issuer, audience, now, leeway: 0 };
  const verifying = (implementation: string, verify: () => Promise<boolean>): VectorAttempt => ({
    implementation,
    wanted: {},
    answer: async () => taken(await verify()),
  });
  return [
    verifying('client', () => verifyCallbackJwt(jwt, keys, rules)),
    verifying('judge', async () => (await verifyJws(jwt, jwks.keys, rules)).valid),
  ];
}

/**
 * Functions that run test vectors on the suite's own code, by kind of vector file. At least two
 * implementations run each case. They are independent of each other, except that both JWT verifiers use jose.
 */
export const ownAttempts: VectorAttempts = {
  'vectors/field-encryption': fieldAttempts,
  'vectors/nonces': nonceAttempts,
  'vectors/hkdf': hkdfAttempts,
  'vectors/x25519': x25519Attempts,
  'vectors/weierstrass': weierstrassAttempts,
  'vectors/transfer': transferAttempts,
  'vectors/text': textAttempts,
  'vectors/jwt': jwtAttempts,
};
