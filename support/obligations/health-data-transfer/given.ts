import type { KeyMaterialFact } from '../../contract/transfer-facts';
import type { AdapterAnswer } from '../../exchange/evidence';
import type { TransferAnswer } from './transfer-answer';
import { transferIn } from './transfer-answer';

/** Key material that an adapter gave: as HIP beside a content, as HIU to ask for one. */
export interface Given extends TransferAnswer {
  readonly material: KeyMaterialFact;
}

/** The key material in an answer to that method; `undefined` where it is none, or brought none. */
export function givenIn(given: AdapterAnswer, method: string): Given | undefined {
  const answer = transferIn(given);
  const material = answer?.fact.keyMaterial;
  if (answer?.method !== method || material === undefined) return undefined;
  return { ...answer, material };
}

/** Why the public key is none that is met; said once, where the shape is wrong already. */
export function keyFlaws({ flaws, keyForm, keyFlaw }: KeyMaterialFact): string[] {
  if (keyForm !== undefined || flaws.some((flaw) => flaw.includes('keyValue'))) return [];
  return [`/dhPublicKey/keyValue is no public key: ${keyFlaw ?? 'of no known form'}`];
}

/** The usual cause of what is wrong with key material. */
export function likelyOf(flaws: readonly string[]): string {
  const text = flaws.join(' ');
  if (text.includes('expiry')) return 'the expiry is written in local time, with an offset, or as a number';
  if (text.includes('keyValue')) return keyCauses.find(([part]) => text.includes(part))?.[1] ?? otherKey;
  if (text.includes('nonce')) return 'the nonce has another length, or another encoding';
  return 'a member is left out, misspelt, or has another value';
}

const otherKey = 'the public key is written in none of the known forms';

/** By a part of the flaw, which says what the bytes are. */
const keyCauses: readonly (readonly [part: string, cause: string])[] = [
  ['leading zeros dropped', 'leading zeros of a coordinate are dropped: each has 32 bytes, always'],
  ['without the byte 04', 'the byte 04, which stands before X and Y of a point, is left out'],
  ['compressed', 'the point is compressed: 04, X and Y are met, and Y is left out here'],
  [
    'of low order',
    'the public key has a low order: it lies on the curve, and is no multiple of the base point that a private key makes',
  ],
  [
    'off the curve',
    'the coordinates belong to no point of the curve: they are swapped, reversed or of another curve',
  ],
  ['padded Base64', 'the key is written in another encoding than standard, padded Base64'],
  ['is no public key', 'the public key has a length that no form has'],
];
