import type { KnownMistake } from '../../../../support/contract/transfer';
import type { Curve, KeyPair } from '../../../../support/crypto/node/transfer';
import {
  deriveKey,
  diagnoseContent,
  mistakenTransfers,
  mixNonces,
  seal,
  sharedSecret,
} from '../../../../support/crypto/node/transfer';
import { randomBytes, randomKeyPair } from '../../../seed';

export const curves = ['x25519', 'weierstrass'] as const;

/**
 * A bundle in which every way of writing it differs from every other: so long that its content has both signs of Base64
 * that base64url replaces, and ends with padding.
 */
export const bundle = JSON.stringify({
  resourceType: 'Bundle',
  type: 'collection',
  note: 'Žofie 张伟 e\u0301 \u00e9 \u{1F3E5}',
  data: 'a'.repeat(501),
});

/** Both sides of a transfer. */
interface Parties {
  readonly hip: KeyPair;
  readonly hipNonce: Buffer;
  readonly hiu: KeyPair;
  readonly hiuNonce: Buffer;
}

export function newParties(curve: Curve): Parties {
  return {
    hip: randomKeyPair(curve),
    hipNonce: randomBytes(32),
    hiu: randomKeyPair(curve),
    hiuNonce: randomBytes(32),
  };
}

/** Parties whose shared secret begins with a zero byte, as one in 128 or 256 does. */
export function partiesWithLeadingZero(curve: Curve): Parties {
  const parties = newParties(curve);
  for (let hip = parties.hip; ; hip = randomKeyPair(curve))
    if (sharedSecret(hip, parties.hiu.publicKey)[0] === 0) return { ...parties, hip };
}

/** What the suite as HIU makes of a content. */
export function diagnose(
  parties: Parties,
  content: string,
  text = bundle,
  siblings: readonly KnownMistake[] = [],
) {
  const { hip, hipNonce, hiu, hiuNonce } = parties;
  return diagnoseContent(
    { own: hiu, ownNonce: hiuNonce, peer: hip, peerNonce: hipNonce, bundle: text, content },
    siblings,
  );
}

/** What a conforming HIP sends. */
export function rightContent({ hip, hipNonce, hiu, hiuNonce }: Parties, text = bundle): Buffer {
  const { salt, iv } = mixNonces(hipNonce, hiuNonce);
  return seal(deriveKey(sharedSecret(hip, hiu.publicKey), salt), iv, Buffer.from(text));
}

/** What HIPs with one known mistake each send. */
export function mistaken({ hip, hipNonce, hiu, hiuNonce }: Parties, text = bundle) {
  return [
    ...mistakenTransfers({
      own: hip,
      ownNonce: hipNonce,
      peer: hiu,
      peerNonce: hiuNonce,
      bundle: text,
    }),
  ];
}
