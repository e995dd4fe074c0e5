import type { ExposureFact, SecretFact, TransferFact } from '../../contract/transfer';
import { allMistakeTexts } from '../../crypto/node/transfer';
import type { AdapterAnswer } from '../../exchange/evidence';
import type { TransferAnswer } from './transfer-answer';
import {
  AcceptedKeyCodings,
  transferNeeds,
  transferRefusalCauses,
  isTransferCarriedOut,
  withNonFhirNotes,
  showOutcome,
  showTransfer,
  transferIn,
  whyUnanswered,
} from './transfer-answer';
import { keyFormFacets } from '../judge/facets';
import { keptOnlyIfTempted } from '../judge/requests';
import { missingTransfer, untestedInRun } from '../judge/common-absences';
import { defineHome, adapterAnswerPlaces, placesAt } from '../judge/home';
import type { Judge, Judgement } from '../judge/judge';
import { JudgementTally, withFacetNames, keptJudgement } from '../judge/judge';

const decryptionCauses = {
  null: 'decryption failed, and null is handed on in place of an error',
  empty: 'decryption failed, and an empty text is handed on in place of an error',
  changed: 'the content is opened, and the text is changed on its way out',
  noJson:
    'the content is a FHIR bundle in JSON, and the client says that it opened another text: what was deciphered is cut short, is read in another charset than UTF-8, or was deciphered wrongly while the tag is not verified',
  elsewhere:
    'nonces, salt, IV, key or tag are not taken as in clause 6.2; try the vectors of health-data transfer',
} as const;

const readMistaken = (mistake: string): string => `contents made with one mistake are read: ${mistake}`;

const secretFacets: readonly SecretFact[] = ['ordinary', 'with a leading zero'];

/** Clauses 1.3, 6.2: an HIU reads what a conforming HIP sent. */
export const rightContentOpened = defineHome({
  id: 'HDT-11',
  clauses: ['1.3', '6.2'],
  quote:
    'Health information sent from an information provider (HIP) to an information user (HIU) is a ' +
    'FHIR bundle encrypted with ECDH on Curve25519, HKDF and AES-GCM.',
  subject: 'integrator',
  roles: ['hiu'],
  level: 'must',
  seen: 'adapter',
  title: 'The HIU opens what a conforming HIP sends',
  rule: 'For content from a conforming HIP, decryption by the HIU yields exactly the original bytes.',
  absences: 'each answer of the adapter is judged on its own; other transfers show only why one was refused',
  latitude: {
    'decryption with another library': 'transfers-by-the-platform',
    'a HIU that parses the bundle': 'bundles-parsed',
    'a client that ends if the text is not a FHIR bundle': 'ends-over-what-is-no-bundle',
    'keys of the Weierstrass form': 'weierstrass-alone',
    'additional members in the answer': 'transfer-with-extra-members',
  },
  causes: [
    ...allMistakeTexts.map(readMistaken),
    ...transferRefusalCauses,
    ...Object.values(decryptionCauses),
  ],
  on: ['adapter'],
  facets: { form: ['each key form of the client'], secret: secretFacets },
  facetsOf: keyFormFacets('hiu', secretFacets),
  tells: [
    ...adapterAnswerPlaces,
    ...placesAt(
      'request body/bundle',
      'fact transfer/bundle',
      'fact transfer/bundleFlaw',
      'fact transfer/mistake',
    ),
  ],
  challenge: ['a decryption'],
  judge: withNonFhirNotes('transfer.decrypt', (context) => {
    const tally = new JudgementTally(context);
    const codings = new AcceptedKeyCodings();
    const others: TransferAnswer[] = [];
    const add = (answer: TransferAnswer): void => {
      tally.add(withFacetNames(judge(answer, codings), facetOf(answer)), answer.seq);
    };
    return {
      observe(given: AdapterAnswer) {
        const answer = transferIn(given);
        if (answer?.method !== 'transfer.decrypt' || answer.asked.part !== 'valid') return;
        codings.add(answer);
        if (answer.fact.bundle === 'same') add(answer);
        else others.push(answer);
      },
      conclude() {
        // Why something was refused, the other contents tell.
        for (const answer of others) add(answer);
        return tally.conclude();
      },
    };
  }),
});

/** Where a secret begins with a zero by chance, what is refused may have any other reason. */
function facetOf({ variant, fact: { form, secret } }: TransferAnswer): string | undefined {
  if (secret === 'with a leading zero' && !/secret\b.*\b(leading|begins)\b.*\bzero/.test(variant))
    return undefined;
  return secret && `${form}, ${secret}`;
}

function judge(answer: TransferAnswer, codings: AcceptedKeyCodings): Judgement {
  const unanswered = whyUnanswered(answer);
  if (unanswered !== undefined) return { unjudged: unanswered };
  const { outcome, fact } = answer;
  if (outcome === 'not-offered') return { unjudged: `${answer.method} is not offered` };
  if (fact.bundle === 'same') return keptJudgement;
  const open = outcome === 'refused' ? codings.whyOpen(answer) : undefined;
  if (open !== undefined) return { unjudged: open };
  return {
    breach: {
      sent: showTransfer(answer),
      expected: 'the bundle, byte for byte as it was before it was encrypted',
      seen: fact.bundleFlaw ?? showOutcome(answer),
      cause: causeOf(answer, codings),
    },
  };
}

function causeOf(answer: TransferAnswer, codings: AcceptedKeyCodings): string {
  const { mistake, bundleFlaw, bundleMeant } = answer.fact;
  if (mistake !== undefined) return readMistaken(mistake.text);
  if (answer.outcome === 'refused')
    return saysNoJson(answer)
      ? decryptionCauses.noJson
      : (codings.whyRefused(answer) ?? decryptionCauses.elsewhere);
  if (bundleFlaw === 'null') return decryptionCauses.null;
  if (bundleFlaw === 'an empty text') return decryptionCauses.empty;
  return bundleMeant === true ? decryptionCauses.changed : decryptionCauses.elsewhere;
}

/** Words of the parsers in use for a text that is no JSON. */
const parserWords =
  /\bJSON\b(?!-RPC)|BEGIN_OBJECT|Expecting value|Unexpected (token|end)|Unrecognized token|end-of-input|looking for beginning of value|\b(no|not an?) (valid )?(FHIR|bundle)\b/i;

/** Words for a content that did not open: it may be called JSON in them, too. */
const closedWords =
  /\b(tag|mac)\b|\bdecryption failed|\b(cannot|not|failed to|unable to) (be )?(decrypt|open)/i;

/** Whether the client itself says that it opened the content to something that is no JSON. */
function saysNoJson({ body }: TransferAnswer): boolean {
  const said = body?.text ?? '';
  return parserWords.test(said) && !closedWords.test(said);
}

interface Kept {
  readonly exposed: (fact: TransferFact) => readonly ExposureFact[] | undefined;
  readonly expected: string;
  readonly what: string;
  readonly cause: string;
}

/**
 * Judges what an HIP must never send: observed once a transfer was carried out, for only then there was something to
 * send.
 */
function neverSent({ exposed, expected, what, cause }: Kept): Judge<AdapterAnswer> {
  return (context) => {
    const tally = new JudgementTally(context);
    let tempted = false;
    return {
      observe(given) {
        const answer = transferIn(given);
        if (answer?.method !== 'transfer.encrypt') return;
        tempted ||= isTransferCarriedOut(answer);
        const found = exposed(answer.fact) ?? [];
        if (found.length === 0 && answer.outcome !== 'result') return;
        const places = found.map(({ place, encoding }) => `${place} (${encoding})`).join(', ');
        const breach = {
          sent: showTransfer(answer),
          expected,
          seen: `${what} in ${places}`,
          cause,
          places: found.map(({ place }) => `request body${place}`),
        };
        tally.add(found.length === 0 ? keptJudgement : { breach }, answer.seq);
      },
      conclude: () => keptOnlyIfTempted(tempted, tally.conclude()),
    };
  };
}

const writtenOut = 'the whole key pair is written out, or private and public key are mixed up';
const readable =
  'encryption is left out, or the bundle is kept beside the content for debugging; Base64 encrypts nothing';

/** Clause 6.2.2. */
export const privateKeyUnsent = defineHome({
  id: 'HDT-14',
  clauses: ['6.2.2'],
  quote: 'The private key is kept only for this transfer session.',
  subject: 'integrator',
  roles: ['hip'],
  level: 'must',
  seen: 'adapter',
  title: 'The HIP private key is never sent',
  rule: 'Nothing that is sent contains the private key of the HIP.',
  absences: {
    [missingTransfer]: untestedInRun,
  },
  latitude: {
    'a log of the public key and the nonces': 'transfers-logged-openly',
    'additional members': 'material-with-extra-members',
  },
  causes: [writtenOut],
  on: ['adapter'],
  ...transferNeeds,
  tells: placesAt('fact transfer/privateKeyIn', 'text ‹private-key', 'request body/keyMaterial'),
  challenge: ['an encryption'],
  judge: neverSent({
    exposed: ({ privateKeyIn }) => privateKeyIn,
    expected: 'the public key alone',
    what: 'the private key',
    cause: writtenOut,
  }),
});

/** Clause 2.4. */
export const bundleUnreadable = defineHome({
  id: 'HDT-18',
  clauses: ['2.4'],
  quote: 'FHIR bundle | HIP to HIU transfer | always (scheme in 6.2)',
  subject: 'integrator',
  roles: ['hip'],
  level: 'must',
  seen: 'adapter',
  title: 'Bundles are sent only in encrypted form',
  rule: 'Nothing of the bundle can be read in what is transferred; every part of it is encrypted.',
  absences: {
    [missingTransfer]: untestedInRun,
  },
  latitude: {
    'a log of the bundle that was given': 'transfers-logged-openly',
    'a log of the decrypted bundle at the HIU': 'opened-bundles-logged',
    'additional members in the answer': 'transfer-with-extra-members',
  },
  causes: [readable],
  on: ['adapter'],
  ...transferNeeds,
  tells: placesAt('fact transfer/bundleIn', 'request body/content'),
  challenge: ['an encryption'],
  judge: neverSent({
    exposed: ({ bundleIn }) => bundleIn,
    expected: 'the bundle in the encrypted content alone',
    what: 'a part of the bundle',
    cause: readable,
  }),
});
