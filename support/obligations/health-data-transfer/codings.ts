import type { KeyForm } from '../../contract/transfer-facts';
import type { TransferAnswer } from './transfer-answer';
import { isGood } from './transfer-answer';

export const toldCodings: Readonly<Record<KeyForm, string>> = {
  x25519: '32 bytes (RFC 7748)',
  'x25519-spki': 'a SubjectPublicKeyInfo (RFC 8410)',
  weierstrass: 'a bare point (04‖X‖Y)',
  'weierstrass-spki-explicit': 'a SubjectPublicKeyInfo that spells the curve out',
  'weierstrass-spki-named': 'a SubjectPublicKeyInfo that names the curve',
};

const isRaw = (coding: KeyForm): boolean => coding.startsWith('x25519');

const refusals = {
  zeros: 'a transfer is refused whose keys, secret or IV begin or end with zeros',
  leadingZero: 'a transfer is refused whose shared secret begins with a zero byte',
  one: 'keys in this form are read, and this transfer is refused all the same',
} as const;

const unread = (coding: KeyForm): string =>
  `a public key is not read that is coded as ${toldCodings[coding]}`;

/** Why valid transfers are refused, as the others tell. */
export const codingCauses: readonly string[] = [
  ...(Object.keys(toldCodings) as KeyForm[]).map(unread),
  ...Object.values(refusals),
];

/** Which codings of the suite's keys a client has read, to tell why it refuses others. */
export class Codings {
  readonly #read = new Set<KeyForm>();

  add(answer: TransferAnswer): void {
    const { coding } = answer.fact;
    if (coding !== undefined && isGood(answer)) this.#read.add(coding);
  }

  /**
   * Why nothing follows from a refusal, to be asked once all were seen: the form means either coding of an SPKI, and
   * the other one is read. `undefined` for any other.
   */
  whyOpen({ fact: { form, coding } }: TransferAnswer): string | undefined {
    if (form !== 'weierstrass-spki' || coding === undefined || this.#read.has(coding)) return undefined;
    const other = [...this.#read].find((each) => each.startsWith(form));
    return other && `an SPKI is read in one of its codings: give ${other} as the form of the keys`;
  }

  /**
   * Why a valid transfer was refused, to be asked once all were seen; `undefined` where none on its curve came out
   * right, so that nothing can be compared.
   */
  whyRefused({ fact: { coding, secret }, variant }: TransferAnswer): string | undefined {
    if (coding === undefined || ![...this.#read].some((each) => isRaw(each) === isRaw(coding)))
      return undefined;
    if (!this.#read.has(coding)) return unread(coding);
    if (/^keys of the known answer .*(zero|short)/.test(variant)) return refusals.zeros;
    return secret === 'with a leading zero' && variant.includes('leading zero')
      ? refusals.leadingZero
      : refusals.one;
  }
}
