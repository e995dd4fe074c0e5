import { setTimeout as sleep } from 'node:timers/promises';
import { EnvironmentError, NotTestedError, ShownElsewhereError } from '../../contract/outcome';
import type { MockOperation } from '../../mock/seams';
import type { Stimulus } from '../../mock/stimuli';
import { foreignCertificate, tokenRefused, unavailable } from '../../mock/stimuli';
import { foreignTls } from '../../mock/tls';
import { wasMadeToFail } from '../../obligations/judge/requests';
import { notTestedError } from '../../exchange/reason';
import { findActionGap } from '../../obligations/judge/gaps';
import type { Run } from '../../run/run';
import type { AdapterSession } from './adapter-session';
import type { RepeatableCall } from './drivers';
import { listEncryptingCalls, requireEncryptingCall, certifiedServicesOf, findTokenCall } from './drivers';
import type { PlayedServices } from './played-services';
import type { Play } from './stimulus-journeys';
import { tryOptionalJourney, sessionDrive, underStimulus } from './stimulus-journeys';

/** How long the end of a connection may take to be noticed here, once the client has said that its call is over. */
const noticedWithinMs = 1000;
/** A client that had kept its connections may only find out by the first call that they were ended. */
const handshakeAttempts = 2;
/** So that it finds out before. */
const settlingMs = 50;

/**
 * The same is asked of a client twice: under the certificate that it can verify, and under one that it cannot. That is
 * shown at the same addresses: a client is told them once.
 */
export function foreignCertificateJourney(run: Run): Promise<void> {
  return underStimulus(
    run,
    {
      name: 'foreign-certificate',
      title: 'Services that show a certificate which cannot be verified',
      calls: 2,
    },
    async (adapter, play) => {
      const { played } = adapter;
      const { hostname } = new URL(played.mock.urls.gateway);
      const tls = await foreignTls([hostname.replace(/^\[|\]$/g, '')]);
      const drive = sessionDrive(run, adapter);
      await drive();
      const attempt = attemptUnder(played);
      play(foreignCertificate(tls));
      await sleep(settlingMs);
      for (let left = handshakeAttempts; left > 0 && !attempt.isSeen; left -= 1) {
        await drive();
        await Promise.race([attempt.noticed, sleep(noticedWithinMs, undefined, { ref: false })]);
      }
      if (!attempt.isSeen)
        throw new NotTestedError(
          'not-exercised',
          `not exercised in this scenario: shown a certificate that it cannot verify, the client opened no connection`,
        );
    },
  );
}

/** What arrives first while a stimulus is in force: a request, or the end of a connection that asked for none. */
function attemptUnder({ onSeen }: PlayedServices): {
  readonly noticed: Promise<unknown>;
  readonly isSeen: boolean;
} {
  const { promise: noticed, resolve } = Promise.withResolvers<undefined>();
  let isSeen = false;
  const stop = onSeen(({ stimulus }) => {
    if (stimulus === undefined) return;
    isSeen = true;
    stop();
    resolve(undefined);
  });
  return {
    noticed,
    get isSeen() {
      return isSeen;
    },
  };
}

/** One 401 to a token in its time. A client that does nothing by itself is asked once more. */
export function refusedTokenJourney(run: Run): Promise<void> {
  return underStimulus(
    run,
    { name: 'token-refused', title: 'A token that is refused before its end', calls: 6 },
    async (adapter, play) => {
      const drives = tokenDrives(run, adapter);
      await sessionDrive(run, adapter)();
      if (!wasTokenRefused(run)) play(tokenRefused);
      for (const drive of drives) {
        const outcome = await drive();
        if (outcome.kind !== 'result') await drive();
        // A client that leaves the token out of one request may send it in another.
        if (wasTokenRefused(run)) break;
      }
    },
  );
}

/** Whether a token was refused already, if only before the run went on from another. */
function wasTokenRefused({ evidence: { recording } }: Run): boolean {
  const { name } = tokenRefused;
  return recording.evidence.some(
    (each) => each.kind === undefined && each.stimulus === name && wasMadeToFail(each),
  );
}

/** Calls that make the client send its token, a v3 request first: of a retry of that, more is judged. */
function tokenDrives(run: Run, adapter: AdapterSession): RepeatableCall[] {
  const offers = adapter.offers.bind(adapter);
  const isV3 = run.target.roles.includes('identity') && offers('certificate.fetch');
  const first = findTokenCall(run, adapter);
  if (first === undefined) {
    throw notTestedError(
      findActionGap('carriesToken', run.target.roles, adapter.about) ?? {
        kind: 'not-offered',
        text: 'this run asks for no request with an access token',
      },
    );
  }
  return [
    ...(isV3 ? [() => adapter.act('certificate.fetch', { service: 'identity' })] : []),
    first,
    ...listEncryptingCalls(run, offers).map(
      (_each, place) => requireEncryptingCall(run, adapter, place).drive,
    ),
  ];
}

/** What is answered 503, in words. */
const matters = {
  session: 'session is created',
  certificate: 'certificate is fetched',
  fields: 'fields are sent',
  otp: 'OTP is verified',
} as const;

type Matter = keyof typeof matters;

/** A request that is answered 503, and the call that makes the client send it. */
interface Failing {
  readonly matter: Matter;
  readonly fault: Stimulus;
  readonly drive: RepeatableCall;
}

/** How long a client is asked to wait: a TIMESTAMP that a retry repeats shows once it is more than a second old. */
const retryAfterSeconds = 2;

/**
 * One 503 to a session request; then one to each kind of request that comes from the roles. What follows the session
 * only adds evidence: a client may give up, and retry later or not at all.
 */
function unavailableJourney(run: Run): Promise<ReadonlySet<Matter>> {
  return underStimulus(
    run,
    { name: 'gateway-unavailable', title: 'Services that are unavailable for a moment', calls: 8 },
    async (adapter, play) => {
      await askedAgain(sessionDrive(run, adapter), unavailable('session.create', 0), play);
      const others = failing(run, adapter);
      for (const { drive, fault } of others)
        if (!adapter.ended)
          await tryOptionalJourney(askedAgain(drive, fault, play), [EnvironmentError, NotTestedError]);
      return new Set<Matter>(['session', ...others.map(({ matter }) => matter)]);
    },
  );
}

/** A client that does not retry by itself is asked once more. */
async function askedAgain(drive: RepeatableCall, fault: Stimulus, play: Play): Promise<void> {
  play(fault);
  const outcome = await drive();
  if (outcome.kind !== 'result') await drive();
}

function failing(run: Run, adapter: AdapterSession): Failing[] {
  const offers = adapter.offers.bind(adapter);
  const [service] = certifiedServicesOf(run);
  const fetched: Failing[] =
    service === undefined || !offers('certificate.fetch')
      ? []
      : [
          {
            matter: 'certificate',
            fault: unavailable(`certificate.${service}`),
            drive: () => adapter.act('certificate.fetch', { service }),
          },
        ];
  const sent = listEncryptingCalls(run, offers).map(({ by, to }, place): Failing => {
    const operation: MockOperation = by === 'otp.verify' ? by : `fields.${to}`;
    return {
      matter: by === 'otp.verify' ? 'otp' : 'fields',
      fault: unavailable(operation, to === 'identity' ? retryAfterSeconds : undefined),
      drive: requireEncryptingCall(run, adapter, place).drive,
    };
  });
  return [...fetched, ...sent];
}

/**
 * Has a request about this matter answered 503. Of a session, an obstacle is an obstacle; elsewhere other examples
 * exercise the rule as well.
 */
export function unavailableFor(matter: Matter): (run: Run) => Promise<void> {
  return async (run) => {
    const journey = unavailableJourney(run);
    const hindrance = matter === 'session' ? undefined : await tryOptionalJourney(journey);
    if (hindrance !== undefined) throw new ShownElsewhereError(hindrance);
    if (!(await journey).has(matter))
      throw new NotTestedError('not-offered', `by what is offered, no ${matters[matter]}`, {
        optional: true,
      });
  };
}
