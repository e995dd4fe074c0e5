import type { RequestStep } from '../../../client/integrator/payer/seams';
import type { Sent } from '../../../client/sender';
import type { Asked, Exchange } from '../../../exchange/exchange';
import { isAccepted } from '../../../rules/answers';
import { waitFor } from '../../integrator/payer/waiting';
import type { Run } from '../../run';
import { ask } from '../act';
import type { CycleIds } from './messages';
import { messageToPayer, triggerOf } from './messages';
import { openCallbacks } from './open-callbacks';
import { ProviderSide } from './provider-side';

export type TriggerAction = 'Approve' | 'Reject' | 'Query';

/** The suite as a provider that goes through the flows of clause 4.7. */
export interface Provider {
  readonly side: ProviderSide;
  /** Everything that it sent, in its order. */
  readonly sent: Exchange[];
}

/** One provider for the run: its listener, its cycles. */
export function providerOf(run: Run): Promise<Provider> {
  return run.once('provider', async () => ({
    side: new ProviderSide(run, await openCallbacks(run)),
    sent: [],
  }));
}

/** Goes through every row of the table in clause 4.7, all at the same time: a payer that is silent is waited for once. */
export function providerFlows(run: Run): Promise<readonly Exchange[]> {
  return run.once('provider-flows', async () => {
    const provider = await providerOf(run);
    const flows = [
      answered(run, provider, 'plan'),
      answered(run, provider, 'eligibility'),
      ...(['Approve', 'Reject', 'Query'] as const).flatMap((action) => [
        decided(run, provider, 'preauth', action),
        decided(run, provider, 'claim', action),
      ]),
      prompted(run, provider),
    ];
    const ended = await Promise.allSettled(flows);
    const failure = ended.find((each) => each.status === 'rejected');
    if (failure !== undefined) throw failure.reason;
    return [...provider.sent, ...provider.side.taken];
  });
}

async function answered(run: Run, provider: Provider, step: 'plan' | 'eligibility'): Promise<void> {
  const ids = provider.side.begin();
  const { exchange } = await send(run, provider, step, ids);
  if (isAccepted(exchange)) await callbacks(run, provider, ids, 1);
}

async function decided(
  run: Run,
  provider: Provider,
  step: 'preauth' | 'claim',
  action: TriggerAction,
): Promise<void> {
  const ids = await submitted(run, provider, step);
  if (ids === undefined) return;
  const method = step === 'claim' ? 'Claim' : 'Preauth';
  const body = { action, method, correlationId: ids.correlationId };
  const request = await triggerOf(run, 'dummyPayer.trigger', body);
  const { exchange } = await ask(run, request, asked(`trigger/${method}`, action));
  provider.sent.push(exchange);
  if (!isAccepted(exchange) || !(await callbacks(run, provider, ids, 1)) || action !== 'Query') return;
  const reply = await send(run, provider, 'reply', ids);
  if (isAccepted(reply.exchange)) await callbacks(run, provider, ids, 2);
}

/** A cycle that the payer has taken, and waits with; `undefined` where it did not take it. */
export async function submitted(
  run: Run,
  provider: Provider,
  step: 'preauth' | 'claim',
): Promise<CycleIds | undefined> {
  const ids = provider.side.begin();
  const { exchange } = await send(run, provider, step, ids);
  return isAccepted(exchange) ? ids : undefined;
}

/** Clause 4.7.5: the prompt opens a cycle of its own, which is acknowledged. */
async function prompted(run: Run, provider: Provider): Promise<void> {
  const body = { providerId: run.target.participants.provider, claimNumber: '' };
  const request = await triggerOf(run, 'paymentNotice.init', body);
  const { exchange } = await ask(run, request, asked('trigger/notice', 'init'));
  provider.sent.push(exchange);
  if (!isAccepted(exchange)) return;
  const { side } = provider;
  const path = run.target.readings['payment-prompt'];
  const prompt = () => side.taken.find(({ request: { url } }) => url.endsWith(path));
  await waitFor(side, () => prompt() !== undefined, run.target.limits.callbackMs);
  const { correlationId, workflowId } = prompt()?.facts.payer ?? {};
  if (correlationId !== undefined)
    await send(run, provider, 'acknowledgment', { correlationId, workflowId: workflowId ?? correlationId });
}

async function send(run: Run, provider: Provider, step: RequestStep, ids: CycleIds): Promise<Sent> {
  const sent = await ask(run, await messageToPayer(run, step, ids), asked(`flow/${step}`, step));
  provider.sent.push(sent.exchange);
  return sent;
}

const asked = (round: string, variant: string): Asked => ({ part: 'valid', round, variant });

function callbacks(
  run: Run,
  { side }: Provider,
  { correlationId }: CycleIds,
  count: number,
): Promise<boolean> {
  const arrived = () => side.taken.filter(({ facts }) => facts.payer?.correlationId === correlationId).length;
  return waitFor(side, () => arrived() >= count, run.target.limits.callbackMs);
}
