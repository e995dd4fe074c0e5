import type { AdapterAnswer, Evidence } from '../../exchange/evidence';
import { isObject, parseJson, memberOf } from '../../contract/json';
import type { KeyMaterialFact } from '../../contract/transfer-facts';

/** Key material that was sent, with what was found out about it. */
interface Sent {
  readonly answer: AdapterAnswer;
  readonly material: object;
}

function materialsIn(answers: readonly AdapterAnswer[]): readonly Sent[] {
  return answers.flatMap((answer) => {
    const material = memberOf(parseJson(answer.body?.text ?? ''), 'keyMaterial');
    const isLookedAt = answer.facts.transfer?.keyMaterial !== undefined;
    return isLookedAt && isObject(material) ? [{ answer, material }] : [];
  });
}

/** The value of a member, as in `dhPublicKey.expiry`. */
const valueAt = (material: object, path: string): unknown =>
  path.split('.').reduce<unknown>(memberOf, material);

/** Whether a member was found to be none of the document's. */
function hasFlaw({ facts }: AdapterAnswer, path: string): boolean {
  const pointer = `/${path.replaceAll('.', '/')} `;
  return facts.transfer?.keyMaterial?.flaws.some((flaw) => flaw.startsWith(pointer)) ?? false;
}

/** Forms of members, in the words of the features. */
const forms = {
  // As short a text in Base64 can look like a word: what is kept of it does not tell.
  'standard Base64': ({ text, path, answer }) => text !== '' && !hasFlaw(answer, path),
  'an ISO-8601 time in UTC': ({ text }) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(text),
  'not empty': ({ text }) => text !== '',
  '32 bytes long': ({ path, answer }) =>
    path === 'nonce' && (answer.facts.transfer?.keyMaterial?.nonceBytes ?? 32) === 32,
  'later than the moment of sending': ({ path, answer: { facts, arrivedAt } }) =>
    path === 'dhPublicKey.expiry' && (facts.transfer?.keyMaterial?.expiresAt ?? Infinity) > arrivedAt,
} as const satisfies Readonly<Record<string, (member: Member) => boolean>>;

interface Member {
  readonly path: string;
  readonly text: string;
  readonly answer: AdapterAnswer;
}

type Form = keyof typeof forms;

/** All ways in which features say what a member is: a value in quotation marks, or a form. */
export const materialPattern = new RegExp(`"[^"]*"|${Object.keys(forms).join('|')}`);

/** Whether that member of every key material is so. */
export function allAre(answers: readonly AdapterAnswer[], path: string, wanted: string): boolean {
  return materialsIn(answers).every(({ material, answer }) => {
    const value = valueAt(material, path);
    if (wanted.startsWith('"')) return value === wanted.slice(1, -1);
    return forms[wanted as Form]({ path, text: typeof value === 'string' ? value : '', answer });
  });
}

/** What stands for the public keys that were sent. */
export const keyDigestsOf = (evidence: readonly Evidence[]): readonly string[] =>
  factsIn(evidence).flatMap(({ keyDigest }) => keyDigest ?? []);

/** What stands for the nonces. */
export const nonceDigestsOf = (evidence: readonly Evidence[]): readonly string[] =>
  factsIn(evidence).flatMap(({ nonceDigest }) => nonceDigest ?? []);

function factsIn(evidence: readonly Evidence[]): readonly KeyMaterialFact[] {
  return evidence.flatMap((each) =>
    each.kind === 'adapter answer' ? (each.facts.transfer?.keyMaterial ?? []) : [],
  );
}
