import { EnvironmentError, NotTestedError } from '../../contract/outcome';
import { generateRsaKeyPair } from '../../mock/keys';
import { paddingRejection, rotatedKey, sha256Only, shortToken, unavailable } from '../../mock/stimuli';
import type { Stimulus } from '../../mock/stimuli';
import type { Run } from '../run';
import { requireSandbox } from '../run';
import type { AdapterSession } from './adapter-session';
import { openAdapter } from './adapter-session';
import { sleepUntil } from './deadline';
import { playServices } from './played-services';

/** Plays a stimulus to a fresh process of the integrator, once in a run; it is lifted whatever happens. */
function underStimulus(
  run: Run,
  { name, title, calls }: { readonly name: string; readonly title: string; readonly calls: number },
  stimulus: () => Promise<Stimulus> | Stimulus,
  act: (adapter: AdapterSession, play: () => void) => Promise<void>,
): Promise<void> {
  return run.once(`stimulus/${name}`, async () => {
    requireSandbox(run, 'a fault of a service');
    const { mock } = await playServices(run);
    // What a client keeps from one call to the next is what these are about: they begin at their beginning.
    const adapter = await openAdapter(run, { name, title, calls, piecewise: false });
    try {
      const fault = await stimulus();
      await act(adapter, () => {
        mock.stage.play(fault);
      });
    } finally {
      mock.stage.lift();
      await adapter.close();
    }
  });
}

const lifetimeSeconds = 2;
/** After the token's end and the second of grace that a request on its way has. */
const waitMs = 3200;

const shortTokens = { name: 'short-tokens', title: 'A session that lives two seconds', calls: 2 } as const;

/** A process with a session that is about to end. */
interface ShortLived {
  readonly adapter: AdapterSession;
  /** Epoch milliseconds from which on no request may carry its token. */
  readonly over: number;
}

/** Has a process create a session whose token truly lives two seconds; the other journeys fill the time until it is over. */
export function beginShortToken(run: Run): Promise<ShortLived> {
  return run.once('short-token', async () => {
    requireSandbox(run, 'a token that lives two seconds');
    const { mock } = await playServices(run);
    const adapter = await openAdapter(run, { ...shortTokens, piecewise: false });
    try {
      mock.stage.play(shortToken(lifetimeSeconds));
      await adapter.act('session.create', {});
      return { adapter, over: Date.now() + waitMs };
    } catch (error) {
      await adapter.close();
      throw error;
    } finally {
      mock.stage.lift();
    }
  });
}

/** Whether a process can wait while another is at work: each is its own where the suite starts them itself. */
export function canOverlap({ target: { integrator, environment }, settings }: Run): boolean {
  const { only, challenge } = settings;
  const concerned = only.length === 0 || only.some((id) => ['TOK-02', 'TOK-05', 'HDR-08'].includes(id));
  if (environment === 'production') return false;
  return concerned && challenge === undefined && integrator?.url === undefined && integrator?.manual !== true;
}

/** The next act of a client whose token has expired. */
export function shortTokenJourney(run: Run): Promise<void> {
  const service = run.target.roles.includes('registry') ? 'registry' : 'identity';
  return run.once('stimulus/short-tokens', async () => {
    const { adapter, over } = await beginShortToken(run);
    try {
      await sleepUntil(over);
      await adapter.act('certificate.fetch', { service });
    } finally {
      await adapter.close();
    }
  });
}

/** One 503 to a session request; a client that does not retry by itself is asked once more. */
export function unavailableJourney(run: Run): Promise<void> {
  return underStimulus(
    run,
    { name: 'gateway-unavailable', title: 'A gateway that is unavailable for a moment', calls: 2 },
    () => unavailable,
    async (adapter, play) => {
      play();
      const outcome = await adapter.act('session.create', {});
      if (outcome.kind !== 'result') await adapter.act('session.create', {});
    },
  );
}

/** The longest row of attempts that a client is given to come round after a rejection. */
const attempts = 3;

async function verifyUntilAccepted(run: Run, adapter: AdapterSession): Promise<void> {
  if (run.settings.sparesOtps) throw new NotTestedError('no OTP is sent in this run');
  const { otp, txnId } = adapter.played.mock.account;
  adapter.played.plant('otp', otp);
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const outcome = await adapter.act('otp.verify', { otp, txnId });
    if (outcome.kind === 'not-offered') throw new NotTestedError('the adapter does not offer otp.verify');
    if (outcome.kind === 'result') return;
  }
}

/** One ciphertext is rejected as undecryptable, although it was right. */
export function paddingRejectionJourney(run: Run): Promise<void> {
  return underStimulus(
    run,
    { name: 'padding-rejected', title: 'A registry that rejects a ciphertext', calls: 1 + attempts },
    () => paddingRejection,
    async (adapter, play) => {
      await adapter.act('certificate.fetch', { service: 'registry' });
      play();
      await verifyUntilAccepted(run, adapter);
    },
  );
}

/** The registry's key changes between two OTPs; what is encrypted under the old one is rejected. */
export async function rotatedKeyJourney(run: Run): Promise<void> {
  const played = await playServices(run);
  const key = await run.once('rotated-key', () => generateRsaKeyPair(run.target.readings['key-bits']));
  return underStimulus(
    run,
    { name: 'key-rotated', title: 'A registry that changes its key', calls: 2 * attempts },
    () => rotatedKey(key),
    async (adapter, play) => {
      await verifyUntilAccepted(run, adapter);
      played.rotateRegistryKey(key);
      play();
      try {
        await verifyUntilAccepted(run, adapter);
      } finally {
        played.rotateRegistryKey(undefined);
      }
    },
  );
}

/** A registry that takes SHA-256 only (clause 6.3.3). */
export function sha256Journey(run: Run): Promise<void> {
  return underStimulus(
    run,
    { name: 'sha256-taken', title: 'A registry that takes SHA-256 only', calls: attempts },
    () => sha256Only,
    async (adapter, play) => {
      play();
      await verifyUntilAccepted(run, adapter);
    },
  );
}

/** Runs a journey that only brings about more evidence: that it cannot is no reason to judge less. */
export async function attempted(journey: Promise<unknown>): Promise<string | undefined> {
  try {
    await journey;
    return undefined;
  } catch (error) {
    if (error instanceof EnvironmentError || error instanceof NotTestedError) return error.message;
    throw error;
  }
}
