import type { BegunKind } from '../../../contract/cycle-beginnings';
import { beginningByKind } from '../../../contract/cycle-beginnings';
import type { IntegratorRole } from '../../../adapter/roles';
import { roleRequirements, whyRoleUnplayable } from '../../../adapter/roles';
import { isLoopback } from '../../../contract/loopback';
import { EnvironmentError, NotTestedError } from '../../../contract/outcome';
import type { Run } from '../../../run/run';
import { requireSandbox } from '../../../run/run';
import type { AdapterSession } from '../adapter-session';
import { openAdapter } from '../adapter-session';
import type { JourneyOutline } from '../manual/manual-session';
import { Patience, isCallbackAccepted } from './patience';
import { SelfTriggers } from './self-triggers';
import { PayerTalk } from './talk';
import { tryOptionalJourney } from '../stimulus-journeys';
import type { Flow, TriggerParams } from '../../payer/flows';
import { documentedFlows, methodsOfFlow, runFlow } from '../../payer/flows';
import { whyCallbacksImpossible } from '../../../targets/target';

type Talking = (talk: PayerTalk) => Promise<void>;

/** Name and title of a journey, and the maximum number of its calls that the suite can ask a person to make. */
type Named = Pick<JourneyOutline, 'name' | 'title' | 'calls'>;

/**
 * Runs `act` against a new process of the client, with the suite as the payer; once in a run. Throws NotTestedError if
 * no callback can reach the client. A client that cannot begin every cycle is tested with those that it can begin.
 */
export function payerJourney(run: Run, named: Named, act: Talking): Promise<void> {
  return journey(run, named, act, (adapter) => {
    requireRole(run, adapter, 'provider');
    requireAddress(run, adapter);
  });
}

/** Like {@link payerJourney}, for a client that triggers the payer and receives no callbacks. */
function triggerJourney(run: Run, named: Named, act: Talking): Promise<void> {
  return journey(run, named, act, (adapter) => {
    requireRole(run, adapter, 'trigger');
    // This client has submitted no so callbacks would concern cycles that it does not know.
    adapter.played.mock.cycles.callbackUrl = undefined;
  });
}

function journey(
  run: Run,
  named: Named,
  act: Talking,
  require: (adapter: AdapterSession) => void,
): Promise<void> {
  return run.once(`payer/${named.name}`, async () => {
    requireSandbox(run, 'a cycle with the dummy payer');
    if (run.plan.challenge !== undefined)
      throw new NotTestedError('cannot-be-seen', 'a challenge holds no payer flows: they need an adapter');
    const adapter = await openAdapter(run, { ...named, piecewise: false, goesOn: true });
    try {
      require(adapter);
      if (adapter.byHand?.isRecalled === true) return;
      const memory = { patience: await Patience.of(run), own: await SelfTriggers.of(run) };
      await act(new PayerTalk(run, adapter, memory));
    } finally {
      await adapter.close();
    }
  });
}

function requireRole({ target }: Run, { about }: AdapterSession, role: IntegratorRole): void {
  const needs = role === 'provider' ? [] : roleRequirements[role].needs;
  const reason = whyRoleUnplayable(role, about, whyCallbacksImpossible(target), needs);
  if (reason !== undefined) throw new NotTestedError('not-offered', reason);
}

function requireAddress(run: Run, { about }: AdapterSession): void {
  if (about.callbackUrl === undefined) return;
  if (run.target.readings.envelope === 'jwe' && about.encryptionKey === undefined)
    throw new NotTestedError(
      'not-offered',
      'the adapter names no encryptionKey in initialize: give one, or set readings.envelope to json',
    );
  const { protocol, hostname } = new URL(about.callbackUrl);
  if (protocol !== 'https:' && !isLoopback(hostname))
    throw new EnvironmentError(`the adapter's callbackUrl is plain http outside this machine: use https`);
}

/**
 * Runs every row of the table in clause 4.7 that the client can go through, one after another. A client that only
 * triggers the payer triggers it for requests that the suite itself submits. So does a client with both roles, in the
 * rows that it cannot go through as a provider.
 */
export async function runPayerFlows(run: Run): Promise<void> {
  requireSandbox(run, 'a cycle with the dummy payer');
  const { roles } = run.target;
  if (!roles.includes('provider')) return triggersAlone(run);
  if (!roles.includes('trigger')) return providerFlows(run);
  const hindrance = await tryOptionalJourney(providerFlows(run), [NotTestedError]);
  if (hindrance === undefined) return triggerOthers(run);
  run.evidence.missedCalls.push({ text: `the flows of a provider (${hindrance})` });
  return triggersAlone(run);
}

const triggered = documentedFlows.filter(({ trigger }) => trigger !== undefined);

/** Has the client trigger the payer in the rows that it cannot go through as a provider. */
async function triggerOthers(run: Run): Promise<void> {
  const {
    evidence: { offer, refusals },
    target: { integrator },
  } = run;
  // A person who skips a submission knows of no cycle to trigger.
  if (offer === undefined || integrator?.manual === true) return;
  const others = triggered.filter(
    (flow) =>
      refusals.has(beginningByKind[flow.request]) ||
      methodsOfFlow(flow).some((method) => !offer.capabilities.includes(method)),
  );
  if (others.length > 0) await tryOptionalJourney(triggersAlone(run, others), [NotTestedError]);
}

/**
 * Returns the maximum number of calls that the suite can ask a person to make in the provider flows. Each flow has two
 * calls (submit, report the state), each Query has a reply, and one payment notice is acknowledged. A client with the
 * role `trigger` also makes each trigger and requests the payment notice.
 */
function callsOf({ target }: Run): number {
  const replies = documentedFlows.filter(({ trigger }) => trigger?.action === 'Query').length;
  const triggers = target.roles.includes('trigger') ? triggered.length + 1 : 0;
  return 2 * documentedFlows.length + replies + 1 + triggers;
}

function providerFlows(run: Run): Promise<void> {
  return payerJourney(
    run,
    { name: 'payer-flows', title: 'Flows with the payer', calls: callsOf(run) },
    async (talk) => {
      for (const flow of documentedFlows) if (talk.offersMethodsOf(flow)) await runFlow(talk, flow);
      await paymentNotice(talk);
    },
  );
}

/** Has the client trigger the payer in these rows and, if these are all rows, for a payment notice. */
function triggersAlone(run: Run, flows: readonly Flow[] = triggered): Promise<void> {
  const calls = flows.length + 1;
  return triggerJourney(
    run,
    { name: 'triggers-alone', title: 'Triggers of the payer', calls },
    async (talk) => {
      for (const { trigger } of flows)
        if (trigger !== undefined) await talk.trigger(talk.submitItself(trigger.method), trigger);
      if (flows === triggered) await talk.startNotice();
    },
  );
}

async function paymentNotice(talk: PayerTalk): Promise<void> {
  const known = new Set(talk.cycles.attempts.map(({ correlationId }) => correlationId));
  if (!(await talk.startNotice())) return;
  // A callback of an earlier cycle may still be under way.
  const prompted = () =>
    talk.cycles.attempts.find(
      ({ correlationId }) =>
        !known.has(correlationId) && talk.cycles.cycle(correlationId)?.kind === 'payment',
    );
  await talk.until(() => prompted() !== undefined);
  const sent = prompted();
  if (sent !== undefined && isCallbackAccepted(sent)) await talk.acknowledged(sent.correlationId);
}

/**
 * Two cycles of each kind with different decisions, so that neither the kind nor the order of the requests reveals the
 * decision.
 */
const cycles: readonly (readonly [BegunKind, TriggerParams])[] = [
  ['preauth', { method: 'Preauth', action: 'Approve' }],
  ['preauth', { method: 'Preauth', action: 'Reject' }],
  ['claim', { method: 'Claim', action: 'Reject' }],
  ['claim', { method: 'Claim', action: 'Approve' }],
];

/**
 * Order in which the cycles are decided, as indexes into {@link cycles}. Neither the order in which they begin nor its
 * reverse.
 */
const order = [2, 0, 3, 1] as const;

/** Runs several cycles at the same time (clause 6.1). All cycles begin before the first is decided. */
export function runCyclesAtOnce(run: Run): Promise<void> {
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
      if ((await talk.trigger(correlationId, trigger)) !== undefined)
        await talk.hear(correlationId, 'decision', 1);
      // With several cycles open, the payer cannot know which cycle a wrong trigger is meant for. The suite knows,
      // because it asked the client for the trigger.
      if (talk.triggerInstead(correlationId, trigger)) await talk.hear(correlationId, 'decision', 1);
    }
    for (const { correlationId } of begun) if (correlationId !== undefined) await talk.end(correlationId);
  });
}
