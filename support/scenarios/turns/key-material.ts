import type { AdapterAnswer, Evidence } from '../../exchange/evidence';
import { isObject, parseJson } from '../../contract/json';
import type { KeyMaterialFact } from '../../contract/transfer-facts';
import { memberOf } from '../../obligations/judge/fates';

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

/** A private key where another text belongs is not recorded: of what stood there, the judges know more. */
const isHidden = (value: unknown): boolean => typeof value === 'string' && value.includes('[private-key');

/** Whether every key material has that value there. */
export function allHave(answers: readonly AdapterAnswer[], path: string, value: string): boolean {
  return materialsIn(answers).every(({ material }) => {
    const found = valueAt(material, path);
    return found === value || isHidden(found);
  });
}

/** Forms of members, in the words of the features. */
const forms = {
  'standard Base64': ({ text }) => /^[A-Za-z0-9+/]+={0,2}$/.test(text) && text.length % 4 === 0,
  'an ISO-8601 time in UTC': ({ text }) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(text),
  'not empty': ({ text }) => text !== '',
  '32 bytes long': ({ answer }) => (answer.facts.transfer?.keyMaterial?.nonceBytes ?? 32) === 32,
  'later than the moment of sending': ({ answer: { facts, arrivedAt } }) =>
    (facts.transfer?.keyMaterial?.expiresAt ?? Infinity) > arrivedAt,
} as const satisfies Readonly<Record<string, (member: Member) => boolean>>;

interface Member {
  readonly text: string;
  readonly answer: AdapterAnswer;
}

export type MemberForm = keyof typeof forms;
export const memberForms = Object.keys(forms) as readonly MemberForm[];

/** Whether that member of every key material has the form. */
export function allAre(answers: readonly AdapterAnswer[], path: string, form: MemberForm): boolean {
  return materialsIn(answers).every(({ material, answer }) => {
    const value = valueAt(material, path);
    return isHidden(value) || forms[form]({ text: typeof value === 'string' ? value : '', answer });
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
