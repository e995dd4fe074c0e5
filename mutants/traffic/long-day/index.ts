import type { CertifiedService } from '../../../support/adapter/protocol';
import { constants } from '../../../support/contract/constants';
import { enrolmentPaths } from '../../../support/contract/enrolment-paths';
import { fillPathSegments } from '../../../support/contract/operations';
import { resolveReadings } from '../../../support/contract/readings';
import type { ReadingValues } from '../../../support/contract/readings';
import type { Random } from '../seeded';
import { seededChoice, seededInteger, seededRandom, seededUuid } from '../seeded';
import type { ClientOfDay } from './client-of-day';
import { CertificateCache, TokenCache } from './client-of-day';
import { ClientProcess } from './client-process';
import type { DayHabits, Work } from './habits';
import { minuteMs, usualHabits } from './habits';
import { CycleOfDay } from './payer-cycle';
import type { DayExchange, PlantedFault, Task } from './world';
import { World } from './world';

export type { DayExchange, PlantedFault } from './world';

/** The traffic of one or more clients from morning to evening. */
export interface LongDay {
  /** The exchanges, in the order in which the requests arrived. */
  readonly exchanges: readonly DayExchange[];
  /** The readings that a target must have so that the traffic is right. */
  readonly readings: ReadingValues;
}

/**
 * Generates a day of traffic that keeps the contract, except for the planted fault and a mistake among the habits. The
 * same seed and habits give the same day.
 */
export function generateLongDay(
  seed: number,
  fault?: PlantedFault,
  habits: DayHabits = usualHabits,
): LongDay {
  const random = seededRandom(seed ^ 0x5bd1e995);
  const drawn = seededChoice<'json' | 'jwe'>(random, ['json', 'jwe']);
  const readings = resolveReadings({ envelope: habits.envelope ?? drawn });
  const rotation = (): number => seededInteger(random, 60, 300);
  const { identity, registry } = { identity: [rotation()], registry: [rotation()], ...habits.rotations };
  const inMs = (minutes: readonly number[]): number[] => minutes.map((each) => each * minuteMs);
  const rotations = { identity: inMs(identity), registry: inMs(registry) };
  const world = new World(seed, readings, rotations, fault, habits);
  const drawnClients = seededChoice(random, [1, 1, 2, 3]);
  const clients = Array.from({ length: habits.clients ?? drawnClients }, (_none, number) =>
    clientOf(number, random, habits),
  );
  for (const client of clients) startClient(client, world, random);
  world.run();
  const exchanges = world.exchanges.sort((one, other) => one.wire.arrivedAt - other.wire.arrivedAt);
  return { exchanges, readings };
}

/** Starts the processes of a client, each at a time of its own. */
function startClient(client: ClientOfDay, world: World, random: Random): void {
  const { token, certificates, processes } = world.habits;
  const drawn = seededChoice(random, [1, 1, 2]);
  const [tokens, ofServices] = [new TokenCache(), new CertificateCache()];
  for (let number = processes ?? drawn; number > 0; number -= 1) {
    const process = new ClientProcess(world, client, number, {
      tokens: token.isShared ? tokens : new TokenCache(),
      certificates: certificates.areShared ? ofServices : new CertificateCache(),
    });
    world.start(working(process), seededInteger(random, 0, 90 * minuteMs));
  }
}

function clientOf(number: number, random: Random, { token, certificates }: DayHabits): ClientOfDay {
  const chance = (probability: number): boolean => random() < probability;
  const secret = seededUuid(random);
  const drawn = {
    marginMs: seededInteger(random, 5, 120) * 1000,
    namesClient: chance(0.6),
    remembersHash: chance(0.5),
    repeatsBytes: chance(0.5),
    refreshesBoth: chance(0.3),
    lifetimeSeconds: seededChoice(random, [constants.shownExpiresIn, 600, 900]),
  };
  const lifetimeSeconds = token.lifetimeSeconds ?? drawn.lifetimeSeconds;
  return {
    number,
    clientId: `SBX_${number + 1}`,
    secret,
    habits: {
      ...drawn,
      marginMs: Math.min(token.marginMs ?? drawn.marginMs, lifetimeSeconds * 500),
      lifetimeSeconds,
      refreshesBoth: certificates.refreshesBoth ?? drawn.refreshesBoth,
    },
    participant: `${1_000_000_001 + number}@${constants.sandboxCmId}`,
    callbackBase: `https://clinic-${number + 1}.example/hooks`,
  };
}

/** Runs a process from its start to its end. */
function* working(process: ClientProcess): Task {
  const { world } = process;
  const { acts: bounds, restarts, certificates } = world.habits;
  let acts = world.between(...bounds);
  if (certificates.areFetchedFirst) for (const service of certified) yield* process.certificate(service);
  for (; acts > 0; acts -= 1) {
    yield* actOf(process);
    yield world.chance(0.6) ? world.between(50, 20_000) : world.between(minuteMs, 25 * minuteMs);
    if (world.chance(restarts)) process.restart();
  }
}

const certified = ['identity', 'registry'] as const;

/** Does the next act of a process. A cycle continues while the process acts further. */
function actOf(process: ClientProcess): Task {
  const { world, client } = process;
  const drawn = world.random();
  const work = world.habits.work?.(client.number);
  switch (work === undefined ? usualWork(drawn) : (work[Math.floor(drawn * work.length)] ?? work[0])) {
    case 'registering':
      return registering(process);
    case 'enrolling':
      return enrolling(process);
    case 'identity fields':
      return sendingFields(process, 'identity');
    case 'registry fields':
      return sendingFields(process, 'registry');
    case 'fields':
      return sendingFields(process, seededChoice(world.random, certified));
    case 'cycle': {
      const kind = seededChoice(world.random, world.habits.cycles.kinds);
      world.start(new CycleOfDay(process, kind).run(), 0);
      return fetchingKeys(process);
    }
  }
}

function usualWork(drawn: number): Work {
  if (drawn < 0.25) return 'registering';
  if (drawn < 0.4) return 'enrolling';
  return drawn < 0.6 ? 'fields' : 'cycle';
}

/** Fetches the keys that verify the gateway's callbacks (clause 5.1.6). */
function* fetchingKeys(process: ClientProcess): Task {
  if (process.world.chance(0.2))
    yield* process.call({ service: 'gateway' }, undefined, () => ({ status: 200, body: { keys: [] } }), {
      kind: 'keys',
    });
}

/** Requests an OTP at the registry, and verifies it (clause 4.3). The person may mistype it once. */
function* registering(process: ClientProcess): Task {
  const { world } = process;
  const txnId = seededUuid(world.random);
  const asked = { status: 200, body: { txnId, mobileNumber: '******7890' } };
  const path = '/v2/registration/national-id/generateOtp';
  yield* process.sealed({ service: 'registry', path }, (seal) => ({ nationalId: seal() }), asked);
  yield world.between(5000, 90_000);
  const verifying = { service: 'registry', operation: 'otp.verify' } as const;
  const compose = (seal: () => string) => ({ otp: seal(), txnId });
  if (world.chance(0.15)) {
    const refused = { status: 422, body: { error: { code: 'SVC-1404', message: 'The OTP is not valid' } } };
    yield* process.sealed(verifying, compose, refused, 'otp');
    yield world.between(5000, 60_000);
  }
  const body = { txnId, authResult: constants.authResultSuccess, message: 'OTP verified successfully' };
  yield* process.sealed(verifying, compose, { status: 200, body }, 'otp');
}

/** Enrols a person at the identity service: the request of an OTP, and the enrolment with it. */
function* enrolling(process: ClientProcess): Task {
  const { world } = process;
  const txnId = seededUuid(world.random);
  const request = { service: 'identity', path: '/identity/api/v3/enrolment/request/otp' } as const;
  const composeRequest = (seal: () => string) => ({ txnId: '', loginHint: 'mobile', loginId: seal() });
  yield* process.sealed(request, composeRequest, { status: 200, body: { txnId, message: 'OTP sent' } });
  yield world.between(5000, 90_000);
  const enrol = { service: 'identity', path: '/identity/api/v3/enrolment/enrol/byOtp' } as const;
  const compose = (seal: () => string) => ({
    authData: { authMethods: ['otp'], otp: { txnId, otpValue: seal() } },
  });
  yield* process.sealed(enrol, compose, { status: 200, body: { message: 'Enrolled', txnId } });
}

/** Sends the fields of a registration: some are encrypted, others plain. */
function sendingFields(process: ClientProcess, service: CertifiedService): Task {
  const path = fillPathSegments(enrolmentPaths[service]);
  const name = `Person ${process.world.between(1, 9999)}`;
  const compose = (seal: () => string) => ({ loginId: seal(), nationalId: seal(), name });
  const kind = service === 'identity' ? 'fields' : undefined;
  return process.sealed({ service, path }, compose, { status: 200, body: { accepted: true } }, kind);
}
