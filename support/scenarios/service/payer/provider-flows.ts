import type { RequestStep } from '../../../client/integrator/payer/seams';
import type { Sent } from '../../../client/sender';
import { EnvironmentError, NotTestedError } from '../../../contract/outcome';
import type { Asked, Exchange } from '../../../exchange/exchange';
import { isAccepted } from '../../../obligations/judge/fates';
import { stepIn } from '../../../obligations/cycles/messages';
import { waitFor } from '../../integrator/payer/waiting';
import type { Run } from '../../../run/run';
import { requireSandbox } from '../../../run/run';
import { ask } from '../act';
import { tryTokens } from '../certificates';
import type { CycleIds } from './messages';
import { messageToPayer, requirePayerKey, triggerOf } from './messages';
import { openCallbacks } from './open-callbacks';
import { ProviderSide } from './provider-side';

export type TriggerAction = 'Approve' | 'Reject' | 'Query';

/** The suite as a provider that goes through the flows of clause 4.7. */
export interface Provider {
  /** To which messages are encrypted. */
  readonly key: string;
  readonly side: ProviderSide;
  /** Everything that it sent, in its order. */
  readonly sent: Exchange[];
}

/** One provider for the run: its listener, its cycles. */
export function providerOf(run: Run): Promise<Provider> {
  requireSandbox(run, 'a cycle with the dummy payer');
  return run.once('provider', async () => {
    // Before anything is sent: a payer that cannot be written to is told nothing at all.
    const key = requirePayerKey(run);
    const side = new ProviderSide(run, await openCallbacks(run));
    await tryTokens(run);
    return { key, side, sent: [] };
  });
}

/** What the flows showed, and what kept some of them from going on. */
export interface ProviderFlows {
  readonly exchanges: readonly Exchange[];
  readonly obstacle?: Error;
}

/**
 * Goes through every row of the table in clause 4.7, all at the same time: a payer that is silent is waited for once.
 * What prevents one row leaves the others; throws it where it prevented all.
 */
export function providerFlows(run: Run): Promise<ProviderFlows> {
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
    const reasons = ended.flatMap((each) => (each.status === 'rejected' ? [each.reason as Error] : []));
    const fault = reasons.find((each) => !isObstacle(each));
    const [obstacle] = reasons;
    if (fault !== undefined) throw fault;
    if (obstacle !== undefined && reasons.length === flows.length) throw obstacle;
    return {
      exchanges: [...provider.sent, ...provider.side.taken],
      ...(obstacle !== undefined && { obstacle }),
    };
  });
}

function isObstacle(error: Error): boolean {
  return error instanceof EnvironmentError || error instanceof NotTestedError;
}

async function answered(run: Run, provider: Provider, step: 'plan' | 'eligibility'): Promise<void> {
  const ids = provider.side.begin();
  const { exchange } = await send(run, provider, step, ids);
  if (isAccepted(exchange)) await callback(run, provider, ids);
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
  if (!isAccepted(exchange)) return;
  if (action !== 'Query') {
    await answer(run, provider, ids, run.target.limits.callbackMs);
    return;
  }
  if (!(await query(run, provider, ids))) return;
  // A payer that decides without the documents shows it now, before they are sent.
  if (await answer(run, provider, ids, unaskedMs)) return;
  const reply = await send(run, provider, 'reply', ids);
  if (isAccepted(reply.exchange)) await answer(run, provider, ids, run.target.limits.callbackMs);
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
  const prompt = () => side.taken.find(({ request: { url } }) => new URL(url).pathname.endsWith(path));
  await waitFor(side, () => prompt() !== undefined, run.target.limits.callbackMs);
  const { correlationId, workflowId } = prompt()?.facts.payer ?? {};
  if (correlationId !== undefined)
    await send(run, provider, 'acknowledgment', { correlationId, workflowId: workflowId ?? correlationId });
}

async function send(run: Run, provider: Provider, step: RequestStep, ids: CycleIds): Promise<Sent> {
  const sent = await ask(
    run,
    await messageToPayer(run, provider.key, step, ids),
    asked(`flow/${step}`, step),
  );
  provider.sent.push(sent.exchange);
  return sent;
}

const asked = (round: string, variant: string): Asked => ({ part: 'valid', round, variant });

/** How long a decision is waited for that nobody should make yet, in milliseconds. */
const unaskedMs = 150;

/** Waits for any callback of a cycle. */
function callback(run: Run, { side }: Provider, ids: CycleIds): Promise<boolean> {
  return waitFor(side, () => of(side, ids).length > 0, run.target.limits.callbackMs);
}

/** Waits for what may be a query: anything but an interim answer. Tells whether it came. */
function query(run: Run, { side }: Provider, ids: CycleIds): Promise<boolean> {
  const arrived = () => of(side, ids).some((each) => isQuery(run, each) || isFinal(each));
  return waitFor(side, arrived, run.target.limits.callbackMs);
}

/** Waits for a final answer; one that cannot be read may be that. Interim ones may come before it. */
function answer(run: Run, { side }: Provider, ids: CycleIds, limitMs: number): Promise<boolean> {
  const arrived = () => of(side, ids).some((each) => !isQuery(run, each) && isFinal(each));
  return waitFor(side, arrived, limitMs);
}

function isQuery({ target }: Run, exchange: Exchange): boolean {
  return stepIn(exchange, target.readings)?.step === 'query';
}

function isFinal({ facts }: Exchange): boolean {
  return facts.payer?.final === true || facts.payer?.envelope === 'unreadable';
}

function of({ taken }: ProviderSide, { correlationId }: CycleIds): readonly Exchange[] {
  return taken.filter(({ facts }) => facts.payer?.correlationId === correlationId);
}
