import type { KeyMaterial } from '../adapter/protocol';
import type { CurveForm } from '../contract/readings';
import { defaultReadings } from '../contract/readings';
import type { InvalidFact } from '../contract/transfer';
import { invalidVariant } from '../contract/transfer';
import type { KeyPair, PublicKey } from '../crypto/node/transfer';
import { uncheckedSecrets } from '../crypto/node/transfer';
import type { DecryptAsk } from './ask';
import { createRandomParty, replacePublicKey, replaceNonce } from './material';
import { sealForHiu } from './seal-for-hiu';
import type { BitPlace, SpoiltKeyMaterial } from './spoilt-key-material';
import { codedLike, flipped, places, spoiltKeys, uncheckedKeys } from './spoilt-key-material';

/** A call that the client must refuse, described by its difference from a valid call. */
export interface Change {
  readonly variant: string;
  readonly change: Partial<DecryptAsk>;
}

/**
 * Returns changes that each flip one bit (at the beginning, in the middle or at the end) of the ciphertext,
 * tag, nonce or public key. One further change removes the tag. Another replaces the public key with another
 * HIP's.
 */
export function bitChanges({ content, keyMaterial, sealed, form }: DecryptAsk): Change[] {
  const tagBytes = defaultReadings['gcm-tag'].bytes;
  const bytes = Buffer.from(content, 'base64');
  const [ciphertext, tag] = [bytes.subarray(0, -tagBytes), bytes.subarray(-tagBytes)];
  const contentOf = (...parts: Buffer[]): Partial<DecryptAsk> => ({
    content: Buffer.concat(parts).toString('base64'),
  });
  const own = sealed?.own;
  return [
    ...eachPlace('changed ciphertext', (place) => contentOf(flipped(ciphertext, place), tag)),
    ...eachPlace('changed tag', (place) => contentOf(ciphertext, flipped(tag, place))),
    { variant: invalidVariant('changed tag', 'left out'), change: contentOf(ciphertext) },
    ...eachPlace('changed nonce', (place) => ({
      keyMaterial: replaceNonce(keyMaterial, flipped(Buffer.from(keyMaterial.nonce, 'base64'), place)),
    })),
    ...(own === undefined
      ? []
      : eachPlace('changed key', (place) => ({
          keyMaterial: replacePublicKey(keyMaterial, changedKey(keyMaterial, own, place)),
        }))),
    {
      variant: invalidVariant('changed key', 'that of another HIP'),
      change: {
        keyMaterial: replacePublicKey(keyMaterial, codedKey(keyMaterial, createRandomParty(form).own)),
      },
    },
  ];
}

function eachPlace(fact: InvalidFact, change: (place: BitPlace) => Partial<DecryptAsk>): Change[] {
  return places.map((place) => ({ variant: invalidVariant(fact, `${place} bit`), change: change(place) }));
}

/**
 * Flips one bit in the coordinates of a public key. Leaves the bytes before the coordinates unchanged,
 * because a client may ignore them.
 */
function changedKey(right: KeyMaterial, { curve, publicKey }: KeyPair, place: BitPlace): Buffer {
  const head = curve === 'x25519' ? 0 : 1;
  const changed = Buffer.concat([publicKey.subarray(0, head), flipped(publicKey.subarray(head), place)]);
  return codedKey(right, { curve, publicKey: changed });
}

const codedKey = (right: KeyMaterial, { curve, publicKey }: PublicKey): Buffer =>
  curve === 'x25519' ? publicKey : codedLike(right, publicKey);

/** Returns changes that replace the HIP's public key with one that the client must refuse. */
export function temptingKeys(twin: DecryptAsk, forms: readonly CurveForm[]): Change[] {
  return spoiltKeys(twin.keyMaterial, twin.form, forms).flatMap((each) => tempting(twin, each));
}

/**
 * Returns only those changes of {@link temptingKeys} that use a point of low order or off the curve. A client
 * that does not check such a point can compute a shared secret from it.
 */
export function temptingPoints(twin: DecryptAsk): Change[] {
  return uncheckedKeys(twin.keyMaterial, twin.form).flatMap((each) => tempting(twin, each));
}

/**
 * Returns one change for each shared secret that a client may compute if it does not check the key. The
 * content is encrypted with that secret, so a client that skips the check can decrypt the content of one
 * change. If no such secret exists, returns a single change without new content.
 */
function tempting(
  { to, sealed, bundle }: DecryptAsk,
  { variant, keyMaterial, key }: SpoiltKeyMaterial,
): Change[] {
  const plain = { variant, change: { keyMaterial } };
  if (sealed === undefined || key === undefined) return [plain];
  const peer = { publicKey: sealed.peerPublicKey, nonce: sealed.peerNonce };
  const privateKey = 'recipient' in to ? Buffer.from(to.recipient.privateKey, 'base64') : undefined;
  const secrets = uncheckedSecrets(key, privateKey);
  if (secrets.length === 0) return [plain];
  return secrets.map((secret) => {
    const content = sealForHiu(sealed, peer, bundle.text, secret).toString('base64');
    return { variant, change: { keyMaterial, content } };
  });
}

/**
 * Returns changes with nonces of 31 and 33 bytes. A client can decrypt the content if it pads or truncates
 * the nonce to 32 bytes instead of refusing it.
 */
export function temptingNonces({ sealed, bundle, keyMaterial }: DecryptAsk): Change[] {
  if (sealed === undefined) return [];
  const peer = { publicKey: sealed.peerPublicKey, nonce: sealed.peerNonce };
  const zero = Buffer.of(0);
  const [behind, before] = [sealed.ownNonce.subarray(0, 31), sealed.ownNonce.subarray(1)];
  const variants: readonly (readonly [detail: string, meant: Buffer, sent: Buffer])[] = [
    ['31 bytes, a zero at the end left out', Buffer.concat([behind, zero]), behind],
    ['31 bytes, a zero at the beginning left out', Buffer.concat([zero, before]), before],
    ['33 bytes, one more at the end', sealed.ownNonce, Buffer.concat([sealed.ownNonce, zero])],
    ['33 bytes, one more at the beginning', sealed.ownNonce, Buffer.concat([zero, sealed.ownNonce])],
  ];
  return variants.map(([detail, meant, sent]) => ({
    variant: invalidVariant('nonce length', detail),
    change: {
      keyMaterial: replaceNonce(keyMaterial, sent),
      content: sealForHiu({ own: sealed.own, ownNonce: meant }, peer, bundle.text).toString('base64'),
    },
  }));
}
