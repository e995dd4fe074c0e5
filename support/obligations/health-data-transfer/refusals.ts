import type { InvalidFact } from '../../contract/transfer';
import { isInvalidVariantOf } from '../../contract/transfer';
import type { AdapterAnswer } from '../../exchange/evidence';
import { nameEvidence } from '../../exchange/evidence';
import { reportText } from '../../exchange/text';
import type { TellCause } from './refusal-causes';
import {
  isRefused,
  failureCauses,
  nullCauses,
  likelyFailure,
  nameCauses,
  unreadName,
  expiryCauses,
  unreadExpiry,
  changeCauses,
  unverifiedChange,
  isLowOrder,
  badKeyCauses,
  uncheckedKey,
  nonceCauses,
  uncheckedNonce,
  kindOf,
  changedPart,
} from './refusal-causes';
import type { TransferAnswer } from './transfer-answer';
import {
  transferNeeds,
  isTransferCarriedOut,
  showOutcome,
  showTransfer,
  toldCodings,
  transferIn,
  whyUnanswered,
} from './transfer-answer';
import { RefusedCallNotes, whyNoRefusal } from '../judge/adapter-refusals';
import { missingTwin, openInRun } from '../judge/common-absences';
import type { Circumstances, Facet } from '../judge/home';
import { defineHome, adapterAnswerPlaces, placesAt } from '../judge/home';
import { keyForms } from '../judge/facets';
import { withNotes } from '../judge/requests';
import type { Judge, Judgement } from '../judge/judge';
import { JudgementTally, withFacetNames, keptJudgement } from '../judge/judge';

/** What came in place of a refusal. */
function whatCame(answer: TransferAnswer): string {
  const [exposed] = answer.fact.bundleIn ?? [];
  if (answer.outcome === 'refused')
    return `an error that gives the bundle out (${exposed?.encoding ?? ''} in ${exposed?.place ?? ''})`;
  const { bundle, bundleFlaw, content } = answer.fact;
  if (content?.opens === 'null') return 'null in place of a content, and no error';
  if (bundle === 'same') return 'the whole bundle';
  return bundleFlaw ?? showOutcome(answer);
}

/** What a key that cannot be used is about. */
function keyFacet(variant: string): string {
  if (isLowOrder(variant)) return 'low order';
  return variant.endsWith('off the curve') ? 'off the curve' : 'wrong form';
}

/** Every 32 bytes are a key on X25519. */
function keyFacets(about: Circumstances): readonly Facet[] | undefined {
  const sides = (['hip', 'hiu'] as const).filter((side) => about.roles.includes(side));
  const forms = sides.map((side) => keyForms(side, about));
  if (forms.includes(undefined)) return undefined;
  const isRaw = forms.flat().every((form) => form === 'x25519');
  return [
    { name: 'low order' },
    {
      name: 'off the curve',
      ...(isRaw && { ruledOut: 'the client takes X25519 keys alone, and any 32 bytes are one' }),
    },
    { name: 'wrong form' },
  ];
}

/** The outcomes of the transfers of one round. */
interface Round {
  good?: TransferAnswer;
  /** A valid twin that did not come out right. */
  bad?: TransferAnswer;
  readonly spoilt: TransferAnswer[];
  /** Answers to key material that the document allows an HIP to accept or refuse. */
  readonly open: TransferAnswer[];
}

/** What is to be refused, and what is said of a client that does not refuse it. */
interface Wanted {
  readonly about: readonly InvalidFact[];
  readonly expected: string;
  readonly cause: TellCause;
  /** The facet that a variant is about. */
  readonly facetOf?: (variant: string) => string | undefined;
}

/**
 * Judges what is to be refused. A refusal counts where the valid twin of its round was carried out: a client that
 * refuses everything shows nothing.
 */
function refused(wanted: Wanted): Judge<AdapterAnswer> {
  return (context) => {
    const rounds = new Map<string, Round>();
    const codings = new Set<string | undefined>();
    return {
      observe(given) {
        const answer = transferIn(given);
        if (answer === undefined) return;
        const { round: name, part, variant } = answer.asked;
        const round = rounds.get(name) ?? { spoilt: [], open: [] };
        rounds.set(name, round);
        if (part === 'valid') {
          keepTwin(round, answer);
          if (isTransferCarriedOut(answer)) codings.add(codingOf(answer));
        } else if (isInvalidVariantOf(variant, wanted.about))
          round[part === 'open' ? 'open' : 'spoilt'].push(answer);
      },
      conclude() {
        const tally = new JudgementTally(context);
        const notes = new RefusedCallNotes();
        for (const round of rounds.values()) {
          for (const answer of round.open) tally.add(noteOf(answer, round), answer.seq);
          for (const answer of round.spoilt) {
            const twin = round.good === undefined ? [] : [round.good.seq];
            const facet = wanted.facetOf?.(answer.variant);
            const judgement = judge(answer, round, wanted, codings);
            if ('kept' in judgement) notes.add(answer);
            tally.add(withFacetNames(judgement, facet), answer.seq, ...twin);
          }
        }
        return withNotes(notes.all, tally.conclude());
      },
    };
  };
}

function noteOf(answer: TransferAnswer, round: Round): Judgement {
  const unanswered = whyUnanswered(answer);
  if (unanswered !== undefined) return { unjudged: unanswered };
  if (round.good === undefined) return withoutTwin(answer, round);
  const done = answer.outcome === 'result' ? 'accepted' : 'refused';
  return { note: `${answer.variant} is ${done}, and the document allows both` };
}

function withoutTwin(answer: TransferAnswer, { bad }: Round): Judgement {
  const why = bad === undefined ? 'was not asked for' : `was not carried out: ${showOutcome(bad)}`;
  return { unjudged: reportText`the valid twin of ${nameEvidence(answer)} ${why}` };
}

function keepTwin(round: Round, answer: TransferAnswer): void {
  if (isTransferCarriedOut(answer)) round.good ??= answer;
  else round.bad ??= answer;
}

/** How the key was coded that the client was given in that role; `undefined` where this is no matter. */
const codingOf = ({ method, fact: { coding } }: TransferAnswer): string | undefined =>
  coding && `${method} ${coding}`;

function judge(
  answer: TransferAnswer,
  round: Round,
  { expected, cause, about }: Wanted,
  codings: ReadonlySet<string | undefined>,
): Judgement {
  const { good } = round;
  const failed = isRefused(answer) ? whyNoRefusal(answer) : undefined;
  if (failed !== undefined) return failed;
  const unanswered = whyUnanswered(answer);
  if (unanswered !== undefined) return { unjudged: unanswered };
  if (answer.outcome === 'not-offered') return { unjudged: `${answer.method} is not offered` };
  if (isRefused(answer)) {
    return good === undefined ? withoutTwin(answer, round) : (whyUnread(answer, codings) ?? keptJudgement);
  }
  return {
    breach: {
      sent: showTransfer(answer),
      expected,
      seen: whatCame(answer),
      cause:
        likelyFailure(answer) ??
        cause({
          answer,
          others: round.spoilt.filter(({ asked }) => isInvalidVariantOf(asked.variant, about)),
        }),
    },
  };
}

/** A key whose coding the client cannot read is refused for that, whatever it stands for. */
function whyUnread(answer: TransferAnswer, codings: ReadonlySet<string | undefined>): Judgement | undefined {
  const { coding } = answer.fact;
  if (coding === undefined || codings.has(codingOf(answer))) return undefined;
  const told = `is coded as ${toldCodings[coding]}, and no key in this coding was read`;
  return { unjudged: reportText`the key of ${nameEvidence(answer)} ${told}` };
}

/** Clause 6.2.1: an algorithm or curve without support. */
export const unsupportedRefused = defineHome({
  id: 'HDT-01',
  clauses: ['6.2.1'],
  quote: 'reject unsupported algorithms and expired public keys.',
  subject: 'integrator',
  roles: ['hip'],
  level: 'must',
  seen: 'adapter',
  title: 'The HIP refuses unsupported algorithms and curves',
  rule: 'Key material of the HIU that names an algorithm or a curve without support is refused.',
  absences: {
    [missingTwin]: openInRun,
  },
  latitude: {
    'a refusal without the code of a refusal on purpose': 'refusals-without-code',
    'a refusal without a reason': 'refusals-in-other-words',
    'a HIP that also refuses a repeated key': 'one-transfer-for-each-key',
    'a refusal that is not on purpose, with an error of its own': 'transfers-refused-by-failure',
    'an empty curve is read as Curve25519': 'curve-by-default',
    'an empty algorithm is read as ECDH': 'algorithm-by-default',
  },
  ...transferNeeds,
  causes: [...nullCauses, ...Object.values(nameCauses)],
  on: ['adapter'],
  facets: { what: ['algorithm', 'curve'] },
  tells: adapterAnswerPlaces,
  challenge: ['algorithm', 'curve'],
  judge: refused({
    about: ['algorithm', 'curve'],
    expected: 'an error that names the algorithm or the curve: only ECDH on Curve25519 is supported',
    cause: unreadName,
    facetOf: kindOf,
  }),
});

/** Clause 6.2.1: a public key that has expired. */
export const expiredKeyRefused = defineHome({
  id: 'HDT-02',
  clauses: ['6.2.1'],
  quote: 'reject unsupported algorithms and expired public keys.',
  subject: 'integrator',
  roles: ['hip'],
  level: 'must',
  seen: 'adapter',
  title: 'The HIP refuses an expired public key',
  rule: 'A public key of the HIU whose expiry has passed is refused.',
  absences: {
    [missingTwin]: openInRun,
  },
  latitude: {
    'a refusal without the code of a refusal on purpose': 'refusals-without-code',
    'a refusal without a reason': 'refusals-in-other-words',
    'a HIP that also refuses a repeated key': 'one-transfer-for-each-key',
    'a refusal that is not on purpose, with an error of its own': 'transfers-refused-by-failure',
  },
  ...transferNeeds,
  causes: [...nullCauses, ...Object.values(expiryCauses)],
  on: ['adapter'],
  tells: adapterAnswerPlaces,
  challenge: ['expiry'],
  judge: refused({
    about: ['expiry'],
    expected: 'an error that says that the key of the HIU has expired',
    cause: unreadExpiry,
  }),
});

/** Clause 6.2.6 with NIST SP 800-38D, section 7.2: authentication fails, and nothing is given out. */
export const changedRefused = defineHome({
  id: 'HDT-12',
  clauses: ['6.2.6'],
  quote:
    'Encrypt the FHIR bundle with AES-GCM and the IV. Send the encrypted content, HIP public key and HIP nonce ' +
    '(shape 2.6) to the HIU.',
  subject: 'integrator',
  roles: ['hiu'],
  level: 'must',
  seen: 'adapter',
  title: 'The HIU refuses content, keys and nonces that were changed',
  rule:
    'When the ciphertext, the tag, the nonce or the key has been changed, the HIU refuses it and ' +
    'returns no plaintext, as NIST SP 800-38D demands.',
  absences: {
    [missingTwin]: openInRun,
  },
  latitude: {
    'a refusal without the code of a refusal on purpose': 'refusals-without-code',
    'a refusal without a reason': 'refusals-in-other-words',
    'decryption with another library': 'transfers-by-the-platform',
    'a refusal that is not on purpose, with an error of its own': 'transfers-refused-by-failure',
  },
  needs: ['HDT-11'],
  causes: [...failureCauses, ...Object.values(changeCauses)],
  on: ['adapter'],
  facets: { changed: ['ciphertext', 'tag', 'nonce', 'key'] },
  tells: [
    ...adapterAnswerPlaces,
    ...placesAt('request body', 'fact transfer/bundle', 'fact transfer/bundleFlaw'),
  ],
  challenge: ['changed ciphertext', 'changed tag', 'changed nonce', 'changed key'],
  judge: refused({
    about: ['changed ciphertext', 'changed tag', 'changed nonce', 'changed key'],
    expected: 'an error, and no plaintext: the tag does not fit what was changed',
    cause: unverifiedChange,
    facetOf: changedPart,
  }),
});

/** Clause 6.2.3 with RFC 7748, section 6.1. */
export const badKeyRefused = defineHome({
  id: 'HDT-13',
  clauses: ['6.2.3'],
  quote: 'Compute the ECDH shared secret from the HIU public key and the HIP private key.',
  subject: 'integrator',
  roles: ['hip', 'hiu'],
  level: 'should',
  seen: 'adapter',
  title: 'Low-order and malformed public keys are refused',
  rule: 'A public key that is malformed or of low order is not accepted (RFC 7748, section 6.1).',
  absences: {
    [missingTwin]: openInRun,
  },
  latitude: {
    'a refusal without the code of a refusal on purpose': 'refusals-without-code',
    'a refusal without a reason': 'refusals-in-other-words',
    'keys of the Weierstrass form': 'weierstrass-alone',
    'keys of the form x25519': 'x25519-alone',
    'a refusal that is not on purpose, with an error of its own': 'transfers-refused-by-failure',
  },
  ...transferNeeds,
  causes: [...failureCauses, ...Object.values(badKeyCauses)],
  on: ['adapter'],
  facets: { key: ['low order', 'off the curve (not for x25519)', 'wrong form'] },
  facetsOf: keyFacets,
  tells: adapterAnswerPlaces,
  challenge: ['bad key'],
  judge: refused({
    about: ['bad key'],
    expected: 'an error that says that the public key cannot be used',
    cause: uncheckedKey,
    facetOf: keyFacet,
  }),
});

/** Clauses 6.2, 8: a nonce that is not 32 bytes long. */
export const nonceLengthRefused = defineHome({
  id: 'HDT-16',
  clauses: ['6.2', '8'],
  quote: 'RAND a 32-byte random nonce',
  subject: 'integrator',
  roles: ['hip', 'hiu'],
  level: 'should',
  seen: 'adapter',
  title: 'Nonces that are not 32 bytes long are refused',
  rule: 'A nonce of any length but 32 bytes is not accepted.',
  absences: {
    [missingTwin]: openInRun,
  },
  latitude: {
    'a refusal without the code of a refusal on purpose': 'refusals-without-code',
    'a refusal without a reason': 'refusals-in-other-words',
    'a refusal that is not on purpose, with an error of its own': 'transfers-refused-by-failure',
  },
  ...transferNeeds,
  causes: [...failureCauses, ...Object.values(nonceCauses)],
  on: ['adapter'],
  tells: adapterAnswerPlaces,
  challenge: ['nonce length'],
  judge: refused({
    about: ['nonce length'],
    expected: 'an error that says that a nonce has 32 bytes',
    cause: uncheckedNonce,
  }),
});
