import type { EventEmitter } from 'node:events';
import { once } from 'node:events';
import type { AdapterMethod, MethodParams } from '../../adapter/protocol';
import type { BegunKind } from '../../contract/cycle-beginnings';
import { beginningByKind } from '../../contract/cycle-beginnings';
import { afterOwnTime } from '../../contract/own-time';

export type TriggerParams = Omit<MethodParams<'dummyPayer.trigger'>, 'correlationId'>;

/** A row of the table in clause 4.7: its request, and what the payer is told to do with it, where it waits for that. */
export interface Flow {
  readonly request: BegunKind;
  readonly trigger?: TriggerParams;
}

const decided = (request: BegunKind, method: TriggerParams['method']): Flow[] =>
  (['Approve', 'Reject', 'Query'] as const).map((action) => ({ request, trigger: { action, method } }));

/** Every row but that of the payment notice, which the payer begins. */
export const documentedFlows: readonly Flow[] = [
  { request: 'plan' },
  { request: 'eligibility' },
  ...decided('preauth', 'Preauth'),
  ...decided('claim', 'Claim'),
];

/** The adapter methods that a client needs for a flow. Without `communication.reply` it need not reply to a query. */
export function methodsOfFlow({ request, trigger }: Flow): readonly AdapterMethod[] {
  return [
    beginningByKind[request],
    ...(trigger?.action === 'Query' ? (['communication.reply'] as const) : []),
  ];
}

/** Who goes through a flow: the suite as a provider, or an integrator. Each names a cycle in its own way. */
export interface FlowParty<Cycle> {
  /** Begins a cycle; `undefined` where its request was not taken. */
  submit(request: BegunKind): Promise<Cycle | undefined>;
  /**
   * Triggers the payer, unless the cycle has been decided already. Returns the action that decides the cycle, which is
   * another one if a client has triggered the payer by itself; `undefined` if nothing decides the cycle.
   */
  trigger(cycle: Cycle, trigger: TriggerParams): Promise<TriggerParams['action'] | undefined>;
  /** Waits for what the payer says next, in so many callbacks in all. Tells whether the flow goes on from there. */
  hear(cycle: Cycle, awaited: 'answer' | 'query' | 'decision', callbacks: number): Promise<boolean>;
  /** Sends the documents that were asked for. Tells whether that was done. */
  reply(cycle: Cycle): Promise<boolean>;
  /** Looks how the cycle ended. */
  end(cycle: Cycle): Promise<unknown>;
}

/** Goes through a row of the table until the payer or the party stops it. */
export async function runFlow<Cycle>(party: FlowParty<Cycle>, { request, trigger }: Flow): Promise<void> {
  const cycle = await party.submit(request);
  if (cycle === undefined) return;
  const action = trigger && (await party.trigger(cycle, trigger));
  if (trigger !== undefined && action === undefined) return;
  if (action === 'Query') {
    if ((await party.hear(cycle, 'query', 1)) && (await party.reply(cycle)))
      await party.hear(cycle, 'decision', 2);
  } else await party.hear(cycle, trigger === undefined ? 'answer' : 'decision', 1);
  await party.end(cycle);
}

/**
 * Waits until something has happened, which a `change` may tell, at most so many milliseconds, and not after `ended`;
 * tells whether it has.
 */
export async function waitFor(
  changes: EventEmitter,
  happened: () => boolean,
  limitMs: number,
  ended?: Promise<void>,
): Promise<boolean> {
  const over = new AbortController();
  const giveUp = (): void => {
    over.abort();
  };
  const end = afterOwnTime(limitMs, giveUp);
  void ended?.then(giveUp, giveUp);
  try {
    while (!happened()) await once(changes, 'change', over);
    return true;
  } catch {
    return happened();
  } finally {
    end();
  }
}
