import type { RuleFactory } from '../judge/judge';
import { Tally } from '../judge/judge';
import { CycleLog } from '../cycles/cycle-log';
import { stepIn, whyUnread } from '../cycles/messages';
import type { Check } from './flow-checks';
import { because, judge, named, received, seqsOf, unauthorised, unreadable } from './flow-checks';

/** A prompt was answered by more than its 202 (clause 4.7.5). */
const acknowledged: Check = (cycle) => {
  const { acknowledgment, prompt } = cycle;
  if (acknowledgment?.taken === true) return undefined;
  if (acknowledgment?.status === 401)
    return unauthorised(`the acknowledgment #${acknowledgment.seq} of ${named(cycle)}`);
  if (acknowledgment?.unread !== undefined) return unreadable(acknowledgment.unread);
  return {
    sent: `${named(cycle)}, prompt #${prompt?.seq ?? 0}`,
    expected: 'the acknowledgment, with the correlation id of the prompt',
    got:
      acknowledgment === undefined
        ? 'none'
        : `one that the payer refused with ${acknowledgment.status}${because(acknowledgment)}`,
    likely:
      'the prompt is answered with 202 alone, or the acknowledgment has an id or a path of its own (reading payment-ack)',
  };
};

/** Clause 4.7.5. */
export const noticeAcknowledged: RuleFactory = (context) => {
  const log = new CycleLog(context);
  /** Acknowledgments whose id stands in what cannot be read: each may be that of any prompt. */
  const nameless: string[] = [];
  return {
    observe(exchange) {
      log.observe(exchange);
      const found = stepIn(exchange, context.readings);
      const why = whyUnread(exchange);
      if (found?.step === 'acknowledgment' && found.fact.correlationId === undefined && why !== undefined)
        nameless.push(why);
    },
    conclude() {
      const tally = new Tally('FLW-09');
      const checks = [received(({ prompt }) => prompt, 'payment notice prompt'), acknowledged];
      const [why] = nameless;
      for (const cycle of log.cycles.filter(({ prompt }) => prompt !== undefined)) {
        const isMissing = cycle.prompt?.taken === true && cycle.acknowledgment === undefined;
        if (isMissing && why !== undefined) tally.add(unreadable(why));
        else tally.add(judge(cycle, log.cycles, checks), ...seqsOf(cycle));
      }
      return tally.conclude();
    },
  };
};
