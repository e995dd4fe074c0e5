import { randomUUID } from 'node:crypto';
import type { CycleKind } from '../../support/contract/payer-facts';
import type { CallbackStep, CycleEvent, PayerCycle } from '../../support/mock/payer/cycle';
import type { PayerSeams } from '../../support/mock/payer/seams';
import { conformingPayer } from '../../support/mock/payer/seams';
import type { ObligationId } from '../../support/obligations';
import type { Mutant } from '../mutant';
import { serviceMutant } from '../mutant';
import { stageMock } from '../stage';

/** The cycles that a payer knows so far. */
interface Known {
  /** Maps an action and a kind to the id of the first cycle that was triggered so. */
  readonly triggered: Map<`${CycleEvent} ${CycleKind}`, string>;
}

/** Creates a payer that sends some callbacks under the correlation id of another cycle. */
function misdirecting(
  name: string,
  breaks: readonly ObligationId[],
  story: string,
  idOf: (cycle: PayerCycle, step: CallbackStep, known: Known) => string | undefined,
  others: Partial<PayerSeams> = {},
): Mutant {
  return serviceMutant(name, breaks, story, () => {
    const known: Known = { triggered: new Map() };
    const seams: Partial<PayerSeams> = {
      ...others,
      reactions: (event, cycle, readings) => {
        const key = `${event} ${cycle.kind}` as const;
        if (!known.triggered.has(key)) known.triggered.set(key, cycle.correlationId);
        return conformingPayer.reactions(event, cycle, readings);
      },
      correlationId: (cycle, step) => idOf(cycle, step, known) ?? cycle.correlationId,
    };
    return stageMock({ seams: { payer: seams } });
  });
}

const isDecision = (step: CallbackStep): boolean => step === 'approved' || step === 'rejected';

/** Returns the id of an approved cycle of the same kind for a decision that follows a query. */
function ofApproved(
  { kind, triggered }: PayerCycle,
  step: CallbackStep,
  { triggered: earlier }: Known,
): string | undefined {
  return isDecision(step) && triggered === 'Query' ? earlier.get(`Approve ${kind}`) : undefined;
}

/**
 * Creates a payer that keeps its decisions on preauthorizations until one is approved and one is rejected, and then sends
 * each under the id of the other. So the outcome does not depend on the order of the triggers.
 */
function decisionsSwapped(): Mutant {
  const story = 'Two jobs at once take the id from one place.';
  return serviceMutant('decisions-swapped', ['CBK-01', 'FLW-12'], story, () => {
    const triggered = new Map<CallbackStep, PayerCycle>();
    const ofStep = (step: CallbackStep): PayerCycle | undefined =>
      triggered.size === 2 ? triggered.get(step) : undefined;
    const seams: Partial<PayerSeams> = {
      reactions: (event, cycle, readings) => {
        const steps = conformingPayer.reactions(event, cycle, readings);
        const isFirst = (event === 'Approve' || event === 'Reject') && cycle.kind === 'preauth';
        const [step] = steps;
        if (!isFirst || step === undefined || triggered.has(step)) return steps;
        triggered.set(step, cycle);
        return triggered.size === 2 ? [...triggered.keys()] : [];
      },
      headers: (step, cycle) => conformingPayer.headers(step, ofStep(step) ?? cycle),
      correlationId: ({ correlationId }, step) => {
        const [approved, rejected] = [ofStep('approved')?.correlationId, ofStep('rejected')?.correlationId];
        if (correlationId !== approved && correlationId !== rejected) return correlationId;
        return (step === 'approved' ? rejected : approved) ?? correlationId;
      },
    };
    return stageMock({ seams: { payer: seams } });
  });
}

/** Payers that send callbacks under the id of a cycle that fits them as well (CBK-01). */
export const misdirectingPayers: readonly Mutant[] = [
  misdirecting(
    'decision-under-an-earlier-id',
    ['CBK-01', 'FLW-13'],
    'Once documents came, the decision is sent for the last approved case of that kind.',
    ofApproved,
  ),
  misdirecting(
    'decision-under-an-earlier-id-in-a-workflow-of-its-own',
    ['CBK-01', 'FLW-13'],
    'The decision is sent for the last approved case, and its workflow id is new.',
    ofApproved,
    {
      headers: (step, cycle) => ({
        ...conformingPayer.headers(step, cycle),
        'x-hcx-workflow_id': randomUUID(),
      }),
    },
  ),
  misdirecting(
    'query-under-the-id-of-another-query',
    ['CBK-01', 'DPY-08', 'FLW-13'],
    'All queries go to the case that was queried first.',
    // The suite triggers both kinds at the same time, so either can be the first.
    (_cycle, step, { triggered }) => {
      const queried = [...triggered].find(([trigger]) => trigger.startsWith('Query '));
      return step === 'query' ? queried?.[1] : undefined;
    },
  ),
  decisionsSwapped(),
];
