import type { Curve, KeyPair } from '../../support/crypto/node/transfer';
import { deriveKey, keyPairFrom, mixNonces, seal, sharedSecret } from '../../support/crypto/node/transfer';
import { seededBytes } from './seeded';
import type { Case } from './vector-file';

export interface Party {
  readonly pair: KeyPair;
  readonly nonce: Buffer;
}

function party(curve: Curve, name: string): Party {
  const raw = seededBytes(`${curve} ${name}`, 32);
  // Clear the top four bits. A private key must be below the order of the base point, which is slightly more
  // than 2^252.
  if (curve === 'weierstrass') raw.writeUInt8((raw[0] ?? 0) & 0x0f, 0);
  return { pair: keyPairFrom(curve, raw), nonce: seededBytes(`${curve} ${name} nonce`, 32) };
}

export const seededParties = (curve: Curve, name: string): TransferParties => ({
  sender: party(curve, `${name} sender`),
  recipient: party(curve, `${name} recipient`),
});

export interface TransferParties {
  readonly sender: Party;
  readonly recipient: Party;
}

export const secretOf = ({ sender, recipient }: TransferParties): Buffer =>
  sharedSecret(sender.pair, recipient.pair.publicKey);

export function encryptedContentOf({ sender, recipient }: TransferParties, bundle: string): Buffer {
  const { salt, iv } = mixNonces(sender.nonce, recipient.nonce);
  return seal(deriveKey(secretOf({ sender, recipient }), salt), iv, Buffer.from(bundle));
}

const shown = ({ pair, nonce }: Party) => ({
  privateKey: pair.privateKey.toString('base64'),
  publicKey: pair.publicKey.toString('base64'),
  nonce: nonce.toString('base64'),
});

export type CaseIntro = readonly [id: string, comment: string, flags: readonly string[]];

export function validTransfer([id, comment, flags]: CaseIntro, both: TransferParties, bundle: string): Case {
  const base = { id, comment, flags, result: 'valid', provenance: 'generated' } as const;
  const content = encryptedContentOf(both, bundle).toString('base64');
  return { ...base, sender: shown(both.sender), recipient: shown(both.recipient), bundle, content };
}

/** The sender's data as the recipient receives it, usually with one change. */
export interface Arrived {
  readonly publicKey: Buffer;
  readonly nonce: Buffer;
  readonly content: Buffer;
}

export function invalidTransfer(
  [id, comment, flags]: CaseIntro,
  { recipient }: TransferParties,
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
