import { EnvironmentError, NotApplicableError, NotTestedError } from '../../contract/outcome';
import { readingForService } from '../../contract/readings';
import { generateRsaKeyPair } from '../../mock/keys';
import type { Stimulus } from '../../mock/stimuli';
import { paddingRejection, rotatedKey, sha256Only, shortToken } from '../../mock/stimuli';
import { notTestedError } from '../../exchange/reason';
import { findActionGap } from '../../obligations/judge/gaps';
import type { Run } from '../../run/run';
import { requireSandbox } from '../../run/run';
import { isWanted } from '../../run/selection';
import type { AdapterSession } from './adapter-session';
import { openAdapter } from './adapter-session';
import type { RepeatableCall } from './drivers';
import { listEncryptingCalls, requireEncryptingCall, certifiedServicesOf, findTokenCall } from './drivers';
import { playServices } from './played-services';
import { fetchedAfterRejection } from '../matchers/certificates';

/** Resolves at an instant of real time (epoch milliseconds). The timer does not keep the process alive. */
function sleepUntil(instant: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, Math.max(0, instant - Date.now())).unref();
  });
}

export type Play = (fault: Stimulus) => void;

/** Plays a stimulus to a fresh process of the integrator, once in a run. The stimulus always ends with the call. */
export function underStimulus<Value>(
  run: Run,
  { name, title, calls }: { readonly name: string; readonly title: string; readonly calls: number },
  act: (adapter: AdapterSession, play: Play) => Promise<Value>,
): Promise<Value> {
  return run.once(`stimulus/${name}`, async () => {
    requireSandbox(run, 'a fault of a service');
    const { mock } = await playServices(run);
    // What a client keeps from one call to the next is what these are about: they begin at their beginning.
    const adapter = await openAdapter(run, { name, title, calls, piecewise: false });
    try {
      return await act(adapter, (fault) => {
        mock.stimuli.play(fault);
      });
    } finally {
      mock.stimuli.lift();
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

/**
 * Has a process create a session whose token truly lives two seconds; the other journeys fill the time until it is
 * over.
 */
export function beginShortToken(run: Run): Promise<ShortLived> {
  return run.once('short-token', async () => {
    requireSandbox(run, 'a token that lives two seconds');
    const { mock } = await playServices(run);
    const adapter = await openAdapter(run, { ...shortTokens, piecewise: false });
    try {
      mock.stimuli.play(shortToken(lifetimeSeconds));
      await sessionDrive(run, adapter)();
      return { adapter, over: Date.now() + waitMs };
    } catch (error) {
      await adapter.close();
      throw error;
    } finally {
      mock.stimuli.lift();
    }
  });
}

/** Whether a process can wait while another is at work: each is its own where the suite starts them itself. */
export function canOverlap({ plan, target }: Run): boolean {
  const { integrator, environment, roles } = target;
  const { challenge, catalogue } = plan;
  const concerned = catalogue.all.some((each) => each.outlivesToken === true && isWanted(plan, each));
  if (environment === 'production' || !roles.includes('session')) return false;
  return concerned && challenge === undefined && integrator?.url === undefined && integrator?.manual !== true;
}

/** The call that makes a client create a session: the one that is meant for it, or any that needs a token. */
export function sessionDrive(run: Run, adapter: AdapterSession): RepeatableCall {
  if (adapter.offers('session.create')) return () => adapter.act('session.create', {});
  const drive = findTokenCall(run, adapter);
  if (drive !== undefined) return drive;
  throw notTestedError(
    findActionGap('carriesToken', run.target.roles, adapter.about) ?? {
      kind: 'not-offered',
      text: 'nothing creates a session',
    },
  );
}

/** The next act of a client whose token has expired: one that needs a token, where there is one. */
export function shortTokenJourney(run: Run): Promise<void> {
  return run.once('stimulus/short-tokens', async () => {
    const { adapter, over } = await beginShortToken(run);
    try {
      // Where an earlier run went through all of it, no request follows.
      if (adapter.byHand?.isRecalled !== true)
        await run.waits.during({ what: 'the end of a short-lived token' }, () => sleepUntil(over));
      await (findTokenCall(run, adapter) ?? sessionDrive(run, adapter))();
    } finally {
      await adapter.close();
    }
  });
}

/** The longest row of attempts that a client is given to come round after a rejection. */
const attempts = 3;

async function untilAccepted(drive: RepeatableCall): Promise<void> {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const outcome = await drive();
    if (outcome.kind === 'not-offered') throw new NotTestedError('not-offered', outcome.message);
    if (outcome.kind === 'result') return;
  }
}

/** The service of a title: what a client encrypts for shows only once it has said what it offers. */
const titled = (run: Run): string =>
  certifiedServicesOf(run).at(-1) === 'identity' ? 'An identity service' : 'A registry';

const titleOf = (run: Run, place: 0 | 1): string => (place === 1 ? 'An identity service' : titled(run));

/** One ciphertext is rejected as undecryptable, although it was right: by each service that the client encrypts for. */
export async function paddingRejectionJourney(run: Run): Promise<void> {
  await rejection(run, 0);
  if (encryptsForSeveral(run)) await tryOptionalJourney(rejection(run, 1));
}

/** Returns whether the client encrypts fields for the identity service as well as for the registry. */
function encryptsForSeveral(run: Run): boolean {
  const offered = run.evidence.offer?.capabilities ?? [];
  return listEncryptingCalls(run, (method) => offered.includes(method)).length > 1;
}

/** In a process of its own for each service: a client may remember which hash it had to take. */
function rejection(run: Run, place: 0 | 1): Promise<void> {
  return underStimulus(
    run,
    {
      name: ['padding-rejected', 'padding-rejected-too'][place] ?? '',
      title: `${titleOf(run, place)} that rejects a ciphertext`,
      calls: 2 + attempts,
    },
    async (adapter, play) => {
      const { service, drive } = requireEncryptingCall(run, adapter, place);
      await adapter.act('certificate.fetch', { service });
      const before = run.evidence.recording.exchanges.length;
      play(paddingRejection);
      await untilAccepted(drive);
      // One attempt under SHA-256 asks for no certificate: the next value shows whether any is fetched.
      if (!fetchedAfterRejection(run.evidence.recording.exchanges.slice(before), run.target.readings))
        await drive();
    },
  );
}

/**
 * A service's key changes between two values; what is encrypted under the old one is rejected. If the target declares
 * several processes, one adapter may stand before all of them: then as many values are sent, so that a process with the
 * old key gets a value after the change.
 */
export async function rotatedKeyJourney(run: Run): Promise<void> {
  const played = await playServices(run);
  const { processes } = run.target;
  return underStimulus(
    run,
    { name: 'key-rotated', title: `${titled(run)} that changes its key`, calls: 2 * attempts * processes },
    async (adapter, play) => {
      const { service, drive } = requireEncryptingCall(run, adapter);
      const bits = readingForService(run.target.readings, 'key-bits', service);
      const key = await run.once('rotated-key', () => generateRsaKeyPair(bits));
      for (let each = 0; each < processes; each += 1) await untilAccepted(drive);
      played.rotateKey(service, key);
      play(rotatedKey(service, key));
      try {
        for (let each = 0; each < processes; each += 1) await untilAccepted(drive);
      } finally {
        played.rotateKey(service, undefined);
      }
    },
  );
}

/** Plays services that accept only SHA-256 (clause 6.3.3): one after the other, each that the client encrypts for. */
export async function sha256Journey(run: Run): Promise<void> {
  await sha256Taken(run, 0);
  if (encryptsForSeveral(run)) await tryOptionalJourney(sha256Taken(run, 1));
}

function sha256Taken(run: Run, place: 0 | 1): Promise<void> {
  return underStimulus(
    run,
    {
      name: ['sha256-taken', 'sha256-taken-too'][place] ?? '',
      title: `${titleOf(run, place)} that takes SHA-256 only`,
      calls: attempts,
    },
    async (adapter, play) => {
      const { service, drive } = requireEncryptingCall(run, adapter, place);
      play(sha256Only(service));
      await untilAccepted(drive);
    },
  );
}

type ErrorClass = typeof EnvironmentError | typeof NotTestedError | typeof NotApplicableError;

const obstacles: readonly ErrorClass[] = [EnvironmentError, NotTestedError, NotApplicableError];

/** Runs a journey that only adds evidence. Where it cannot run, the rest is judged all the same. */
export async function tryOptionalJourney(
  journey: Promise<unknown>,
  forgiven: readonly ErrorClass[] = obstacles,
): Promise<string | undefined> {
  try {
    await journey;
    return undefined;
  } catch (error) {
    if (error instanceof Error && forgiven.some((kind) => error instanceof kind)) return error.message;
    throw error;
  }
}
