import type { Run } from '../../../run/run';
import type { FlowRequest, TriggerParams } from '../../payer/flows';
import { payerJourney } from './journey';

/** Two of each kind, decided differently, so that neither the kind nor the order tells which is which. */
const cycles: readonly (readonly [FlowRequest, TriggerParams])[] = [
  ['preauth', { method: 'Preauth', action: 'Approve' }],
  ['preauth', { method: 'Preauth', action: 'Reject' }],
  ['claim', { method: 'Claim', action: 'Reject' }],
  ['claim', { method: 'Claim', action: 'Approve' }],
];

/** In this order they are decided: neither that in which they were begun nor its reverse. */
const order = [2, 0, 3, 1] as const;

/** Several cycles at the same time (clause 6.1): all are begun before the first is decided. */
export function cyclesAtOnce(run: Run): Promise<void> {
  const triggers = run.target.roles.includes('trigger') ? cycles.length : 0;
  const calls = 2 * cycles.length + triggers;
  const named = { name: 'cycles-at-once', title: 'Several cycles at once', calls };
  return payerJourney(run, named, async (talk) => {
    const begun: { readonly correlationId: string | undefined; readonly trigger: TriggerParams }[] = [];
    for (const [request, trigger] of cycles)
      begun.push({ correlationId: await talk.submit(request), trigger });
    for (const index of order) {
      const { correlationId, trigger } = begun[index] ?? {};
      if (correlationId === undefined || trigger === undefined) continue;
      if (await talk.trigger(correlationId, trigger)) await talk.hear(correlationId, 'decision', 1);
      // Among several, the payer cannot tell which cycle a wrong trigger is meant for; the suite can, which asked for it.
      if (talk.triggerInstead(correlationId, trigger)) await talk.hear(correlationId, 'decision', 1);
    }
    for (const { correlationId } of begun) if (correlationId !== undefined) await talk.end(correlationId);
  });
}
