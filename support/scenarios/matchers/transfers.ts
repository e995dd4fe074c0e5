import type { TransferFact } from '../../contract/transfer-facts';
import type { AdapterAnswer, Evidence } from '../../exchange/evidence';

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
