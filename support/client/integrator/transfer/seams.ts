import type { KeyMaterial } from '../../../adapter/protocol';
import type { KeyForm } from '../../../contract/transfer-facts';
import type { KeyPair } from '../../../crypto/noble';
import { deriveKey, mixNonces, open, seal, sharedSecret } from '../../../crypto/noble';
import type { BundleCodec, ContentCodec } from './codecs';
import { standardBase64Content, utf8Bundle } from './codecs';
import { composeKeyMaterial } from './compose';
import { readPeer } from './peer';
import type { Peer } from './peer';
import { randomKeys } from './random-keys';
import type { TransferKeys } from './random-keys';

/** What leaves as the answer to `transfer.encrypt`. */
export interface SentTransfer {
  readonly keyMaterial: object;
  readonly content: string;
}

/** The places where a health-data transfer (clause 6.2) can be made otherwise. */
export interface TransferSeams {
  readonly keys: TransferKeys;
  /** Reads and checks the other side's key material; throws a RefusalError with the reason. */
  readonly readPeer: (material: KeyMaterial, about: { role: 'hip' | 'hiu'; now: number }) => Peer;
  readonly sharedSecret: (own: KeyPair, peerPublicKey: Buffer) => Buffer;
  readonly mixNonces: (own: Buffer, peer: Buffer) => { salt: Buffer; iv: Buffer };
  readonly deriveKey: (secret: Buffer, salt: Buffer) => Buffer;
  readonly seal: (key: Buffer, iv: Buffer, plaintext: Buffer) => Buffer;
  readonly open: (key: Buffer, iv: Buffer, content: Buffer) => Buffer;
  readonly bundle: BundleCodec;
  readonly content: ContentCodec;
  /** Clause 2.6; `keyForm` is how the public key is written. */
  readonly compose: (own: KeyPair, nonce: Buffer, about: { keyForm: KeyForm; now: number }) => object;
  readonly send: (sent: SentTransfer, secrets: { own: KeyPair; bundle: string }) => SentTransfer;
}

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
