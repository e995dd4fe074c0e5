import { EnvironmentError, NotApplicableError, NotTestedError } from '../../contract/outcome';
import type { MockOperation } from '../../mock/seams';
import { unavailable } from '../../mock/stimuli';
import type { Stimulus } from '../../mock/stimuli';
import type { Run } from '../../run/run';
import type { AdapterSession } from './adapter-session';
import type { Drive } from './drivers';
import { encryptedFor, encryptingDrive, servicesOf } from './drivers';
import type { Play } from './stimulus-journeys';
import { attempted, sessionDrive, underStimulus } from './stimulus-journeys';

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
  readonly drive: Drive;
}

/** How long a client is asked to wait: a TIMESTAMP that a retry repeats shows once it is more than a second old. */
const retryAfterSeconds = 2;

/**
 * One 503 to a session request; then one to each kind of request that comes from the roles. What follows the session only
 * adds evidence: a client may give up, and retry later or not at all.
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
          await attempted(askedAgain(drive, fault, play), [EnvironmentError, NotTestedError]);
      return new Set<Matter>(['session', ...others.map(({ matter }) => matter)]);
    },
  );
}

/** A client that does not retry by itself is asked once more. */
async function askedAgain(drive: Drive, fault: Stimulus, play: Play): Promise<void> {
  play(fault);
  const outcome = await drive();
  if (outcome.kind !== 'result') await drive();
}

function failing(run: Run, adapter: AdapterSession): Failing[] {
  const offers = adapter.offers.bind(adapter);
  const [service] = servicesOf(run);
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
  const sent = encryptedFor(run, offers).map(({ by, to }, place): Failing => {
    const operation: MockOperation = by === 'otp.verify' ? by : `fields.${to}`;
    return {
      matter: by === 'otp.verify' ? 'otp' : 'fields',
      fault: unavailable(operation, to === 'identity' ? retryAfterSeconds : undefined),
      drive: encryptingDrive(run, adapter, place).drive,
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
    const hindrance = matter === 'session' ? undefined : await attempted(journey);
    if (hindrance !== undefined) throw new NotApplicableError(hindrance);
    if (!(await journey).has(matter))
      throw new NotApplicableError(`by what is offered, no ${matters[matter]}`);
  };
}
