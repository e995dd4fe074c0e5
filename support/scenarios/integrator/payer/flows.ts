import { NotTestedError } from '../../../contract/outcome';
import type { Run } from '../../../run/run';
import { flows, goThrough } from '../../payer/flows';
import { attempted } from '../stimulus-journeys';
import { payerJourney, triggerJourney } from './journey';
import type { PayerTalk } from './talk';

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
    for (const flow of flows) await goThrough(talk, flow);
    await paymentNotice(talk);
  });
}

function triggersAlone(run: Run): Promise<void> {
  return triggerJourney(run, 'triggers-alone', 'Triggers of the payer', async (talk) => {
    for (const { trigger } of flows)
      if (trigger !== undefined) await talk.trigger(talk.submitItself(trigger.method), trigger);
    await talk.startNotice();
  });
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
