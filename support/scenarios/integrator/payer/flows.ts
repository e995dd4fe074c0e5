import { NotTestedError } from '../../../contract/outcome';
import type { Run } from '../../../run/run';
import { flows, goThrough } from '../../payer/flows';
import { attempted } from '../stimulus-journeys';
import { isTaken } from './at-work';
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
  run.evidence.leftOut.push(`the flows of a provider (${hindrance})`);
  return triggersAlone(run);
}

const triggered = flows.filter(({ trigger }) => trigger !== undefined);

/** Each flow is begun and looked at, some are answered, and a notice is acknowledged; triggers are another role's. */
function callsOf({ target }: Run): number {
  const replies = flows.filter(({ trigger }) => trigger?.action === 'Query').length;
  const triggers = target.roles.includes('trigger') ? triggered.length + 1 : 0;
  return 2 * flows.length + replies + 1 + triggers;
}

function providerFlows(run: Run): Promise<void> {
  return payerJourney(
    run,
    { name: 'payer-flows', title: 'Flows with the payer', calls: callsOf(run) },
    async (talk) => {
      for (const flow of flows) await goThrough(talk, flow);
      await paymentNotice(talk);
    },
  );
}

function triggersAlone(run: Run): Promise<void> {
  const calls = triggered.length + 1;
  return triggerJourney(
    run,
    { name: 'triggers-alone', title: 'Triggers of the payer', calls },
    async (talk) => {
      for (const { trigger } of triggered)
        if (trigger !== undefined) await talk.trigger(talk.submitItself(trigger.method), trigger);
      await talk.startNotice();
    },
  );
}

async function paymentNotice(talk: PayerTalk): Promise<void> {
  const known = new Set(talk.cycles.attempts.map(({ correlationId }) => correlationId));
  if (!(await talk.startNotice())) return;
  const prompted = () => talk.cycles.attempts.find(({ correlationId }) => !known.has(correlationId));
  await talk.until(() => prompted() !== undefined);
  const sent = prompted();
  if (sent !== undefined && isTaken(sent)) await talk.acknowledged(sent.correlationId);
}
