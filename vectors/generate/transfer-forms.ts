import type { KeyForm } from '../../support/contract/transfer';
import type { Curve } from '../../support/crypto/node/transfer';
import { writePublicKey } from '../../support/crypto/node/transfer';
import type { CaseIntro, TransferParties } from './transfer-cases';
import { encryptedContentOf, invalidTransfer, seededParties, validTransfer } from './transfer-cases';
import type { Case } from './vector-file';

/** The encodings of a public key on each curve, other than the bare bytes. */
const codings: Readonly<Record<Curve, readonly KeyForm[]>> = {
  x25519: ['x25519-spki'],
  weierstrass: ['weierstrass-spki-explicit', 'weierstrass-spki-named'],
};

const otherCurve: Readonly<Record<Curve, Curve>> = { x25519: 'weierstrass', weierstrass: 'x25519' };

/**
 * Returns a valid case for each SPKI encoding of the sender's key. Also returns invalid cases, in which the
 * key is on the other curve or has a wrong length.
 */
export function formCases(curve: Curve, bundle: string): Case[] {
  const both = seededParties(curve, 'forms');
  const good = codings[curve].map((form): Case => {
    const about: CaseIntro = [`key-${form}`, "only one coding of the other side's key is read", ['KeyForm']];
    const each = validTransfer(about, both, bundle);
    const publicKey = writePublicKey(both.sender.pair, form).toString('base64');
    return { ...each, sender: { ...(each.sender as object), publicKey } };
  });
  return [...good, ...wrongForms(curve, both, bundle)];
}

function wrongForms(curve: Curve, both: TransferParties, bundle: string): Case[] {
  const content = encryptedContentOf(both, bundle);
  const { nonce, pair } = both.sender;
  const foreign = seededParties(otherCurve[curve], 'foreign').sender.pair;
  const bad = (id: string, comment: string, publicKey: Buffer): Case =>
    invalidTransfer([id, comment, ['Key']], both, { publicKey, nonce, content });
  const own = pair.publicKey;
  return [
    bad('key-of-other-form', `a key on ${foreign.curve} is taken for one on ${curve}`, foreign.publicKey),
    ...codings[foreign.curve].map((form) =>
      bad(`key-${form}`, `a key on ${foreign.curve} inside an SPKI`, writePublicKey(foreign, form)),
    ),
    bad('key-cut', 'the last byte of the key is missing', own.subarray(0, -1)),
    bad('key-followed', 'a byte stands behind the key', Buffer.concat([own, Buffer.alloc(1)])),
  ];
}
