import { isObject, memberOf, parseJson } from '../../contract/json';
import type { SchemeMember } from '../../contract/scheme-names';
import type { KeyMaterialFact, TransferFact } from '../../contract/transfer';
import type { AdapterAnswer, Evidence } from '../../exchange/evidence';

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

/** Whether a request names the scheme, or has a name that the suite does not know. */
function mayName(member: SchemeMember, { path, answer }: Member): boolean {
  const kind = answer.facts.transfer?.keyMaterial?.otherNames?.[member];
  return path === member && (!hasFlaw(answer, path) || kind === 'the scheme' || kind === 'unknown');
}

/** Forms of members, in the words of the features. */
const forms = {
  // As short a text in Base64 can look like a word: what is kept of it does not tell.
  'standard Base64': ({ text, path, answer }) => text !== '' && !hasFlaw(answer, path),
  // The recording keeps only the common ways to write a time, so the text itself does not show this.
  'an ISO-8601 time in UTC': ({ path, text, answer }) =>
    path === 'dhPublicKey.expiry' && text !== '' && !hasFlaw(answer, path),
  'a name that may mean ECDH': (member) => mayName('cryptoAlg', member),
  'a name that may mean Curve25519': (member) => mayName('curve', member),
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

/** The forms that a feature can name instead of a value in quotation marks. */
export const materialForms = Object.keys(forms);

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

/** What is encrypted or decrypted, in the words of the features, by the variant of the ask. */
const bundles = {
  'a plain bundle': /^a plain bundle/,
  'a bundle in many alphabets': /^a bundle in many alphabets/,
  'a large bundle': /^a bundle of \d/,
  'a bundle whose secret begins with a zero byte': /^a secret with a leading zero/,
  'bundles for the keys of the known answers': /^keys of the known answer /,
  'bundles for many transfers': /(?:)/,
} as const satisfies Readonly<Record<string, RegExp>>;

export type BundleKind = keyof typeof bundles;
export const bundleKinds = Object.keys(bundles) as readonly BundleKind[];

type TransferMethod = 'transfer.encrypt' | 'transfer.open' | 'transfer.decrypt';

/** The valid answers to one method, for one kind of bundle where that is said. */
export function transfersOf(
  method: TransferMethod,
  answers: readonly AdapterAnswer[],
  kind: BundleKind = 'bundles for many transfers',
): readonly AdapterAnswer[] {
  return answers.filter(
    (each) =>
      each.method === method &&
      each.asked?.part !== 'negative' &&
      bundles[kind].test(each.asked?.variant ?? ''),
  );
}

/** What of a transfer would show that a content was not made so, or not opened so. */
const slips = {
  'with the ECDH secret of both keys': ({ content }) => content?.mistake?.stage === 'agree',
  'with salt and IV from the XORed nonces': ({ content }) => content?.mistake?.stage === 'mix',
  'with a 256-bit AES key from HKDF': ({ content }) => content?.mistake?.stage === 'derive',
  'with the public key and nonce sent with it': ({ content }) => content?.opens === 'closed',
  'to the same bundle': ({ content, bundle }) =>
    content?.mistake?.stage === 'seal' || content?.opens === 'null' || bundle === 'other',
} as const satisfies Readonly<Record<string, (fact: TransferFact) => boolean>>;

export type Opening = keyof typeof slips;
export const openings = Object.keys(slips) as readonly Opening[];

/** Whether no content opens in another way. A transfer without content shows nothing. */
export function opensSo(answers: readonly AdapterAnswer[], how: Opening): boolean {
  return !answers.some(({ facts: { transfer } }) => transfer !== undefined && slips[how](transfer));
}

/** What must never be sent, and where it was found. */
const exposures = {
  'the bundle': ({ bundleIn }) => bundleIn,
  'the private key': ({ privateKeyIn }) => privateKeyIn,
} as const satisfies Readonly<Record<string, (fact: TransferFact) => TransferFact['bundleIn']>>;

export type ExposedSecret = keyof typeof exposures;
export const secrets = Object.keys(exposures) as readonly ExposedSecret[];

export function exposes(answers: readonly AdapterAnswer[], secret: ExposedSecret): boolean {
  return answers.some(
    ({ facts: { transfer } }) => ((transfer && exposures[secret](transfer)) ?? []).length > 0,
  );
}

/** Whether a log shows the private key of a transfer of the HIP's. */
export function logsPrivateKey(evidence: readonly Evidence[]): boolean {
  return evidence.some(
    (each) =>
      each.kind === 'log line' && each.facts.transferLeaks?.some(({ what }) => what === 'private key'),
  );
}
