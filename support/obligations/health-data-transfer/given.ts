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

/** Why a member of key material is not as clause 2.6 has it. */
const memberCauses = {
  missing: 'a member is left out, or has another name',
  algorithm: 'cryptoAlg has another value than ECDH, letter by letter',
  curve: 'curve has another value than Curve25519, letter by letter',
  expiry: 'the expiry is written in local time, with an offset, as a number or in the format of a library',
  unreal: 'the expiry names a day or a time that does not exist',
  nonce: 'the nonce has another length, or another encoding',
  other: 'a member has another type, or no value',
} as const;

const keyCauses = {
  zeros: 'leading zeros of a coordinate are dropped: each has 32 bytes, always',
  without04: 'the byte 04, which stands before X and Y of a point, is left out',
  compressed: 'the point is compressed: 04, X and Y are met, and Y is left out here',
  lowOrder:
    'the public key has a low order: it lies on the curve, and is no multiple of the base point that a private key makes',
  offCurve: 'the coordinates belong to no point of the curve: they are swapped, reversed or of another curve',
  encoding: 'the key is written in another encoding than standard, padded Base64',
  otherLength: 'the public key has a length that no form has, or is written in another encoding than Base64',
  otherForm: 'the public key is written in none of the known forms',
} as const;

export const materialCauses: readonly string[] = [
  ...Object.values(memberCauses),
  ...Object.values(keyCauses),
];

/** The usual cause of what is wrong with key material: of several flaws, that of the expiry or of the key. */
export function likelyOf(flaws: readonly string[]): string {
  const about = (member: string): string | undefined => flaws.find((flaw) => flaw.includes(member));
  const flaw = about('expiry') ?? about('keyValue') ?? about('nonce') ?? flaws[0] ?? '';
  if (flaw.endsWith('is missing')) return memberCauses.missing;
  if (flaw.includes('expiry'))
    return flaw.includes('names no instant') ? memberCauses.unreal : memberCauses.expiry;
  if (flaw.includes('keyValue'))
    return likelyKeys.find(([part]) => flaw.includes(part))?.[1] ?? keyCauses.otherForm;
  if (flaw.includes('nonce')) return memberCauses.nonce;
  if (flaw.startsWith('/cryptoAlg must be "')) return memberCauses.algorithm;
  return flaw.startsWith('/curve must be "') ? memberCauses.curve : memberCauses.other;
}

/** By a part of the flaw, which says what the bytes are. */
const likelyKeys: readonly (readonly [part: string, cause: string])[] = [
  ['leading zeros dropped', keyCauses.zeros],
  ['without the byte 04', keyCauses.without04],
  ['compressed', keyCauses.compressed],
  ['of low order', keyCauses.lowOrder],
  ['off the curve', keyCauses.offCurve],
  ['padded Base64', keyCauses.encoding],
  ['is no public key', keyCauses.otherLength],
];
