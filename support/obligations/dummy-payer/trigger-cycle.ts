import type { PayerFact } from '../../contract/payer-facts';
import { home } from '../judge/home';
import { at, needed } from '../judge/places';
import { showRequest } from '../judge/fates';
import type { Told } from '../judge/judge';
import { Tally, kept } from '../judge/judge';
import type { Cycle } from '../cycles/cycle-log';
import { CycleLog } from '../cycles/cycle-log';
import type { Trigger } from '../cycles/messages';
import { stepMeant, triggerIn } from '../cycles/messages';

const likely = {
  leftOut: 'correlationId is left out, or the member goes by another name',
  noUuid:
    'correlationId is no UUID as it was submitted: an id of the own system is taken, or the UUID is written in another form',
  letters: 'correlationId is that of the cycle in other letters: it is to be sent as it was submitted',
  workflow: 'the workflow id is sent in place of the correlation id',
  unknown:
    'nothing was submitted under that correlationId: the id of another message is taken, or a new one is made',
  another: 'the id of one cycle is kept, and sent with the triggers of others',
} as const;

/** What is known of the submissions. */
interface Submitted {
  readonly ids: Set<string>;
  /** The same in lower case, as they may be named: there are many, and each trigger is compared. */
  readonly letters: Set<string>;
  readonly workflows: Set<string>;
}

function noteSubmit({ ids, letters, workflows }: Submitted, { correlationId, workflowId }: PayerFact): void {
  if (correlationId !== undefined) {
    ids.add(correlationId);
    letters.add(correlationId.toLowerCase());
  }
  if (workflowId !== undefined) workflows.add(workflowId.toLowerCase());
}

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
  causes: Object.values(likely),
  judge: (context) => {
    const submitted: Submitted = { ids: new Set(), letters: new Set(), workflows: new Set() };
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
        if (isSubmit) noteSubmit(submitted, step.fact);
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

function cycleFlaw(trigger: Trigger, submitted: Submitted): Told | undefined {
  const { exchange, correlationId, words } = trigger;
  const isUuid = typeof correlationId === 'string' && words.namesUuid;
  if (isUuid && submitted.ids.has(correlationId)) return undefined;
  return {
    sent: showRequest(exchange, 'a trigger'),
    expected: 'the correlation id, shaped like a UUID, under which the request was submitted',
    seen: isUuid ? `${correlationId}, under which nothing was submitted` : shown(correlationId),
    cause: causeOf(trigger, submitted),
  };
}

function causeOf({ correlationId, words }: Trigger, { letters, workflows }: Submitted): string {
  if (correlationId === undefined || correlationId === null) return likely.leftOut;
  if (typeof correlationId !== 'string' || !words.namesUuid) return likely.noUuid;
  const named = correlationId.toLowerCase();
  if (letters.has(named)) return likely.letters;
  return workflows.has(named) ? likely.workflow : likely.unknown;
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
    cause: likely.another,
  };
}

/** A member that is left out has no JSON. */
function shown(member: unknown): string {
  return member === undefined ? 'none' : JSON.stringify(member);
}
