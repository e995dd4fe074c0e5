import type { CurveForm } from '../../contract/readings';
import { defaultReadings } from '../../contract/readings';
import type { SpoiltFact } from '../../contract/transfer-variants';
import { spoilt } from '../../contract/transfer-variants';
import type { KeyPair } from '../../crypto/node/transfer';
import { writePublicKey } from '../../crypto/node/transfer';
import type { MadeUp } from '../made-up';
import type { DecryptAsk } from './ask';
import { materialOfParty, newParty, withKey, withNonce } from './material';
import { sealFor } from './seal-for';
import type { Place } from './spoilt';
import { flipped, places, spoiltKeys } from './spoilt';

/** What is to be refused, told as its difference from the valid twin. */
export interface Change {
  readonly variant: string;
  readonly change: Partial<DecryptAsk>;
}

/** One bit turned over, at the beginning, in the middle and at the end of everything that was sent. */
export function changes({ content, keyMaterial, sealed, form }: DecryptAsk, data: MadeUp): Change[] {
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
    { variant: spoilt('changed tag', 'left out'), change: contentOf(ciphertext) },
    ...eachPlace('changed nonce', (place) => ({
      keyMaterial: withNonce(keyMaterial, flipped(Buffer.from(keyMaterial.nonce, 'base64'), place)),
    })),
    ...(own === undefined
      ? []
      : eachPlace('changed key', (place) => ({
          keyMaterial: withKey(keyMaterial, changedKey(own, form, place)),
        }))),
    {
      variant: spoilt('changed key', 'that of another HIP'),
      change: { keyMaterial: withKey(keyMaterial, strangeKey(form, data)) },
    },
  ];
}

function eachPlace(fact: SpoiltFact, change: (place: Place) => Partial<DecryptAsk>): Change[] {
  return places.map((place) => ({ variant: spoilt(fact, `${place} bit`), change: change(place) }));
}

/** The coordinates alone are changed: what stands around them may be read past. */
function changedKey({ curve, publicKey }: KeyPair, form: CurveForm, place: Place): Buffer {
  if (curve === 'x25519') return flipped(publicKey, place);
  const point = Buffer.concat([publicKey.subarray(0, 1), flipped(publicKey.subarray(1), place)]);
  return form === 'weierstrass'
    ? point
    : writePublicKey({ curve, publicKey: point }, 'weierstrass-spki-explicit');
}

function strangeKey(form: CurveForm, data: MadeUp): string {
  return materialOfParty(newParty(form), form, data).dhPublicKey.keyValue;
}

/** Keys that cannot be used. Those of low order lead to a secret of all zeros, under which the content opens. */
export function temptingKeys(
  { sealed, bundle, keyMaterial, form }: DecryptAsk,
  forms: readonly CurveForm[],
): Change[] {
  const peer = sealed && { publicKey: sealed.peerPublicKey, nonce: sealed.peerNonce };
  const tempting = peer && sealFor(sealed, peer, bundle.text, Buffer.alloc(32)).toString('base64');
  return spoiltKeys(keyMaterial, form, forms).map(({ variant, keyMaterial: spoiltOne }) => {
    const isTempting = form === 'x25519' && tempting !== undefined && variant.includes('of low order');
    return { variant, change: { keyMaterial: spoiltOne, ...(isTempting && { content: tempting }) } };
  });
}

/** Nonces of another length that lead to the right one if a byte is put to them or cut off: the content opens then. */
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
    variant: spoilt('nonce length', detail),
    change: {
      keyMaterial: withNonce(keyMaterial, sent),
      content: sealFor({ own: sealed.own, ownNonce: meant }, peer, bundle.text).toString('base64'),
    },
  }));
}
