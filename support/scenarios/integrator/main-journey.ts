import type { CertifiedService, AdapterMethod } from '../../adapter/protocol';
import type { AnsweredChallenge } from '../../cases/answered-challenge';
import type { FieldCase } from '../../cases/field-values';
import { makeFieldCases } from '../../cases/field-values';
import type { PlantedValue } from '../../contract/field-facts';
import { readingForService } from '../../contract/readings';
import { inspectField } from '../../crypto/node/field-inspection';
import type { Run } from '../../run/run';
import type { AdapterSession } from './adapter-session';
import { openAdapter } from './adapter-session';
import {
  creationBody,
  encryptedMobileBody,
  listEncryptingCalls,
  identityBody,
  identityOtpBody,
  mobileOtpBody,
  mobileVerifiersOf,
  plainMobileBody,
  registryBody,
  certifiedServicesOf,
  findTokenCall,
  tokenMethods,
} from './drivers';
import type { JourneyOutline } from './manual/manual-session';
import { manualMethodsFor } from './manual/instructions';
import type { PlayedServices } from './played-services';
import { planterOf } from './played-services';
import { recordEncryptResult } from './record-call';
import { tryOptionalJourney, beginShortToken, canOverlap } from './stimulus-journeys';

/** A client that can be asked to act, through an adapter or by a file. */
export interface AskedClient extends Pick<AdapterSession, 'act' | 'ended'> {
  readonly played: Pick<PlayedServices, 'acting' | 'inspect' | 'plant'> &
    // Answers in a file come without a log.
    Partial<Pick<PlayedServices, 'secrets'>>;
}

/** The client that answered a challenge: it is asked as an adapter is, and no service is played for it. */
export function answeredClient(run: Run, { channel, keys, values }: AnsweredChallenge): AskedClient {
  const planted: PlantedValue[] = [];
  const played: AskedClient['played'] = {
    acting: { clientInstance: undefined },
    plant: planterOf(planted, run),
    inspect: (service, pointer, value) =>
      inspectField({ pointer, wanted: 'encrypted' }, value, { service, keys, planted }),
  };
  for (const { kind, value } of values) if (kind !== undefined) played.plant(kind, value);
  return {
    played,
    ended: false,
    act: (method, params) => channel.call(method, params),
  };
}

/** What came of the integrator's journey from session to encrypted fields. */
interface Journey {
  readonly capabilities: readonly string[];
  readonly refusals: readonly string[];
}

/** So many requests show whether a token is kept; each call brings one at least. */
const fewestCalls = 6;
const otpVerifications = 3;

/** Asks the integrator for everything that its roles and its adapter offer, once in a run, in one process. */
export function mainJourney(run: Run): Promise<Journey> {
  return run.once('integrator-journey', async () => {
    const { challenge } = run.plan;
    if (challenge !== undefined) {
      await encryptFields(run, answeredClient(run, challenge), challenge.fields);
      return { capabilities: ['field.encrypt'], refusals: [] };
    }
    if (canOverlap(run)) await tryOptionalJourney(beginShortToken(run));
    const adapter = await openAdapter(run, outlineOf(run));
    try {
      for (const call of callsOf(run, (method) => adapter.offers(method))) await makers[call](run, adapter);
      return {
        capabilities: adapter.about.capabilities,
        refusals: adapter.refusals,
      };
    } finally {
      await adapter.close();
    }
  });
}

/** Only a person is told how many calls there are, and what a person can be asked for is known. */
function outlineOf(run: Run): JourneyOutline {
  const offered: readonly AdapterMethod[] = manualMethodsFor(run.target.roles, true);
  const calls = callsOf(run, (method) => offered.includes(method)).length;
  return { name: 'main', title: 'From a session to encrypted fields', calls, piecewise: true };
}

type Call =
  | 'session'
  | `certificate of ${CertifiedService}`
  | 'otp'
  | `values for ${CertifiedService}`
  | 'fields'
  | 'otp for identity'
  | `plain mobile for ${CertifiedService}`
  | `mobile otp for ${CertifiedService}`
  | 'fields for registry'
  | 'mobile for registry'
  | 'ID creation'
  | 'token';

const makers: Readonly<Record<Call, (run: Run, adapter: AdapterSession) => Promise<unknown>>> = {
  session: (_run, adapter) => adapter.act('session.create', {}),
  'certificate of identity': (_run, adapter) => adapter.act('certificate.fetch', { service: 'identity' }),
  'certificate of registry': (_run, adapter) => adapter.act('certificate.fetch', { service: 'registry' }),
  otp: (_run, adapter) => verifyOtp(adapter),
  'values for identity': (run, adapter) => encryptFields(run, adapter, valuesFor(run, 'identity')),
  'values for registry': (run, adapter) => encryptFields(run, adapter, valuesFor(run, 'registry')),
  fields: (run, adapter) => send(run, adapter, 'fields', identityBody),
  'otp for identity': (run, adapter) => send(run, adapter, 'otp', identityOtpBody),
  ...forEachService('plain mobile', plainMobileBody),
  ...forEachService('mobile otp', mobileOtpBody),
  'fields for registry': (run, adapter) => send(run, adapter, 'registry', registryBody),
  'mobile for registry': (run, adapter) => send(run, adapter, 'registry mobile', encryptedMobileBody),
  'ID creation': (run, adapter) => send(run, adapter, 'creation', creationBody),
  token: async (run, adapter) => findTokenCall(run, adapter)?.(),
};

/** Returns the makers of a kind of call that the suite asks for at each service. */
function forEachService<Kind extends 'plain mobile' | 'mobile otp'>(
  kind: Kind,
  make: (service: CertifiedService, ...given: Parameters<MakeBody>) => ReturnType<MakeBody>,
) {
  const maker = (service: CertifiedService) => (run: Run, adapter: AdapterSession) =>
    send(run, adapter, `${kind} ${service}`, (...given) => make(service, ...given));
  return {
    [`${kind} for identity`]: maker('identity'),
    [`${kind} for registry`]: maker('registry'),
  } as Readonly<Record<`${Kind} for ${CertifiedService}`, ReturnType<typeof maker>>>;
}

const valuesFor = ({ plan: { madeUp }, target }: Run, service: CertifiedService): FieldCase[] =>
  makeFieldCases(readingForService(target.readings, 'key-bits', service), madeUp, service);

/** The calls of the journey, in their order; nothing that is not offered. */
function callsOf(run: Run, offers: (method: AdapterMethod) => boolean): Call[] {
  const { roles, environment } = run.target;
  const plants = environment !== 'production';
  const session: Call[] = offers('session.create') ? ['session'] : [];
  const calls: Call[] = [
    ...session,
    ...(offers('certificate.fetch')
      ? certifiedServicesOf(run).map((service): Call => `certificate of ${service}`)
      : []),
    ...(plants ? callsWithFields(run, offers) : []),
  ];
  if (!roles.includes('session')) return calls;
  // Two v3 requests show whether ids are new; only the gateway and the identity service have any.
  const v3 = calls.filter((call) => ['session', 'certificate of identity', 'fields'].includes(call));
  if (v3.length < 2) calls.unshift(...session);
  const filling = Math.max(0, fewestCalls - calls.filter((call) => !call.startsWith('values')).length);
  const more = tokenMethods(run, offers).length === 0 ? 0 : filling;
  return [...calls, ...Array.from({ length: more }, () => 'token' as const)];
}

/** What is sent encrypted. One value has to be encrypted twice: an OTP is, and so is a value of `field.encrypt`. */
function callsWithFields(run: Run, offers: (method: AdapterMethod) => boolean): Call[] {
  const sent = listEncryptingCalls(run, offers);
  const verifies = sent.some(({ by }) => by === 'otp.verify');
  const fieldsTo = sent.filter(({ by }) => by === 'fields.send').map(({ to }) => to);
  const sendsToRegistry = offers('fields.send') && run.target.roles.includes('registry');
  const creates = sendsToRegistry && !fieldsTo.includes('registry');
  const again: Call[] = verifies || offers('field.encrypt') ? [] : ['fields'];
  return [
    ...(verifies ? Array.from({ length: otpVerifications }, () => 'otp' as const) : []),
    ...(offers('field.encrypt')
      ? certifiedServicesOf(run).map((service): Call => `values for ${service}`)
      : []),
    ...(fieldsTo.includes('identity')
      ? (['fields', 'otp for identity', 'plain mobile for identity', ...again] as const)
      : []),
    ...(fieldsTo.includes('registry') ? (['fields for registry', 'fields for registry'] as const) : []),
    ...(creates ? (['ID creation'] as const) : []),
    ...(sendsToRegistry ? (['mobile for registry', 'plain mobile for registry'] as const) : []),
    ...(offers('fields.send') ? mobileVerifiersOf(run).map((each): Call => `mobile otp for ${each}`) : []),
  ];
}

async function verifyOtp(adapter: AdapterSession): Promise<void> {
  const { played } = adapter;
  const { otp, txnId } = played.mock.account;
  played.plant('otp', otp);
  await adapter.act('otp.verify', { otp, txnId });
}

async function encryptFields(run: Run, client: AskedClient, fields: readonly FieldCase[]): Promise<void> {
  const { played } = client;
  for (const { kind, value } of fields) if (kind !== undefined) played.plant(kind, value);
  for (const field of fields) {
    const { service, value } = field;
    const askedAt = Date.now();
    const outcome = await client.act('field.encrypt', { service, value });
    // Offered, and not there: nothing was answered that could be judged.
    if (outcome.kind === 'not-offered') return;
    const isCalled = run.plan.challenge === undefined;
    const origin = { ...played.acting, inspect: played.inspect, ...(isCalled && { askedAt }) };
    recordEncryptResult(run.evidence, origin, field, outcome);
  }
}

/** Sends the body of that name, the same one however often it is sent. */
async function send(run: Run, adapter: AdapterSession, name: string, make: MakeBody): Promise<void> {
  const body = await run.once(`body/${name}`, () => Promise.resolve(make(run, adapter.played)));
  await adapter.act('fields.send', body);
}

type MakeBody = typeof identityBody;
