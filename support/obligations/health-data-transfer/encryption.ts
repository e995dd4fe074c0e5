import type { CurveForm } from '../../contract/readings';
import type { LeadingZeroSearchFact, TransferStage } from '../../contract/transfer';
import { showsLeadingZeroHandling, contentOfVariantWithoutBundle } from '../../contract/transfer';
import { mistakeTextsOfStage } from '../../crypto/node/transfer';
import type { AdapterAnswer, Evidence } from '../../exchange/evidence';
import type { TransferAnswer } from './transfer-answer';
import {
  AcceptedKeyCodings,
  transferNeeds,
  transferRefusalCauses,
  withNonFhirNotes,
  showOutcome,
  showTransfer,
  ordinaryTransferIn,
  transferIn,
  whyUnanswered,
} from './transfer-answer';
import { keyFormFacets } from '../judge/facets';
import { defineHome, placesAt, transferred } from '../judge/home';
import type { Judge, Judgement } from '../judge/judge';
import { JudgementTally, withFacetNames, keptJudgement } from '../judge/judge';

/** One secret in so many begins with a zero byte. */
const oneIn = 256;

/** Less than this, and the first screen of a report says so. */
const enough = 0.99;

/** What the transfers on one curve show of leading zeros. */
interface Count {
  transfers: number;
  /** Of those, how many had a shared secret with a leading zero. */
  leading: number;
  /** What ended the search for such a secret; absent where there was none. */
  endedBy?: LeadingZeroSearchFact['endedBy'];
  /** Whether a challenge was answered, in which nothing is searched for. */
  offline: boolean;
}

/** Counts shared secrets with leading zeros, on each curve by itself. */
class SecretCounts {
  readonly #counts = new Map<string, Count>();

  add({ method, asked, variant, fact }: TransferAnswer): void {
    if (method !== 'transfer.encrypt' || contentOfVariantWithoutBundle(variant) !== undefined) return;
    const { search, secret, form } = fact;
    const count = this.#of(form);
    count.offline ||= asked.variant !== variant;
    if (search !== undefined) count.endedBy = search.endedBy;
    count.transfers += search?.transfers ?? 0;
    if (!showsLeadingZeroHandling(fact)) return;
    count.transfers += 1;
    if (secret === 'with a leading zero') count.leading += 1;
  }

  #of(form: CurveForm): Count {
    const curve = form === 'x25519' ? 'X25519' : 'short Weierstrass';
    const count = this.#counts.get(curve) ?? { transfers: 0, leading: 0, offline: false };
    this.#counts.set(curve, count);
    return count;
  }

  get all(): (Count & { readonly curve: string })[] {
    return [...this.#counts]
      .filter(([, { transfers }]) => transfers > 0)
      .map(([curve, count]) => ({ curve, ...count }));
  }
}

/** With what probability so many transfers would have caught a client that drops leading zeros. */
function chanceOf({ transfers, leading }: Count): number {
  return leading > 0 ? 1 : 1 - (1 - 1 / oneIn) ** transfers;
}

/** Never rounded up: 99 % is what was asked for. */
const percent = (chance: number): string => `${Math.floor(chance * 100)} %`;

function noteOf(count: Count & { readonly curve: string }): string {
  const { curve, transfers, leading } = count;
  if (leading > 0)
    return `${curve}: ${leading} of ${transfers} shared secrets began with a zero byte; a client that drops leading zeros is caught`;
  return `${curve}: none of ${transfers} shared secrets began with a zero byte; a client that drops leading zeros would have been caught with a probability of ${percent(chanceOf(count))}`;
}

/** The same judge, with notes of how far the transfers show what becomes of leading zeros. */
function noting(judge: Judge<AdapterAnswer>): Judge<AdapterAnswer> {
  return (context) => {
    const rule = judge(context);
    const counts = new SecretCounts();
    return {
      observe(given) {
        rule.observe(given);
        const answer = ordinaryTransferIn(given);
        if (answer !== undefined) counts.add(answer);
      },
      conclude() {
        const conclusion = rule.conclude();
        return { ...conclusion, notes: [...conclusion.notes, ...counts.all.map(noteOf)] };
      },
    };
  };
}

/** What a reader has to know who takes a pass for proof: a line for each curve on which luck may have helped. */
export function leadingZeroWarnings(evidence: readonly Evidence[]): string[] {
  const counts = new SecretCounts();
  for (const each of evidence) {
    const answer = each.kind === 'adapter answer' ? ordinaryTransferIn(each) : undefined;
    if (answer !== undefined) counts.add(answer);
  }
  return counts.all
    .filter((count) => chanceOf(count) < enough)
    .map((count) => `${noteOf(count)}; ${adviceOf(count)}`);
}

/** What helps depends on what kept the transfers from being more. */
function adviceOf({ endedBy, offline }: Count): string {
  if (offline) return 'an adapter shows more';
  if (endedBy === undefined) return 'the search for one did not begin, see why';
  if (endedBy === 'trouble') return 'the adapter could not be asked any more, which ended the search';
  if (endedBy === 'time') return 'raise limits.searchMs';
  return 'the search ended before the time was over';
}

/** What is judged of an encryption: each stage of it, in their order, and that they fit what was sent. */
type Part = TransferStage | 'bind';

/**
 * Judges one stage of what an HIP encrypted for an HIU that gave right key material. A content is blamed on one stage
 * alone: a known mistake names its own; what nothing explains was not made with the key and nonce that were sent.
 */
function encryptionStage(stage: Part): Judge<AdapterAnswer> {
  return (context) => {
    const tally = new JudgementTally(context);
    const codings = new AcceptedKeyCodings();
    const refused: TransferAnswer[] = [];
    return {
      observe(given) {
        const answer = transferIn(given);
        if (answer?.method !== 'transfer.encrypt' || answer.asked.part !== 'valid') return;
        codings.add(answer);
        if (isRefusal(answer) && stage === 'seal') refused.push(answer);
        const judgement = judge(answer, stage);
        if (judgement !== undefined) tally.add(withFacetNames(judgement, facetOf(answer, stage)), answer.seq);
      },
      conclude() {
        // Why, the other transfers tell.
        for (const answer of refused) {
          const unjudged = codings.whyOpen(answer);
          const breach = { ...tellRefused(answer), cause: codings.whyRefused(answer) ?? refusedAll };
          const judgement = unjudged === undefined ? { breach } : { unjudged };
          tally.add(withFacetNames(judgement, facetOf(answer, stage)), answer.seq);
        }
        return tally.conclude();
      },
    };
  };
}

/** Kinds of bundle in which a client may differ. */
const bundleFacets = ['small', 'many alphabets', 'large'] as const;

function facetOf({ variant, fact: { form } }: TransferAnswer, stage: Part): string | undefined {
  if (stage === 'bind') return undefined;
  if (stage !== 'seal') return form;
  const bundle = bundleFacetOf(variant);
  return bundle && `${form}, ${bundle}`;
}

function bundleFacetOf(variant: string): (typeof bundleFacets)[number] | undefined {
  if (variant === 'a plain bundle') return 'small';
  if (variant === 'a bundle in many alphabets') return 'many alphabets';
  return variant.startsWith('a bundle of ') ? 'large' : undefined;
}

function judge(answer: TransferAnswer, stage: Part): Judgement | undefined {
  const unanswered = whyUnanswered(answer);
  if (unanswered !== undefined) return { unjudged: unanswered };
  const { content } = answer.fact;
  if (isRefusal(answer) && stage === 'seal') return undefined;
  if (answer.outcome !== 'result' || content === undefined)
    return { unjudged: `${showTransfer(answer)} gave no content: ${showOutcome(answer)}` };
  switch (content.opens) {
    case 'whole':
      return keptJudgement;
    case 'null':
      return stage === 'seal' ? { breach: tellNull(answer) } : { unjudged: 'nothing is encrypted' };
    case 'unusable':
      return { unjudged: 'the key material that came with the content cannot be used' };
    case 'closed':
      return stage === 'bind'
        ? { breach: tellClosed(answer) }
        : { unjudged: 'nothing opens the content, and no known mistake explains it' };
    case 'mistaken':
      if (content.mistake?.stage !== stage)
        return content.mistake?.id === 'not-encrypted' ? { unjudged: 'nothing is encrypted' } : keptJudgement;
      return {
        breach: {
          sent: showTransfer(answer),
          expected: expectations[stage],
          seen: `a content that opens once ${content.mistake.text.split(';')[0] ?? ''}`,
          cause: content.mistake.text,
        },
      };
  }
}

const expectations: Readonly<Record<Part, string>> = {
  agree:
    'the ECDH secret of both keys: 32 bytes as RFC 7748 gives them, or the big-endian x coordinate with its leading zeros',
  mix: 'both nonces XORed; the first 20 bytes are the HKDF salt, the last 12 bytes the AES-GCM IV',
  derive: 'an AES key of 256 bits out of HKDF-SHA-256 with that salt and an empty info',
  seal: 'the Base64 of AES-256-GCM over the UTF-8 bytes of the bundle, without AAD, with the 16-byte tag behind the ciphertext',
  bind: 'a content that the public key and the nonce sent beside it open',
};

function isRefusal({ outcome, failure }: TransferAnswer): boolean {
  return outcome === 'refused' && failure === undefined;
}

const refusedAll = 'keys of a form that the client declares are refused, whatever the bundle';
const sentNull =
  'encryption failed, and null is sent all the same; a client that cannot encrypt answers an error';

/** What an encryption as a whole may come to, beside the known mistakes of sealing. */
const unsealedCauses: readonly string[] = [...transferRefusalCauses, refusedAll, sentNull];

const closedCause =
  'the key pair or the nonce is made once more for the answer, or those of another transfer are sent; or several mistakes come together';

/** A form that the client declares, and refuses all the same. */
function tellRefused(answer: TransferAnswer) {
  return {
    sent: showTransfer(answer),
    expected: 'key material of the HIP, and the bundle encrypted for the HIU',
    seen: showOutcome(answer),
  };
}

/** An encryption that failed, and was sent all the same. */
function tellNull(answer: TransferAnswer) {
  return {
    sent: showTransfer(answer),
    expected: expectations.seal,
    seen: 'null in place of a content',
    cause: sentNull,
  };
}

function tellClosed(answer: TransferAnswer) {
  return {
    sent: showTransfer(answer),
    expected: expectations.bind,
    seen: `${answer.fact.content?.bytes ?? 0} bytes that nothing opens, and that no known mistake explains`,
    cause: closedCause,
  };
}

/** Clause 6.2.3. */
export const secretAgreed = defineHome({
  id: 'HDT-05',
  clauses: ['6.2.3'],
  quote: 'Compute the ECDH shared secret from the HIU public key and the HIP private key.',
  subject: 'integrator',
  roles: ['hip'],
  level: 'must',
  seen: 'adapter',
  title: 'The shared secret comes from ECDH on Curve25519',
  rule:
    'ECDH on Curve25519 with the public key of the HIU and the private key of the HIP gives the ' +
    'shared secret.',
  absences: 'each answer of the adapter is judged on its own; other transfers show only why one was refused',
  latitude: {
    'ECDH of another library': 'transfers-by-the-platform',
    'keys of the Weierstrass form': 'weierstrass-alone',
    'an X25519 key in an SPKI': 'spki-for-points',
    'compressed points': 'points-compressed',
    'different key forms in each direction': 'points-given-and-spki-taken',
  },
  ...transferNeeds,
  causes: mistakeTextsOfStage('agree'),
  on: ['adapter'],
  facets: { form: ['each key form of the client'] },
  facetsOf: keyFormFacets('hip'),
  tells: [...transferred, ...placesAt('fact transfer/secret', 'fact transfer/search')],
  challenge: ['an encryption'],
  judge: noting(encryptionStage('agree')),
});
/** Clause 6.2.4. */
export const noncesXored = defineHome({
  id: 'HDT-06',
  clauses: ['6.2.4'],
  quote:
    'XOR the HIP nonce and the HIU nonce. The first 20 bytes of the result are the HKDF salt; the ' +
    'last 12 bytes are the AES-GCM IV.',
  subject: 'integrator',
  roles: ['hip'],
  level: 'must',
  seen: 'adapter',
  title: 'Salt and IV come from the XORed nonces',
  rule:
    'XOR combines both nonces; the first 20 bytes of the outcome serve as HKDF salt and the last 12 ' +
    'bytes as AES-GCM IV.',
  absences: 'each answer of the adapter is judged on its own; other transfers show only why one was refused',
  latitude: 'the document gives one way from both nonces to the salt and the IV',
  ...transferNeeds,
  causes: mistakeTextsOfStage('mix'),
  on: ['adapter'],
  facets: { form: ['each key form of the client'] },
  facetsOf: keyFormFacets('hip'),
  tells: transferred,
  challenge: ['an encryption'],
  judge: encryptionStage('mix'),
});
/** Clause 6.2.5. */
export const keyDerived = defineHome({
  id: 'HDT-07',
  clauses: ['6.2.5'],
  quote: 'Derive a 256-bit AES-GCM key with HKDF from the shared secret and the salt.',
  subject: 'integrator',
  roles: ['hip'],
  level: 'must',
  seen: 'adapter',
  title: 'HKDF derives a 256-bit AES key',
  rule: 'The AES key has 256 bits, and HKDF makes it out of the shared secret and the salt.',
  absences: 'each answer of the adapter is judged on its own; other transfers show only why one was refused',
  latitude: {
    'HKDF of another library': 'transfers-by-the-platform',
  },
  ...transferNeeds,
  causes: mistakeTextsOfStage('derive'),
  on: ['adapter'],
  facets: { form: ['each key form of the client'] },
  facetsOf: keyFormFacets('hip'),
  tells: transferred,
  challenge: ['an encryption'],
  judge: encryptionStage('derive'),
});
/** Clause 6.2.6. */
export const bundleSealed = defineHome({
  id: 'HDT-08',
  clauses: ['6.2.6'],
  quote: 'Encrypt the FHIR bundle with AES-GCM and the IV.',
  subject: 'integrator',
  roles: ['hip'],
  level: 'must',
  seen: 'adapter',
  title: 'AES-GCM gives the same bundle back',
  rule: 'AES-GCM encrypts the bundle, and decryption yields the original bytes.',
  absences: 'each answer of the adapter is judged on its own; other transfers show only why one was refused',
  latitude: {
    'AES-GCM of another library': 'transfers-by-the-platform',
    'a HIP that parses the bundle first': 'bundles-parsed',
    'a client that ends if the text is not a FHIR bundle': 'ends-over-what-is-no-bundle',
  },
  causes: [...mistakeTextsOfStage('seal'), ...unsealedCauses],
  on: ['adapter'],
  facets: { form: ['each key form of the client'], bundle: bundleFacets },
  facetsOf: keyFormFacets('hip', bundleFacets),
  follows: ['HDT-14', 'HDT-18'],
  needs: ['HDT-09', 'HDT-10'],
  tells: transferred,
  challenge: ['an encryption'],
  judge: withNonFhirNotes('transfer.encrypt', encryptionStage('seal')),
});
/** Clause 6.2.6. */
export const sentTogether = defineHome({
  id: 'HDT-10',
  clauses: ['6.2.6'],
  quote: 'Send the encrypted content, HIP public key and HIP nonce (shape 2.6) to the HIU.',
  subject: 'integrator',
  roles: ['hip'],
  level: 'must',
  seen: 'adapter',
  title: 'Content comes with the key and nonce that encrypted it',
  rule:
    'The content, the public key of the HIP and its nonce are sent together. That key and that nonce ' +
    'are the very ones that the encryption used.',
  absences: 'each answer of the adapter is judged on its own; other transfers show only why one was refused',
  latitude: {
    'additional members in the answer': 'transfer-with-extra-members',
    'a key in another form than that of the HIU': 'spki-for-points',
    'another order of the members': 'material-in-another-order',
  },
  causes: [closedCause],
  on: ['adapter'],
  needs: ['HDT-08', 'HDT-09'],
  tells: [...transferred, ...placesAt('request body/keyMaterial', 'fact transfer/echoes')],
  challenge: ['an encryption'],
  judge: encryptionStage('bind'),
});
