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
  if (text.includes('keyValue'))
    return 'leading zeros of a coordinate are dropped, the point is compressed, or the encoding is another';
  if (text.includes('nonce')) return 'the nonce has another length, or another encoding';
  return 'a member is left out, misspelt, or has another value';
}
