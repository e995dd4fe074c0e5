import type { RuleFactory } from '../../rule';
import { Tally, kept } from '../../rule';
import { isTaken, showStep, stepIn, triggerIn } from '../../cycles/messages';

/** Clause 4.7: no trigger before its submit, no reply before its query. What never comes is for other rules. */
export const stepsInOrder: RuleFactory = (context) => {
  const tally = new Tally('FLW-11');
  const [submitted, queried] = [new Set<string>(), new Set<string>()];
  const early = new Map<string, number>();
  return {
    observe(exchange) {
      const found = stepIn(exchange, context.readings);
      const correlationId = found?.fact.correlationId;
      if (found !== undefined && correlationId !== undefined) {
        if (found.step === 'query' && isTaken(exchange)) queried.add(correlationId);
        if (found.step === 'preauth' || found.step === 'claim') {
          submitted.add(correlationId);
          const trigger = early.get(correlationId);
          early.delete(correlationId);
          if (trigger !== undefined)
            tally.add(
              {
                breach: {
                  sent: showStep(found),
                  expected: 'the submit first, and then the trigger',
                  got: `the trigger in #${trigger} already`,
                  likely: 'both are sent at the same time, without waiting for the 202 of the submit',
                },
              },
              trigger,
              exchange.seq,
            );
        }
        if (found.step === 'reply' && exchange.sender === 'integrator')
          tally.add(
            queried.has(correlationId)
              ? kept
              : {
                  breach: {
                    sent: showStep(found),
                    expected: 'a reply once the payer has asked in this cycle',
                    got: 'no query of this cycle before it',
                    likely: 'documents are sent on their own account, or under the id of another cycle',
                  },
                },
            exchange.seq,
          );
      }
      const trigger = triggerIn(exchange);
      if (
        trigger === undefined ||
        exchange.sender !== 'integrator' ||
        typeof trigger.correlationId !== 'string'
      )
        return;
      if (submitted.has(trigger.correlationId)) tally.add(kept, exchange.seq);
      else early.set(trigger.correlationId, exchange.seq);
    },
    conclude: () => tally.conclude(),
  };
};
