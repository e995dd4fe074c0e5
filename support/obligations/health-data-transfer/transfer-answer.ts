import type { KeyForm, KeyMaterialFact, TransferFact } from '../../contract/transfer';
import { contentOfVariantWithoutBundle, removeItemFromVariant } from '../../contract/transfer';
import type { AdapterAnswer } from '../../exchange/evidence';
import { nameEvidence } from '../../exchange/evidence';
import type { RequestPurpose } from '../../exchange/exchange';
import type { AdapterFact } from '../../exchange/facts';
import { cutBetweenForms } from '../../exchange/read-form';
import type { ReportText } from '../../exchange/text';
import { reportText } from '../../exchange/text';
import type { Judge } from '../judge/judge';

/** An answer to `transfer.*`, with what the suite had asked for. */
export interface TransferAnswer extends AdapterAnswer {
  readonly asked: RequestPurpose;
  /** What was asked; in a challenge without the item that asks it. */
  readonly variant: string;
  readonly outcome: AdapterFact['outcome'];
  readonly fact: TransferFact;
}

/** An answer that is about a transfer; `undefined` for any other. */
export function transferIn(answer: AdapterAnswer): TransferAnswer | undefined {
  const { asked, facts } = answer;
  const { adapter, transfer } = facts;
  if (asked === undefined || adapter === undefined || transfer === undefined) return undefined;
  return {
    ...answer,
    asked,
    variant: removeItemFromVariant(asked.variant),
    outcome: adapter.outcome,
    fact: transfer,
  };
}

/**
 * Returns whether the suite sent mistaken key material or content, which the client had to refuse (part `negative`), or
 * key material without a name, which it may refuse (`mistaken`). Only the obligations about that refusal judge such an
 * answer. Whatever else a client returns follows from the mistake, so no other obligation judges it. Only leaks count
 * always.
 */
export function isAnswerToNegative({ asked }: Pick<AdapterAnswer, 'asked'>): boolean {
  return asked?.part === 'negative' || asked?.mistaken === true;
}

/** Like {@link transferIn}, but also returns `undefined` for answers to negatives ({@link isAnswerToNegative}). */
export function ordinaryTransferIn(answer: AdapterAnswer): TransferAnswer | undefined {
  return isAnswerToNegative(answer) ? undefined : transferIn(answer);
}

/** Whether a transfer came about as it should: what it shows is no accident. */
function isGood({ outcome, fact }: TransferAnswer): boolean {
  return outcome === 'result' && (fact.content?.opens === 'whole' || fact.bundle === 'same');
}

/** Whether a transfer was carried out, rightly or with one mistake that is known: what else it shows is no accident. */
export function isTransferCarriedOut(answer: TransferAnswer): boolean {
  const { content, bundleIn = [] } = answer.fact;
  // What travels in clear was made with no key at all.
  const sealed = content?.opens === 'mistaken' && content.mistake?.id !== 'not-encrypted';
  return isGood(answer) || answer.fact.bundleMeant === true || (sealed && bundleIn.length === 0);
}

/** Why the outcome is unknown; `undefined` where there is an answer. */
export function whyUnanswered(answer: TransferAnswer): ReportText | undefined {
  return answer.failure && reportText`${nameEvidence(answer)}: ${answer.failure.message}`;
}

/** `transfer.encrypt for an HIU with an x25519 key, an empty bundle`. */
export function showTransfer({ method, asked, fact: { form } }: TransferAnswer): string {
  const variant = asked.variant === '' ? '' : `, ${asked.variant}`;
  const other: Readonly<Record<string, string>> = {
    'transfer.encrypt': ` for an HIU with a key in the form ${form}`,
    'transfer.decrypt': ` of what an HIP with a key in the form ${form} sent`,
  };
  return `${method}${other[method] ?? ''}${variant}`;
}

const shownLength = 160;

/** What came back, as it was recorded. */
export function showOutcome({ body, outcome }: TransferAnswer): string {
  const shown = cutBetweenForms(body?.text ?? '', shownLength);
  return `${outcome === 'result' ? 'a result' : outcome} ${shown}`.trim();
}

/** Key material that an adapter gave: as HIP beside a content, as HIU to ask for one. */
export interface Given extends TransferAnswer {
  readonly material: KeyMaterialFact;
}

/**
 * Returns the key material in an answer to that method. Returns `undefined` for other methods, for answers without key
 * material, and for answers to negatives.
 */
export function givenIn(given: AdapterAnswer, method: string): Given | undefined {
  const answer = ordinaryTransferIn(given);
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

/** Causes of a wrong name of the algorithm or the curve in the request of an HIU. */
export const requestNameCauses = {
  cryptoAlg: 'cryptoAlg names another algorithm than ECDH',
  curve: 'curve names another curve than Curve25519',
  unnamed: 'the algorithm or the curve is left out, empty, or no text',
} as const;

export const requestCauses: readonly string[] = [
  ...Object.values(requestNameCauses),
  ...[memberCauses.missing, memberCauses.nonce, memberCauses.other],
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
export const transferRefusalCauses: readonly string[] = [
  ...(Object.keys(toldCodings) as KeyForm[]).map(unread),
  ...Object.values(refusals),
];

/** Which codings of the suite's keys a client has read, to tell why it refuses others. */
export class AcceptedKeyCodings {
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

/** For what is seen only in transfers that come about. */
export const transferNeeds = {
  needs: ['HDT-08', 'HDT-09', 'HDT-10'],
} as const;

/**
 * A transfer carries FHIR bundles (clauses 1.3, 6.2.6): the same judge, with notes of what becomes of anything else.
 */
export function withNonFhirNotes(
  method: 'transfer.encrypt' | 'transfer.decrypt',
  judge: Judge<AdapterAnswer>,
): Judge<AdapterAnswer> {
  return (context) => {
    const rule = judge(context);
    const contents = new Map<string, Set<string>>();
    return {
      observe(given) {
        rule.observe(given);
        const answer = transferIn(given);
        const content = answer && contentOfVariantWithoutBundle(answer.variant);
        if (content === undefined || answer?.method !== method) return;
        const outcome = outcomeOf(answer);
        contents.set(outcome, (contents.get(outcome) ?? new Set()).add(content));
      },
      conclude() {
        const conclusion = rule.conclude();
        return { ...conclusion, notes: [...conclusion.notes, ...[...contents].map(noteOf)] };
      },
    };
  };
}

const noteOf = ([outcome, contents]: readonly [string, ReadonlySet<string>]): string =>
  `what is no FHIR bundle ${outcome}, which is not judged: ${[...contents].join(', ')}`;

function outcomeOf({ method, outcome, failure, fact }: TransferAnswer): string {
  if (failure !== undefined || outcome === 'not-offered') return 'is not answered';
  if (outcome === 'refused') return 'is refused';
  const verb = method === 'transfer.encrypt' ? 'encrypted' : 'opened';
  return isWhole(fact) ? `is ${verb}` : `is ${verb} otherwise`;
}

const isWhole = ({ content, bundle }: TransferFact): boolean =>
  content?.opens === 'whole' || bundle === 'same';
