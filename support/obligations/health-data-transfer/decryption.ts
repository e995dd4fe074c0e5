import type { AdapterAnswer } from '../../exchange/evidence';
import type { SecretFact } from '../../contract/transfer-facts';
import { eachKeyForm } from '../judge/facets';
import { home } from '../judge/home';
import { adapterAnswer, at } from '../judge/places';
import type { Judgement } from '../judge/judge';
import { Tally, inFacets, kept } from '../judge/judge';
import { Codings } from './codings';
import type { TransferAnswer } from './transfer-answer';
import { showOutcome, showTransfer, transferIn, whyUnanswered } from './transfer-answer';

const secretFacets: readonly SecretFact[] = ['ordinary', 'with a leading zero'];

/** Clause 6.2: an HIU reads what a conforming HIP sent. */
export const rightContentOpened = home({
  id: 'HDT-11',
  clauses: ['6.2'],
  quote:
    'Health information sent from an information provider (HIP) to an information user (HIU) is a ' +
    'FHIR bundle encrypted with ECDH on Curve25519, HKDF and AES-GCM.',
  subject: 'integrator',
  roles: ['hiu'],
  level: 'must',
  seen: 'adapter',
  title: 'The HIU opens what a conforming HIP sends',
  rule: 'For content from a conforming HIP, decryption by the HIU yields exactly the original bytes.',
  on: ['adapter'],
  facets: { form: ['each key form of the client'], secret: secretFacets },
  facetsOf: eachKeyForm('hiu', secretFacets),
  tells: [
    ...adapterAnswer,
    ...at('request body/bundle', 'fact transfer/bundle', 'fact transfer/bundleFlaw', 'fact transfer/mistake'),
  ],
  challenge: ['a decryption'],
  judge: () => {
    const tally = new Tally();
    const codings = new Codings();
    const others: TransferAnswer[] = [];
    const add = (answer: TransferAnswer): void => {
      const { form, secret } = answer.fact;
      tally.add(inFacets(judge(answer, codings), secret && `${form}, ${secret}`), answer.seq);
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
  },
});

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
  if (mistake !== undefined) return `contents made with one mistake are read: ${mistake.text}`;
  if (answer.outcome === 'refused') return codings.whyRefused(answer) ?? elsewhere;
  if (bundleFlaw === 'null') return 'decryption failed, and null is handed on in place of an error';
  if (bundleFlaw === 'an empty text')
    return 'decryption failed, and an empty text is handed on in place of an error';
  if (bundleMeant === true) return 'the content is opened, and the text is changed on its way out';
  return elsewhere;
}

const elsewhere =
  'nonces, salt, IV, key or tag are not taken as in clause 6.2; try the vectors of health-data transfer';
