import type { JWK } from 'jose';
import type { CertifiedService } from '../../adapter/protocol';
import type { PlantedValue } from '../../contract/field-facts';
import type { ServiceName } from '../../contract/operations';
import { operations } from '../../contract/operations';
import type { NamedPrivateKey } from '../../crypto/node/field-inspection';
import { inspectField } from '../../crypto/node/field-inspection';
import { resolveRequestTarget } from '../../exchange/address';
import type { AdapterAnswer } from '../../exchange/evidence';
import type { Exchange, TransportFailure } from '../../exchange/exchange';
import type { FieldFact } from '../../exchange/facts';
import type { OpenField } from '../../exchange/fields';
import { fieldFinder } from '../../exchange/fields';
import { ClientSecretSearch, LeakSearch, leakFinder, secretFinder } from '../../exchange/finders';
import type { RawExchange } from '../../exchange/raw-exchange';
import type { Recorder } from '../../exchange/recorder';
import type { RsaKeyPair } from '../../mock/keys';
import type { MockRecord } from '../../mock/arriving-request';
import type { MockAccount } from '../../mock/account';
import { otpGrantsOf, txnIdsOf } from '../../mock/account';
import type { CallbackReceiver } from '../../mock/payer/receiver';
import type { OutsideAnswers } from '../../mock/outside/place';
import type { Mock, MockOptions, ServicePaths } from '../../mock/start-mock';
import { tolerance } from '../../mock/tolerance';
import { recorderFor } from '../../run/evidence';
import { mockOptionsFor } from '../../run/mock-options';
import { OutsideCounts } from '../../run/outside-answers';
import type { Run } from '../../run/run';
import { isFromScanner, noteRequests } from '../../run/scanners';
import { callbackOf, payerFinder } from './payer/callback-exchange';
import { LoggedSecrets, secretTeller } from './transfer/logged-secrets';
import type { Target } from '../../targets/target';
import { mockServesTls } from '../../targets/target';
import type { ActiveProcess } from './active-process';
import { scenarioAndProcess } from './active-process';
import { RequestedFields } from './requested-fields';

/** Keys that have replaced the first key of a service. */
type RotatedKeys = Readonly<Partial<Record<CertifiedService, RsaKeyPair | undefined>>>;

const certified = ['registry', 'identity'] as const satisfies readonly CertifiedService[];

/**
 * Returns the private keys of the known key pairs. A client may have used any of their public keys to encrypt a field,
 * rightly or wrongly. The name of a replaced first key ends with `(retired)`.
 */
function knownKeys({ keys }: Mock, rotated: RotatedKeys): NamedPrivateKey[] {
  const current = certified.map((service) => ({
    name: service,
    service,
    privateKey: (rotated[service] ?? keys[service]).privateKey,
  }));
  const retired = certified
    .filter((service) => rotated[service] !== undefined)
    .map((service) => ({
      name: `${service} (retired)`,
      service,
      privateKey: keys[service].privateKey,
    }));
  return [
    ...current,
    ...retired,
    { name: 'callback JWKS', privateKey: keys.tokens.privateKey },
    { name: 'callback JWKS', privateKey: keys.tokens512.privateKey },
  ];
}

/** Returns a function that opens a field with the keys and the planted values that exist when it is called. */
export function fieldOpenerWith(
  keys: () => readonly NamedPrivateKey[],
  planted: readonly PlantedValue[],
): OpenField {
  return (field, value, service) => inspectField(field, value, { service, keys: keys(), planted });
}

/**
 * Converts a record of the mock to an exchange for the recorder. Adds the scenario and process, and facts about TLS.
 */
function toRaw(seen: MockRecord, mock: Mock, doing: ActiveProcess, run: Run): RawExchange {
  const { secure, tlsVersion, operation: addressed, meant: taken, request, ...wire } = seen;
  const base = new URL(mock.urls[seen.service]);
  const inClear = secure === false && base.protocol === 'https:';
  const failure = wire.response === undefined ? failureOf(request.flaw?.code) : undefined;
  const idOf = (name: string | undefined) => operations.find(({ id }) => id === name)?.id;
  const [operation, meant] = [idOf(addressed), idOf(taken)];
  return {
    sender: 'integrator',
    ...wire,
    ...scenarioAndProcess(run.evidence, doing),
    ...(operation !== undefined && { operation }),
    ...(meant !== undefined && { meant }),
    ...((inClear || tlsVersion !== undefined) && {
      facts: { ...(inClear && { inClear }), ...(tlsVersion !== undefined && { tlsVersion }) },
    }),
    request: {
      ...request,
      url: resolveRequestTarget(inClear ? `http://${base.host}` : base.origin, request.url),
    },
    ...(failure && { failure }),
    ...doing.life?.endInRequest({ ...wire, ...(failure && { failure }) }),
  };
}

/** Returns the reason why the mock could not answer a request. */
function failureOf(code = 'ECONNRESET'): TransportFailure {
  if (code === 'ERR_TLS_LEFT')
    return { kind: 'tls', code, message: 'the client ended the connection, and had asked for nothing' };
  return code.startsWith('ERR_SSL')
    ? { kind: 'tls', code, message: 'the handshake failed: another protocol, or a certificate not trusted' }
    : { kind: 'reset', code, message: 'the client went away before its request was whole' };
}

/** Called with each record of the mock, after the recorder has recorded its exchange. Not called for scanners. */
export type Seer = (seen: MockRecord, exchange: Exchange) => void;

/** The services that the suite plays for an integrator, with the recorder of the exchanges that reach them. */
export interface PlayedServices {
  readonly mock: Mock;
  readonly recorder: Recorder;
  readonly leaks: LeakSearch;
  readonly secrets: LoggedSecrets;
  readonly planted: readonly PlantedValue[];
  /**
   * Remembers a value that the suite will give to the integrator, so that the value can be recognised in requests.
   * Keeps the value out of the recording, unless its kind is `value`.
   */
  readonly plant: (kind: PlantedValue['kind'], value: string) => PlantedValue;
  readonly told: RequestedFields;
  /** The counts of requests outside the contract that the mock answered. */
  readonly outside: OutsideCounts;
  /**
   * The integrator's process that acted last, without a name before the first process. Its journey is `undefined` once
   * the journey has ended.
   */
  acting: ActiveProcess;
  /** Maps each receiver of callbacks to its process. */
  readonly receivers: WeakMap<CallbackReceiver, ActiveProcess>;
  /**
   * Returns the facts of a value that the adapter returned, as if the client had sent the value to that service as an
   * encrypted field.
   */
  inspect(service: ServiceName, pointer: string, value: unknown): FieldFact;
  /** Calls `seer` for each record of the mock, except requests of scanners. Call the returned function to stop. */
  readonly onSeen: (seer: Seer) => () => void;
  /** Records the end of a call to the adapter, and notifies the listeners of `onAnswer`. */
  readonly takeAnswer: (answer: Omit<AdapterAnswer, 'seq'>) => void;
  /** Calls `hearer` for each answer that is recorded through `takeAnswer`. */
  readonly onAnswer: (hearer: (answer: AdapterAnswer) => void) => void;
  /** The keys that verify callbacks, as the gateway publishes them. */
  published: readonly JWK[];
  /** Makes `key` a service's current key. If `key` is `undefined`, the service's first key is current again. */
  rotateKey(service: CertifiedService, key: RsaKeyPair | undefined): void;
}

const secretKinds = {
  otp: 'otp',
  'national-id': 'national-id',
  mobile: 'national-id',
  value: 'credential',
} as const;

/** Options for the services that the suite plays. */
interface Playing {
  /** If set, the services are as strict as services under test, and do not repair incorrect requests. */
  readonly strict?: true;
  /** Credentials that the services accept instead of new ones. */
  readonly account?: Partial<MockAccount>;
  /** Path prefixes of the services' addresses. */
  readonly servicePaths?: ServicePaths;
  /** If set, the services answer 404 to every request outside the contract, instead of guessing an answer. */
  readonly documentedOnly?: true;
}

/** Starts the services that the suite plays, once in a run. */
export function playServices(run: Run, how: Playing = {}): Promise<PlayedServices> {
  return run.once('played-services', async () => {
    const told = new RequestedFields();
    const planted: PlantedValue[] = [];
    const seers = new Set<Seer>();
    let rotated: RotatedKeys = {};
    const leaks = new LeakSearch(() => planted);
    const secretSearch = new ClientSecretSearch();
    const open = fieldOpenerWith(() => knownKeys(mock, rotated), planted);
    const recorder = recorderFor(run.target, run.evidence, [
      leakFinder(leaks),
      fieldFinder({ ...fieldReading(run), told: told.of, open }),
      secretFinder(secretSearch),
      payerFinder(run.target.readings, () => [mock.keys.payer.privateKey]),
    ]);
    const mock = await playMock(run, how, {
      observe: observing(run, () => played, seers),
      ...answersOf(run, how, () => played.mock),
      callbackDeadlineMs: run.target.limits.timeoutMs,
      observeCallback: recordingCallbacks(run, () => played),
    });
    const played: PlayedServices = {
      mock,
      recorder,
      leaks,
      secrets: new LoggedSecrets(secretTeller(run, () => played.acting)),
      planted,
      plant: planterOf(planted, run),
      told,
      acting: { clientInstance: undefined },
      receivers: new WeakMap(),
      published: (await mock.tokens.jwks()).keys,
      outside: new OutsideCounts(run),
      inspect: (service, pointer, value) => open({ pointer, wanted: 'encrypted' }, value, service),
      ...{ ...takingSeers(seers), ...takingAnswers(run) },
      rotateKey: (service, key) => {
        rotated = { ...rotated, [service]: key };
      },
    };
    secretSearch.learn(mock.account.clientSecret);
    // Transaction ids are not secret. The suite plants them to recognise them in a plaintext that also contains an OTP.
    for (const { txnId } of otpGrantsOf(mock.account)) played.plant('value', txnId);
    return played;
  });
}

/** Returns an observer that records each attempt to send a callback, with the process that receives it. */
function recordingCallbacks(
  run: Run,
  playing: () => PlayedServices,
): NonNullable<MockOptions['observeCallback']> {
  return async (attempt, receiver) => {
    const { receivers, acting: current, published, recorder } = playing();
    const acting = receivers.get(receiver) ?? current;
    recorder.record(await callbackOf(attempt, run, { acting, published }));
  };
}

function takingSeers(seers: Set<Seer>): Pick<PlayedServices, 'onSeen'> {
  return {
    onSeen(seer) {
      seers.add(seer);
      return () => seers.delete(seer);
    },
  };
}

function takingAnswers({ evidence: { recording } }: Run): Pick<PlayedServices, 'takeAnswer' | 'onAnswer'> {
  const hearers = new Set<(answer: AdapterAnswer) => void>();
  return {
    takeAnswer(draft) {
      const answer = recording.append<AdapterAnswer>(draft);
      for (const tell of hearers) tell(answer);
    },
    onAnswer: (hearer) => {
      hearers.add(hearer);
    },
  };
}

/**
 * Returns an observer for the mock. The observer records the requests of the client under test and calls the seers. It
 * only counts requests of scanners, because those must not affect a judgement.
 */
function observing(
  run: Run,
  playing: () => PlayedServices,
  seers: ReadonlySet<Seer>,
): (seen: MockRecord) => void {
  let scanners = 0;
  return (seen) => {
    const played = playing();
    const raw = toRaw(seen, played.mock, played.acting, run);
    if (seen.answeredBy !== undefined) played.outside.add(seen.answeredBy);
    else if (isFromScanner(raw, run, played.mock)) {
      scanners += 1;
      noteRequests(run, {
        name: 'scanners',
        detail: `${scanners} requests that no client of ours makes: not recorded`,
      });
      return;
    }
    const exchange = played.recorder.record(raw);
    for (const tell of seers) tell(seen, exchange);
  };
}

const fieldReading = ({ target: { readings }, evidence }: Run) => ({
  readings,
  mark: (text: string): string => evidence.keeper.pseudonym(text),
});

/** Returns the answers to requests outside the contract: those of the target file, and else a guess for each client. */
function answersOf(run: Run, { documentedOnly }: Playing, mock: () => Mock): { outside?: OutsideAnswers } {
  if (documentedOnly === true) return {};
  const isScanner: OutsideAnswers['isFromScanner'] = (
    { method, path, query, headers, rawBody: body },
    service,
  ) => {
    const played = mock();
    const { origin } = new URL(played.urls[service]);
    const url = resolveRequestTarget(origin, query === undefined ? path : `${path}?${query}`);
    return isFromScanner(
      { service, request: { method, url, headers: Object.entries(headers), body } },
      run,
      played,
    );
  };
  return { outside: { own: run.target.mockAnswers ?? [], guess: true, isFromScanner: isScanner } };
}

async function playMock(
  run: Run,
  { strict, account, servicePaths = {} }: Playing,
  others: Pick<MockOptions, 'observe' | 'observeCallback' | 'callbackDeadlineMs' | 'outside'>,
): Promise<Mock> {
  const { plan, evidence, target } = run;
  const { portsFrom, startMock } = await import('../../mock/start-mock.ts');
  const options = mockOptionsFor(withOwnAuthority(run));
  const mock = await startMock({
    tls: mockServesTls(target),
    host: target.mockListen.host,
    ports: portsFrom(target.mockListen.port),
    ...(target.mockPublicUrl !== undefined && publicPartsOf(target.mockPublicUrl)),
    ...(plan.seams?.mockLimits && { limits: plan.seams.mockLimits }),
    ...(strict !== true && { tolerance }),
    ...options,
    account: { ...options.account, ...account },
    servicePaths,
    ...others,
  });
  run.defer(() => mock.close());
  evidence.secrets.learn('client-secret', mock.account.clientSecret);
  if (mock.account.dummyPayerToken !== undefined)
    evidence.secrets.learn('token', mock.account.dummyPayerToken);
  // The OTPs of a target file may be real ones.
  if (account !== undefined)
    for (const { value } of otpGrantsOf(mock.account)) evidence.secrets.learn('otp', value);
  const ofAnswers = txnIdsOf(target.mockAnswers ?? []);
  evidence.txnIds.push(...otpGrantsOf(mock.account).map(({ txnId }) => txnId), ...ofAnswers);
  return mock;
}

/**
 * Returns the target with the certificate authority of the target file instead of the run's own. The mock uses it for
 * callbacks, which go to the integrator and not to a mock of the services.
 */
function withOwnAuthority({ plan, target }: Run): Target {
  const { ca, ...others } = target;
  const own = plan.target?.ca;
  return { ...others, ...(own !== undefined && { ca: own }) };
}

/**
 * Returns the host and path that the mock puts into service addresses, if clients reach the mock at a public address.
 */
function publicPartsOf(address: string): Pick<MockOptions, 'publicHost' | 'publicPath'> {
  const { hostname, pathname } = new URL(address);
  return { publicHost: hostname, publicPath: pathname.replace(/\/$/, '') };
}

/**
 * Returns a function that adds each value to `planted` once, with an id that represents the value in the recording. The
 * ids continue the numbers of a resumed run.
 */
export function planterOf(planted: PlantedValue[], run: Run): PlayedServices['plant'] {
  return (kind, value) => {
    const known = planted.find((each) => each.value === value);
    if (known !== undefined) return known;
    const before = run.plan.resumed?.lastNumbers.get(kind) ?? 0;
    const id = `${kind}-${before + planted.filter((each) => each.kind === kind).length + 1}`;
    const fresh = { id, kind, value };
    planted.push(fresh);
    if (kind !== 'value') run.evidence.secrets.learn(secretKinds[kind], value);
    return fresh;
  };
}
