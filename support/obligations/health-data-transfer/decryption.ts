import type { Judgement, RuleFactory } from '../judge/judge';
import { eachExchange, kept } from '../judge/judge';
import type { TransferAnswer } from './transfer-answer';
import { showOutcome, showTransfer, transferIn, whyUnanswered } from './transfer-answer';

/** Clause 6.2: an HIU reads what a conforming HIP sent. */
export const rightContentOpened: RuleFactory = eachExchange('HDT-11', (exchange) => {
  const answer = transferIn(exchange);
  if (answer?.method !== 'transfer.decrypt' || answer.asked.part !== 'valid') return undefined;
  return judge(answer);
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
      got: fact.bundleFlaw ?? showOutcome(answer),
      likely:
        fact.mistake === undefined
          ? 'nonces, salt, IV, key or tag are taken otherwise than in clause 6.2; try the vectors of health-data transfer'
          : `contents made with one mistake are read: ${fact.mistake.text}`,
    },
  };
}
