import { home } from '../judge/home';
import { at, needed } from '../judge/places';
import { showRequest } from '../judge/fates';
import type { Told } from '../judge/judge';
import { Tally, kept } from '../judge/judge';
import type { Cycle } from '../cycles/cycle-log';
import { CycleLog } from '../cycles/cycle-log';
import type { Trigger } from '../cycles/messages';
import { stepMeant, triggerIn } from '../cycles/messages';

/** Clause 4.4: the id of a cycle that was submitted, whenever that was. */
export const triggerNamesCycle = home({
  id: 'DPY-03',
  clauses: ['4.4'],
  quote: 'correlation id of the request cycle (UUID-shaped)',
  subject: 'integrator',
  roles: ['trigger'],
  level: 'must',
  seen: 'passive',
  title: 'A trigger names the correlation id of its cycle',
  rule: 'correlationId has the shape of a UUID and equals the one of the request cycle.',
  on: ['dummyPayer', 'provider'],
  bothSides: true,
  tells: [...needed('request body/correlationId'), ...at('fact payer/correlationId')],
  reads: 'request',
  mistakes: {
    'correlationId "42"': 'a request counter',
    'correlationId without hyphens': 'an id that is not a UUID',
    'a new correlationId': 'an id that no submission used',
    'no correlationId': 'no id at all',
  },
  judge: (context) => {
    const submitted = new Set<string>();
    const log = new CycleLog(context);
    const named: Trigger[] = [];
    /** Submits whose id cannot be read: the id that was named may be theirs. */
    let unread = 0;
    return {
      observe(exchange) {
        // In traffic no call is known, and nothing is kept.
        if (exchange.sender === 'suite' || exchange.call !== undefined) log.observe(exchange);
        const step = stepMeant(exchange, context.readings);
        const id = step?.fact.correlationId;
        const isSubmit = step?.step === 'preauth' || step?.step === 'claim';
        if (isSubmit && id === undefined) unread += 1;
        if (isSubmit && id !== undefined) submitted.add(id);
        const trigger = exchange.sender === 'integrator' ? triggerIn(exchange) : undefined;
        if (trigger !== undefined) named.push(trigger);
      },
      conclude() {
        const tally = new Tally();
        const cycles = log.all;
        for (const trigger of named) {
          const breach = cycleFlaw(trigger, submitted) ?? otherCycle(trigger, cycles);
          if (breach !== undefined && trigger.words.namesUuid && unread > 0)
            tally.add({ unjudged: `${unread} submits cannot be read: their correlation ids are not known` });
          else tally.add(breach ? { breach } : kept, trigger.exchange.seq);
        }
        return tally.conclude();
      },
    };
  },
});

function cycleFlaw(
  { exchange, correlationId, words }: Trigger,
  submitted: ReadonlySet<string>,
): Told | undefined {
  const isUuid = typeof correlationId === 'string' && words.namesUuid;
  if (isUuid && submitted.has(correlationId)) return undefined;
  return {
    sent: showRequest(exchange, 'a trigger'),
    expected: 'the correlation id, shaped like a UUID, under which the request was submitted',
    seen: isUuid ? `${correlationId}, under which nothing was submitted` : shown(correlationId),
    cause: 'the id of the request, of the workflow or of another cycle is taken; or a new one is made',
  };
}

/**
 * A cycle that was decided otherwise is named, while another waits. In traffic a person may have tried just that; where the
 * suite had asked for a trigger, it was for the one that waits.
 */
function otherCycle({ exchange, correlationId }: Trigger, cycles: readonly Cycle[]): Told | undefined {
  if (exchange.call?.method !== 'dummyPayer.trigger') return undefined;
  const meant = cycles.find(({ trigger }) => trigger?.seq === exchange.seq)?.correlationId;
  if (meant === undefined || meant === correlationId) return undefined;
  return {
    sent: showRequest(exchange, 'a trigger'),
    expected: 'the correlation id under which the request was submitted that waits for it',
    seen: `${String(correlationId)}, the id of another cycle: ${meant} waited`,
    cause: 'the id of the first cycle, or of the last, is kept and sent with every trigger',
  };
}

/** A member that is left out has no JSON. */
function shown(member: unknown): string {
  return member === undefined ? 'none' : JSON.stringify(member);
}
