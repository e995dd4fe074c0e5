import type { Method } from '../../adapter/protocol';
import type { OperationId, ServiceName } from '../../contract/operations';
import { operations } from '../../contract/operations';
import { inspectField } from '../../crypto/node/field-inspection';
import type { KnownKey } from '../../crypto/node/field-inspection';
import { requestAddress } from '../../exchange/address';
import type { AdapterCall, Failure } from '../../exchange/exchange';
import type { FieldFact } from '../../exchange/facts';
import type { PlantedValue } from '../../contract/field-facts';
import { LeakSearch, leakFinder } from '../../exchange/planted';
import type { FactFinder, RawExchange, Recorder } from '../../exchange/recorder';
import { createRecorder } from '../../exchange/recorder';
import type { RsaKeyPair } from '../../mock/keys';
import type { Observation } from '../../mock/observation';
import type { Mock } from '../../mock/start-mock';
import { startMock } from '../../mock/start-mock';
import { playsOverTls } from '../../target/target';
import type { Run } from '../run';

/** What the suite asked the integrator for last; requests that arrive are put down to it. */
export interface AskedNow extends AdapterCall {
  readonly method: Method;
  /** Fields of a `fields.send`, with whether each was to be encrypted. */
  readonly fields?: readonly { readonly name: string; readonly encrypted: boolean }[];
}

/** The services that the suite plays for an integrator, with everything recorded that reaches them. */
export interface PlayedServices {
  readonly mock: Mock;
  readonly recorder: Recorder;
  readonly leaks: LeakSearch;
  readonly planted: readonly PlantedValue[];
  /** Remembers a value that the integrator is about to be given, and keeps it out of what is recorded. */
  plant(kind: PlantedValue['kind'], value: string): PlantedValue;
  /** What the integrator is being asked for. */
  asked: AskedNow | undefined;
  /** Which process of the integrator is alive. */
  clientInstance: string | undefined;
  /** Facts of a value that the adapter returned, as if it had been sent to that service. */
  inspect(service: ServiceName, pointer: string, value: unknown): FieldFact;
  /** Makes another key the registry's current one. */
  rotateRegistryKey(key: RsaKeyPair | undefined): void;
}

const secretKinds = {
  otp: 'otp',
  'national-id': 'national-id',
  mobile: 'national-id',
  value: 'credential',
} as const;

/** Starts the services that the suite plays, once in a run. */
export function playServices(run: Run): Promise<PlayedServices> {
  return run.once('played-services', async () => {
    const planted: PlantedValue[] = [];
    let rotated: RsaKeyPair | undefined;
    const leaks = new LeakSearch(() => planted);
    const keys = (): KnownKey[] => knownKeys(mock, rotated);
    const finders: FactFinder[] = [leakFinder(leaks), fieldFinder(() => played.asked, keys, planted, run)];
    const recorder = createRecorder(run.recording, run.redactor, finders);
    const mock = await startMock({
      tls: playsOverTls(run.target),
      ...(run.settings.mockLimits && { limits: run.settings.mockLimits }),
      account: {
        cmId: run.target.cmId,
        paths: run.target.paths,
        nationalIdField: run.target.readings['national-id-field'],
      },
      observe: (seen) => recorder.record(toRaw(seen, mock, played, run)),
    });
    run.defer(() => mock.close());
    run.redactor.learn('client-secret', mock.account.clientSecret);
    run.txnIds.push(mock.account.txnId);
    const played: PlayedServices = {
      mock,
      recorder,
      leaks,
      planted,
      plant(kind, value) {
        const known = planted.find((each) => each.value === value);
        if (known !== undefined) return known;
        const fresh = {
          id: `${kind}-${planted.filter((each) => each.kind === kind).length + 1}`,
          kind,
          value,
        };
        planted.push(fresh);
        if (kind !== 'value') run.redactor.learn(secretKinds[kind], value);
        return fresh;
      },
      asked: undefined,
      clientInstance: undefined,
      inspect: (service, pointer, value) =>
        inspectField({ pointer, wanted: 'encrypted' }, value, { service, keys: keys(), planted }),
      rotateRegistryKey(key) {
        rotated = key;
      },
    };
    return played;
  });
}

function knownKeys({ keys }: Mock, rotated: RsaKeyPair | undefined): KnownKey[] {
  const registry = {
    name: 'registry',
    service: 'registry',
    privateKey: (rotated ?? keys.registry).privateKey,
  } as const;
  const retired =
    rotated === undefined
      ? []
      : [{ name: 'registry (retired)', service: 'registry' as const, privateKey: keys.registry.privateKey }];
  return [
    registry,
    { name: 'identity', service: 'identity', privateKey: keys.identity.privateKey },
    ...retired,
    { name: 'callback JWKS', privateKey: keys.tokens.privateKey },
  ];
}

function toRaw(seen: Observation, mock: Mock, played: PlayedServices, run: Run): RawExchange {
  const { origin } = new URL(mock.urls[seen.service]);
  const operation = operations.find(({ id }) => id === seen.operation)?.id;
  const { asked, clientInstance } = played;
  return {
    sender: 'integrator',
    arrivedAt: seen.arrivedAt,
    answeredAt: seen.answeredAt,
    service: seen.service,
    ...(run.scenario !== undefined && { scenario: run.scenario }),
    ...(asked !== undefined && { call: callOf(asked) }),
    ...(clientInstance !== undefined && { clientInstance }),
    ...(seen.stimulus !== undefined && { stimulus: seen.stimulus }),
    ...(operation !== undefined && { operation: operation satisfies OperationId }),
    request: {
      method: seen.method,
      url: requestAddress(origin, seen.target),
      headers: seen.headers,
      body: seen.body,
      bytes: seen.bodyBytes,
      ...(seen.flaw && { flaw: seen.flaw }),
    },
    ...(seen.answer ? { response: seen.answer } : { failure: failureOf(seen) }),
  };
}

/** Why nobody was left to answer. */
function failureOf({ flaw }: Observation): Failure {
  const code = flaw?.code ?? 'ECONNRESET';
  return code.startsWith('ERR_SSL')
    ? { kind: 'tls', code, message: 'the handshake failed: another protocol, or a certificate not trusted' }
    : { kind: 'reset', code, message: 'the client went away before its request was whole' };
}

function callOf({ number, method, service }: AskedNow): AdapterCall {
  return { number, method, ...(service !== undefined && { service }) };
}

/** Looks into the string members of JSON bodies that go to the services with encrypted fields. */
function fieldFinder(
  asked: () => AskedNow | undefined,
  keys: () => readonly KnownKey[],
  planted: readonly PlantedValue[],
  run: Run,
): FactFinder {
  return ({ service, request }) => {
    if (service !== 'registry' && service !== 'identity') return {};
    const body = parseObject(request.body);
    if (body === undefined) return {};
    const told = asked()?.fields ?? [];
    const usual = ['otp', 'loginId', run.target.readings['national-id-field']];
    const fields = Object.entries(body).map(([name, value]) => {
      const encrypted = told.find((field) => field.name === name)?.encrypted ?? usual.includes(name);
      const wanted = encrypted ? 'encrypted' : 'plain';
      return inspectField({ pointer: `/${name}`, wanted }, value, { service, keys: keys(), planted });
    });
    return { fields };
  };
}

function parseObject(body: Buffer | undefined): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(body?.toString('utf8') ?? '');
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}
