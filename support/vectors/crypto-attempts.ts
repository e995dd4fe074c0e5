import { hkdfSync } from 'node:crypto';
import { hkdf } from '@noble/hashes/hkdf.js';
import { sha256 } from '@noble/hashes/sha2.js';
import * as node from '../crypto/node/transfer';
import * as noble from '../crypto/noble';
import type { AttemptResult, Attempt } from '../cases/attempt';
import { refusing } from './outcome';
import type { AgreementCase, HkdfCase, NonceCase, TransferCase, TransferGroup } from '../cases/vector-file';

/** Both sides of the transfer crypto, which know nothing of each other. */
const sides = [
  ['noble', noble],
  ['node:crypto', node],
] as const;

type Side = typeof noble | typeof node;

const hex = (text: string): Buffer => Buffer.from(text, 'hex');
const base64 = (text: string): Buffer => Buffer.from(text, 'base64');

/** What both sides make of a case. */
function onBothSides(wanted: AttemptResult, compute: (side: Side) => AttemptResult): Attempt[] {
  return sides.map(([implementation, side]) => ({
    implementation,
    wanted,
    answer: refusing(() => compute(side)),
  }));
}

export function nonceAttempts({ hipNonce, hiuNonce, salt = '', iv = '' }: NonceCase): Attempt[] {
  return onBothSides({ salt, IV: iv }, (side) => {
    const mixed = side.mixNonces(hex(hipNonce), hex(hiuNonce));
    return { salt: mixed.salt.toString('hex'), IV: mixed.iv.toString('hex') };
  });
}

/** The transfer's own derivation where the info is empty; the bare function of both libraries for any. */
export function hkdfAttempts({ ikm, salt, info, okm }: HkdfCase): Attempt[] {
  const length = okm.length / 2;
  const bare = (implementation: string, compute: () => ArrayBuffer | Uint8Array): Attempt => ({
    implementation,
    wanted: { 'HKDF output': okm },
    answer: refusing(() => ({ 'HKDF output': Buffer.from(compute() as Uint8Array).toString('hex') })),
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

/** The secret of a private and a public key. Throws for keys of another curve, and for what cannot be used. */
function agreed(side: Side, curve: 'x25519' | 'weierstrass', privateKey: Buffer, publicKey: Buffer): Buffer {
  const peer = side.readPublicKey(publicKey);
  if (peer.curve !== curve) throw new Error('a key of the other form');
  return side.sharedSecret(side.keyPairFrom(curve, privateKey), peer.publicKey);
}

export function x25519Attempts(each: AgreementCase): Attempt[] {
  const { privateKey, publicKey, iterations = 1, sharedSecret = '' } = each;
  return onBothSides({ 'shared secret': sharedSecret }, (side) => {
    let [scalar, u] = [hex(privateKey), hex(publicKey)];
    for (let count = 0; count < iterations; count += 1)
      [scalar, u] = [agreed(side, 'x25519', scalar, u), scalar];
    return { 'shared secret': scalar.toString('hex') };
  });
}

export function weierstrassAttempts(each: AgreementCase): Attempt[] {
  const { privateKey, publicKey, sharedSecret = '' } = each;
  return onBothSides({ 'shared secret': sharedSecret }, (side) => ({
    'shared secret': agreed(side, 'weierstrass', base64(privateKey), base64(publicKey)).toString('base64'),
  }));
}

/** Decryption as the recipient; where the sender's private key is there, encryption as the sender too. */
export function transferAttempts(each: TransferCase, { curve }: TransferGroup): Attempt[] {
  const { result, sender, recipient, bundle = '', content } = each;
  const keyOf = (side: Side, own: TransferCase['sender'], peer: TransferCase['sender']) => {
    const pair = side.keyPairFrom(curve, base64(own.privateKey ?? ''));
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
