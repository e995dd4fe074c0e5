import type { KeyMaterial } from '../../../adapter/protocol';
import type { KeyForm } from '../../../contract/transfer';
import type { Curve, KeyPair } from '../../../crypto/noble';
import {
  deriveKey,
  generateKeyPair,
  mixNonces,
  open,
  seal,
  sharedSecret,
  writePublicKey,
} from '../../../crypto/noble';
import type { BundleCodec, ContentCodec } from './codecs';
import { standardBase64Content, utf8Bundle } from './codecs';
import { readPeer } from './transfer-peer';
import type { TransferPeer } from './transfer-peer';
import { constants } from '../../../contract/constants';
import { randomBytes } from 'node:crypto';

/** Result of the adapter method `transfer.encrypt`. */
export interface SentTransfer {
  readonly keyMaterial: object;
  readonly content: string;
}

/**
 * Replaceable parts of a health-data transfer (clause 6.2). Tests replace some of them to build a client with
 * a known mistake.
 */
export interface TransferSeams {
  readonly keys: TransferKeys;
  /** Parses and checks the other side's key material. Throws a RefusalError with the reason. */
  readonly readPeer: (material: KeyMaterial, about: { role: 'hip' | 'hiu'; now: number }) => TransferPeer;
  readonly sharedSecret: (own: KeyPair, peerPublicKey: Buffer) => Buffer;
  readonly mixNonces: (own: Buffer, peer: Buffer) => { salt: Buffer; iv: Buffer };
  readonly deriveKey: (secret: Buffer, salt: Buffer) => Buffer;
  readonly seal: (key: Buffer, iv: Buffer, plaintext: Buffer) => Buffer;
  readonly open: (key: Buffer, iv: Buffer, content: Buffer) => Buffer;
  readonly bundle: BundleCodec;
  readonly content: ContentCodec;
  /** Builds key material (clause 2.6); `keyForm` is the encoding of the public key. */
  readonly compose: (own: KeyPair, nonce: Buffer, about: { keyForm: KeyForm; now: number }) => object;
  readonly send: (sent: SentTransfer, secrets: { own: KeyPair; bundle: string }) => SentTransfer;
}

/** Time from the creation of a transfer key to its expiry, in milliseconds. */
const lifetimeMs = 30 * 60 * 1000;

/** Builds key material with the members that clause 2.6 documents. */
function composeKeyMaterial(
  own: KeyPair,
  nonce: Buffer,
  { keyForm, now }: { keyForm: KeyForm; now: number },
): KeyMaterial {
  return {
    cryptoAlg: constants.cryptoAlg,
    curve: constants.curve,
    dhPublicKey: {
      expiry: new Date(now + lifetimeMs).toISOString(),
      parameters: 'Curve25519/32byte random key',
      keyValue: writePublicKey(own, keyForm).toString('base64'),
    },
    nonce: nonce.toString('base64'),
  };
}

/** Source of the short-term key pair and the nonce of each transfer (clause 6.2.2). */
export interface TransferKeys {
  keyPair(curve: Curve): KeyPair;
  nonce(): Buffer;
}

export const randomKeys: TransferKeys = {
  keyPair: generateKeyPair,
  nonce: () => randomBytes(constants.nonceBytes),
};

export const conformingTransfer: TransferSeams = {
  keys: randomKeys,
  readPeer,
  sharedSecret,
  mixNonces,
  deriveKey,
  seal,
  open,
  bundle: utf8Bundle,
  content: standardBase64Content,
  compose: composeKeyMaterial,
  send: (sent) => sent,
};
