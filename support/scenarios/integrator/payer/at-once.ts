import type { Run } from '../../../run/run';
import type { PayerTalk, SubmitMethod, Trigger } from './talk';
import { payerJourney } from './talk';

type Planned = Omit<Trigger, 'correlationId'> & { readonly submit: SubmitMethod };

/** Two of each kind, decided differently, so that neither the kind nor the order tells which is which. */
const cycles: readonly Planned[] = [
  { submit: 'preauth.submit', method: 'Preauth', action: 'Approve' },
  { submit: 'preauth.submit', method: 'Preauth', action: 'Reject' },
  { submit: 'claim.submit', method: 'Claim', action: 'Reject' },
  { submit: 'claim.submit', method: 'Claim', action: 'Approve' },
];

/** In this order they are decided: neither that in which they were begun nor its reverse. */
const order = [2, 0, 3, 1] as const;

/** Several cycles at the same time (clause 6.1): all are begun before the first is decided. */
export function cyclesAtOnce(run: Run): Promise<void> {
  return payerJourney(run, 'cycles-at-once', 'Several cycles at once', async (talk) => {
    const begun: (string | undefined)[] = [];
    for (const { submit } of cycles) begun.push(await talk.submit(submit));
    for (const index of order) await decide(talk, begun[index], cycles[index]);
    for (const correlationId of begun) if (correlationId !== undefined) await talk.state(correlationId);
  });
}

async function decide(
  talk: PayerTalk,
  correlationId: string | undefined,
  planned: Planned | undefined,
): Promise<void> {
  if (correlationId === undefined || planned === undefined) return;
  const { action, method } = planned;
  if (await talk.trigger({ action, method, correlationId })) await talk.callbacks(correlationId, 1);
}
