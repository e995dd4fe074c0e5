import { mistakenTexts } from '../../crypto/node/transfer';
import type { AdapterAnswer } from '../../exchange/evidence';
import type { SecretFact } from '../../contract/transfer-facts';
import { eachKeyForm } from '../judge/facets';
import { home } from '../judge/home';
import { adapterAnswer, at } from '../judge/places';
import type { Judgement } from '../judge/judge';
import { Tally, inFacets, kept } from '../judge/judge';
import { Codings, codingCauses } from './codings';
import type { TransferAnswer } from './transfer-answer';
import { showOutcome, showTransfer, transferIn, whyUnanswered } from './transfer-answer';
import { notingTrials } from './trials';

const likely = {
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
export const rightContentOpened = home({
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
  causes: [...mistakenTexts.map(readMistaken), ...codingCauses, ...Object.values(likely)],
  on: ['adapter'],
  facets: { form: ['each key form of the client'], secret: secretFacets },
  facetsOf: eachKeyForm('hiu', secretFacets),
  tells: [
    ...adapterAnswer,
    ...at('request body/bundle', 'fact transfer/bundle', 'fact transfer/bundleFlaw', 'fact transfer/mistake'),
  ],
  challenge: ['a decryption'],
  judge: notingTrials('transfer.decrypt', () => {
    const tally = new Tally();
    const codings = new Codings();
    const others: TransferAnswer[] = [];
    const add = (answer: TransferAnswer): void => {
      tally.add(inFacets(judge(answer, codings), facetOf(answer)), answer.seq);
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

function judge(answer: TransferAnswer, codings: Codings): Judgement {
  const unanswered = whyUnanswered(answer);
  if (unanswered !== undefined) return { unjudged: unanswered };
  const { outcome, fact } = answer;
  if (outcome === 'not-offered') return { unjudged: `${answer.method} is not offered` };
  if (fact.bundle === 'same') return kept;
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

function causeOf(answer: TransferAnswer, codings: Codings): string {
  const { mistake, bundleFlaw, bundleMeant } = answer.fact;
  if (mistake !== undefined) return readMistaken(mistake.text);
  if (answer.outcome === 'refused')
    return saysNoJson(answer) ? likely.noJson : (codings.whyRefused(answer) ?? likely.elsewhere);
  if (bundleFlaw === 'null') return likely.null;
  if (bundleFlaw === 'an empty text') return likely.empty;
  return bundleMeant === true ? likely.changed : likely.elsewhere;
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
