import type { Curve, KeyPair } from '../../support/crypto/node/transfer';
import { deriveKey, keyPairFrom, mixNonces, seal, sharedSecret } from '../../support/crypto/node/transfer';
import { bytesOf } from './seeded';
import type { Case } from './vector-file';

export interface Party {
  readonly pair: KeyPair;
  readonly nonce: Buffer;
}

function party(curve: Curve, name: string): Party {
  const raw = bytesOf(`${curve} ${name}`, 32);
  // A private key must be below the order of the base point, which is slightly more than 2^252.
  if (curve === 'weierstrass') raw.writeUInt8((raw[0] ?? 0) & 0x0f, 0);
  return { pair: keyPairFrom(curve, raw), nonce: bytesOf(`${curve} ${name} nonce`, 32) };
}

export const parties = (curve: Curve, name: string): Both => ({
  sender: party(curve, `${name} sender`),
  recipient: party(curve, `${name} recipient`),
});

export interface Both {
  readonly sender: Party;
  readonly recipient: Party;
}

export const secretOf = ({ sender, recipient }: Both): Buffer =>
  sharedSecret(sender.pair, recipient.pair.publicKey);

export function contentOf({ sender, recipient }: Both, bundle: string): Buffer {
  const { salt, iv } = mixNonces(sender.nonce, recipient.nonce);
  return seal(deriveKey(secretOf({ sender, recipient }), salt), iv, Buffer.from(bundle));
}

const shown = ({ pair, nonce }: Party) => ({
  privateKey: pair.privateKey.toString('base64'),
  publicKey: pair.publicKey.toString('base64'),
  nonce: nonce.toString('base64'),
});

export type About = readonly [id: string, comment: string, flags: readonly string[]];

export function valid([id, comment, flags]: About, both: Both, bundle: string): Case {
  const base = { id, comment, flags, result: 'valid', provenance: 'generated' } as const;
  const content = contentOf(both, bundle).toString('base64');
  return { ...base, sender: shown(both.sender), recipient: shown(both.recipient), bundle, content };
}

/** The sender's data as the recipient receives it, usually with one change. */
export interface Arrived {
  readonly publicKey: Buffer;
  readonly nonce: Buffer;
  readonly content: Buffer;
}

export function invalid(
  [id, comment, flags]: About,
  { recipient }: Both,
  { publicKey, nonce, content }: Arrived,
): Case {
  const base = { id, comment, flags, result: 'invalid', provenance: 'generated' } as const;
  return {
    ...base,
    sender: { publicKey: publicKey.toString('base64'), nonce: nonce.toString('base64') },
    recipient: shown(recipient),
    content: content.toString('base64'),
  };
}
