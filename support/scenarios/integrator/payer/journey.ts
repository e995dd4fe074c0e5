import type { IntegratorRole } from '../../../adapter/roles';
import { whyUnplayable } from '../../../adapter/roles';
import { isLoopback } from '../../../contract/loopback';
import { EnvironmentError, NotTestedError } from '../../../contract/outcome';
import type { Run } from '../../../run/run';
import { requireSandbox } from '../../../run/run';
import { whyNoCallbacks } from '../../../targets/target';
import type { AdapterSession } from '../adapter-session';
import { openAdapter } from '../adapter-session';
import type { JourneyPlan } from '../manual/by-hand';
import { Patience } from './patience';
import { PayerTalk } from './talk';

type Talking = (talk: PayerTalk) => Promise<void>;

/** How a journey is known, and how many calls it makes at most that a person can be asked for. */
type Named = Pick<JourneyPlan, 'name' | 'title' | 'calls'>;

/** Goes through something with the payer in a process of its own, once in a run. */
export function payerJourney(run: Run, named: Named, act: Talking): Promise<void> {
  return journey(run, named, act, (adapter) => {
    requireRole(run, adapter, 'provider');
    requireAddress(run, adapter);
  });
}

/** The same for a client that triggers the payer, and takes no callbacks. */
export function triggerJourney(run: Run, named: Named, act: Talking): Promise<void> {
  return journey(run, named, act, (adapter) => {
    requireRole(run, adapter, 'trigger');
    // The client has submitted nothing: callbacks would tell it of cycles that it does not know.
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
      throw new NotTestedError('a challenge holds no payer flows: they need an adapter');
    const adapter = await openAdapter(run, { ...named, piecewise: false, goesOn: true });
    try {
      require(adapter);
      if (adapter.byHand?.isRecalled === true) return;
      await act(new PayerTalk(run, adapter, await Patience.of(run)));
      // A receiver that is slow to answer is still to be heard: it is no broken connection.
      await adapter.played.mock.cycles.finish();
    } finally {
      await adapter.close();
    }
  });
}

function requireRole({ target }: Run, { about }: AdapterSession, role: IntegratorRole): void {
  const reason = whyUnplayable(role, about, whyNoCallbacks(target));
  if (reason !== undefined) throw new NotTestedError(reason);
}

function requireAddress(run: Run, { about }: AdapterSession): void {
  if (about.callbackUrl === undefined) return;
  if (run.target.readings.envelope === 'jwe' && about.encryptionKey === undefined)
    throw new NotTestedError(
      'the adapter names no encryptionKey in initialize: give one, or set readings.envelope to json',
    );
  const { protocol, hostname } = new URL(about.callbackUrl);
  if (protocol !== 'https:' && !isLoopback(hostname))
    throw new EnvironmentError(`the adapter's callbackUrl is plain http outside this machine: use https`);
}
