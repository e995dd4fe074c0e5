import type { Exchange } from '../../exchange/exchange';
import type { Text } from '../../exchange/text';
import { numbered, text } from '../../exchange/text';
import { home } from '../judge/home';
import { flowPlaces } from '../judge/places';
import { Tally } from '../judge/judge';
import { CycleLog } from '../cycles/cycle-log';
import { stepIn, whyUnread } from '../cycles/messages';
import { notTakenCauses } from '../cycles/not-taken';
import { toldOfPlain } from './content-checks';
import { providerCauses } from './provider-causes';
import type { Check } from './flow';
import { firstOf, named, seqsOf } from './flow';
import { because, received, unauthorised, unreadable } from './provider-checks';

const likely = {
  none:
    'the prompt is answered with 202 alone, its content could not be read (reading payer-content), or the ' +
    'acknowledgment has an id or a path of its own (reading payment-ack)',
} as const;

/** A prompt was answered by more than its 202 (clause 4.7.5). */
const acknowledged: Check = (cycle, { of }) => {
  const { acknowledgment, prompt } = cycle;
  if (acknowledgment === undefined && of(prompt?.seq)?.asked !== undefined)
    return {
      unjudged: text`the prompt ${numbered(prompt?.seq ?? 0)} came after forged ones of its cycle: it may have been dropped as a repetition`,
    };
  if (acknowledgment?.taken === true)
    return acknowledgment.plain && { sent: named(cycle), ...toldOfPlain(acknowledgment.seq) };
  if (acknowledgment?.status === 401)
    return unauthorised(text`the acknowledgment ${numbered(acknowledgment.seq)} of ${named(cycle)}`);
  if (acknowledgment?.unread !== undefined) return unreadable(acknowledgment.unread);
  return {
    sent: text`${named(cycle)}, prompt ${numbered(prompt?.seq ?? 0)}`,
    expected: 'the acknowledgment, with the correlation id of the prompt',
    seen:
      acknowledgment === undefined
        ? 'none'
        : `one that the payer refused with ${acknowledgment.status}${because(acknowledgment)}`,
    cause: acknowledgment === undefined ? likely.none : providerCauses.replyRefused,
  };
};

/** Clause 4.7.5. */
export const noticeAcknowledged = home({
  id: 'FLW-09',
  clauses: ['4.7.5'],
  quote: 'the provider system then sends the payment notice acknowledgment (its operation: not shown).',
  subject: 'integrator',
  roles: ['provider'],
  level: 'must',
  seen: 'active',
  title: 'A payment notice is acknowledged',
  rule: 'After the prompt of a payment notice the provider sends its acknowledgment.',
  on: ['dummyPayer', 'provider', 'adapter'],
  bothSides: true,
  causes: [...notTakenCauses, ...Object.values(likely), providerCauses.replyRefused, providerCauses.plain],
  follows: ['CBK-03'],
  tells: flowPlaces,
  judge: (context) => {
    const log = new CycleLog(context);
    /** Acknowledgments whose id stands in what cannot be read: each may be that of any prompt. */
    const nameless: Text[] = [];
    const prompts = new Map<number, Exchange>();
    return {
      observe(exchange) {
        log.observe(exchange);
        if (exchange.kind !== undefined) return;
        const found = stepIn(exchange, context.readings);
        if (found?.step === 'prompt') prompts.set(exchange.seq, exchange);
        const why = whyUnread(exchange);
        if (found?.step === 'acknowledgment' && found.fact.correlationId === undefined && why !== undefined)
          nameless.push(why);
      },
      conclude() {
        const tally = new Tally();
        const checks = [received(({ prompt }) => prompt, 'payment notice prompt'), acknowledged];
        const [why] = nameless;
        for (const cycle of log.cycles.filter(({ prompt }) => prompt !== undefined)) {
          const isMissing = cycle.prompt?.taken === true && cycle.acknowledgment === undefined;
          if (isMissing && why !== undefined) tally.add(unreadable(why));
          else
            tally.add(
              firstOf(
                checks,
                cycle,
                {
                  cycles: log.cycles,
                  of: (seq) => prompts.get(seq ?? 0),
                  strays: [],
                  replies: [],
                  sentBetween: () => false,
                },
                context,
              ),
              ...seqsOf(cycle),
            );
        }
        return tally.conclude();
      },
    };
  },
});
