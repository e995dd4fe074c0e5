import { NotTestedError } from '../../../contract/outcome';
import type { Run } from '../../../run/run';
import { attempted } from '../stimulus-journeys';
import type { PayerTalk, SubmitMethod, Trigger } from './talk';
import { payerJourney, triggerJourney } from './talk';

const actions = ['Approve', 'Reject', 'Query'] as const;

/**
 * Every row of the table in clause 4.7, one after another. A client that only triggers the payer does that for requests
 * of the suite's own.
 */
export async function payerFlows(run: Run): Promise<void> {
  const { roles } = run.target;
  if (!roles.includes('provider')) return triggersAlone(run);
  if (!roles.includes('trigger')) return providerFlows(run);
  const hindrance = await attempted(providerFlows(run), [NotTestedError]);
  if (hindrance === undefined) return undefined;
  run.leftOut.push(`the flows of a provider (${hindrance})`);
  return triggersAlone(run);
}

function providerFlows(run: Run): Promise<void> {
  return payerJourney(run, 'payer-flows', 'Flows with the payer', async (talk) => {
    await answeredCycle(talk, 'insurancePlan.request');
    await answeredCycle(talk, 'eligibility.check');
    for (const action of actions) await decidedCycle(talk, 'preauth.submit', { action, method: 'Preauth' });
    for (const action of actions) await decidedCycle(talk, 'claim.submit', { action, method: 'Claim' });
    await paymentNotice(talk);
  });
}

function triggersAlone(run: Run): Promise<void> {
  return triggerJourney(run, 'triggers-alone', 'Triggers of the payer', async (talk) => {
    for (const action of actions) {
      await talk.trigger({ action, method: 'Preauth', correlationId: talk.submitItself('preauth') });
      await talk.trigger({ action, method: 'Claim', correlationId: talk.submitItself('claim') });
    }
    await talk.startNotice();
  });
}

/** The payer answers on its own account. */
async function answeredCycle(talk: PayerTalk, method: SubmitMethod): Promise<void> {
  const correlationId = await talk.submit(method);
  if (correlationId === undefined) return;
  await talk.callbacks(correlationId, 1);
  await talk.state(correlationId);
}

/** The payer waits for a trigger; after a query, for documents too. */
async function decidedCycle(
  talk: PayerTalk,
  submit: SubmitMethod,
  { action, method }: Omit<Trigger, 'correlationId'>,
): Promise<void> {
  const correlationId = await talk.submit(submit);
  if (correlationId === undefined) return;
  if (!(await talk.trigger({ action, method, correlationId }))) return;
  await talk.callbacks(correlationId, 1);
  if (action === 'Query') {
    await talk.reply(correlationId);
    await talk.callbacks(correlationId, 2);
  }
  await talk.state(correlationId);
}

async function paymentNotice(talk: PayerTalk): Promise<void> {
  const known = new Set(talk.cycles.attempts.map(({ correlationId }) => correlationId));
  await talk.startNotice();
  const prompted = () => talk.cycles.attempts.find(({ correlationId }) => !known.has(correlationId));
  await talk.until(() => prompted() !== undefined);
  const { correlationId, answer } = prompted() ?? {};
  if (correlationId === undefined || answer === undefined || answer.status >= 300) return;
  await talk.until(() => talk.cycles.cycle(correlationId)?.state === 'over');
}
