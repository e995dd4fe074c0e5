import type { AdapterAnswer } from '../../exchange/evidence';
import type { SecretFact } from '../../contract/transfer-facts';
import { eachKeyForm } from '../judge/facets';
import { home } from '../judge/home';
import { adapterAnswer, at } from '../judge/places';
import type { Judgement } from '../judge/judge';
import { eachExchange, inFacets, kept } from '../judge/judge';
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
  outcome: 'each right content is decrypted to the bytes of its bundle',
  on: ['adapter'],
  facets: { form: ['each key form of the client'], secret: secretFacets },
  facetsOf: eachKeyForm(secretFacets),
  tells: [
    ...adapterAnswer,
    ...at('request body/bundle', 'fact transfer/bundle', 'fact transfer/bundleFlaw', 'fact transfer/mistake'),
  ],
  challenge: ['a decryption'],
  judge: eachExchange((given: AdapterAnswer) => {
    const answer = transferIn(given);
    if (answer?.method !== 'transfer.decrypt' || answer.asked.part !== 'valid') return undefined;
    const { form, secret } = answer.fact;
    return inFacets(judge(answer), secret && `${form}, ${secret}`);
  }),
});

function judge(answer: TransferAnswer): Judgement {
  const unanswered = whyUnanswered(answer);
  if (unanswered !== undefined) return { unjudged: unanswered };
  const { outcome, fact } = answer;
  if (outcome === 'not-offered') return { unjudged: `${answer.method} is not offered` };
  if (fact.bundle === 'same') return kept;
  return {
    breach: {
      sent: showTransfer(answer),
      expected: 'the bundle, byte for byte as it was before it was encrypted',
      seen: fact.bundleFlaw ?? showOutcome(answer),
      cause: causeOf(fact),
    },
  };
}

function causeOf({ mistake, bundleFlaw, bundleMeant, secret }: TransferAnswer['fact']): string {
  if (mistake !== undefined) return `contents made with one mistake are read: ${mistake.text}`;
  if (bundleFlaw === 'null') return 'decryption failed, and null is handed on in place of an error';
  if (bundleFlaw === 'an empty text')
    return 'decryption failed, and an empty text is handed on in place of an error';
  if (bundleMeant === true) return 'the content is opened, and the text is changed on its way out';
  return secret === 'with a leading zero'
    ? 'the shared secret of this content begins with a zero byte: 32 bytes are kept, always'
    : 'nonces, salt, IV, key or tag are taken otherwise than in clause 6.2; try the vectors of health-data transfer';
}
