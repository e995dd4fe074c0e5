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
import type { InspectField } from '../../exchange/fields';
import { fieldFinder, readingNumbers } from '../../exchange/fields';
import { ClientSecretSearch, LeakSearch, leakFinder, secretFinder } from '../../exchange/finders';
import type { RawExchange } from '../../exchange/raw-exchange';
import type { Recorder } from '../../exchange/recorder';
import type { RsaKeyPair } from '../../mock/keys';
import type { MockRecord } from '../../mock/arriving-request';
import type { Mock, MockOptions } from '../../mock/start-mock';
import { tolerance } from '../../mock/tolerance';
import { recorderFor } from '../../run/evidence';
import { mockOptionsFor } from '../../run/mock-options';
import type { Run } from '../../run/run';
import { isStranger, noteIgnoredRequests } from '../../run/strangers';
import { callbackOf, payerFinder } from './payer/callback-exchange';
import { LoggedSecrets, secretTeller } from './transfer/logged-secrets';
import type { Target } from '../../targets/target';
import { mockServesTls } from '../../targets/target';
import type { ActiveProcess } from './active-process';
import { scenarioAndProcess } from './active-process';
import { RequestedFields } from './requested-fields';

/** Keys that have taken the place of a service's first one. */
type RotatedKeys = Readonly<Partial<Record<CertifiedService, RsaKeyPair | undefined>>>;

const certified = ['registry', 'identity'] as const satisfies readonly CertifiedService[];

/** The keys under which a field may have been encrypted; one that has taken another's place is the current one. */
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

/** Looks into fields by the keys that are known at the time, and by what was planted so far. */
export function inspectorWith(
  keys: () => readonly NamedPrivateKey[],
  planted: readonly PlantedValue[],
  ownValues = false,
): InspectField {
  const inspect: InspectField = (field, value, service) =>
    inspectField(field, value, { service, keys: keys(), planted });
  return ownValues ? readingNumbers(inspect) : inspect;
}

/** What the mock saw, with what is known of it besides. */
function toRaw(seen: MockRecord, mock: Mock, doing: ActiveProcess, run: Run): RawExchange {
  const { secure, tlsVersion, operation: addressed, meant: taken, request, ...wire } = seen;
  const base = new URL(mock.urls[seen.service]);
  const inClear = secure === false && base.protocol === 'https:';
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
    ...(wire.response === undefined && { failure: failureOf(request.flaw?.code) }),
  };
}

/** Why the request could not be answered. */
function failureOf(code = 'ECONNRESET'): TransportFailure {
  if (code === 'ERR_TLS_LEFT')
    return { kind: 'tls', code, message: 'the client ended the connection, and had asked for nothing' };
  return code.startsWith('ERR_SSL')
    ? { kind: 'tls', code, message: 'the handshake failed: another protocol, or a certificate not trusted' }
    : { kind: 'reset', code, message: 'the client went away before its request was whole' };
}

/** Told of what reached the mock, once it is recorded. */
export type Seer = (seen: MockRecord, exchange: Exchange) => void;

/** The services that the suite plays for an integrator, with everything recorded that reaches them. */
export interface PlayedServices {
  readonly mock: Mock;
  readonly recorder: Recorder;
  readonly leaks: LeakSearch;
  readonly secrets: LoggedSecrets;
  readonly planted: readonly PlantedValue[];
  /** Remembers a value that the integrator is about to be given, and keeps it out of what is recorded. */
  readonly plant: (kind: PlantedValue['kind'], value: string) => PlantedValue;
  readonly told: RequestedFields;
  /** Which process of the integrator is alive. */
  clientInstance: string | undefined;
  /** Facts of a value that the adapter returned, as if it had been sent to that service. */
  inspect(service: ServiceName, pointer: string, value: unknown): FieldFact;
  /** Calls back for everything that reaches the mock, until what it gives is called. */
  readonly onSeen: (seer: Seer) => () => void;
  /** Records how a call ended. */
  readonly takeAnswer: (answer: Omit<AdapterAnswer, 'seq'>) => void;
  /** Calls back for every answer that is taken so. */
  readonly onAnswer: (hearer: (answer: AdapterAnswer) => void) => void;
  /** The keys that verify callbacks, as the gateway publishes them. */
  published: readonly JWK[];
  /** Makes another key a service's current one; without one, its first key is current again. */
  rotateKey(service: CertifiedService, key: RsaKeyPair | undefined): void;
}

const secretKinds = {
  otp: 'otp',
  'national-id': 'national-id',
  mobile: 'national-id',
  value: 'credential',
} as const;

/** How they are played. */
interface Playing {
  /** They refuse what services under test refuse, and repair nothing. */
  readonly strict?: true;
  /** The client is given nothing: what it sends is its own. */
  readonly ownValues?: true;
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
    const inspect = inspectorWith(() => knownKeys(mock, rotated), planted, how.ownValues);
    const mark = (text: string): string => run.evidence.keeper.pseudonym(text);
    const recorder = recorderFor(run.target, run.evidence, [
      leakFinder(leaks),
      fieldFinder({ readings: run.target.readings, mark, run: { told: told.of, inspect } }),
      secretFinder(secretSearch),
      payerFinder(run.target.readings, () => [mock.keys.payer.privateKey]),
    ]);
    const mock = await playMock(run, how, {
      observe: observing(run, () => played, seers),
      callbackDeadlineMs: run.target.limits.timeoutMs,
      async observeCallback(attempt) {
        recorder.record(await callbackOf(attempt, run, played));
      },
    });
    const played: PlayedServices = {
      mock,
      recorder,
      leaks,
      secrets: new LoggedSecrets(secretTeller(run, () => played)),
      planted,
      plant: planterOf(planted, run),
      told,
      clientInstance: undefined,
      published: (await mock.tokens.jwks()).keys,
      inspect: (service, pointer, value) => inspect({ pointer, wanted: 'encrypted' }, value, service),
      ...takingSeers(seers),
      ...takingAnswers(run),
      rotateKey: (service, key) => {
        rotated = { ...rotated, [service]: key };
      },
    };
    secretSearch.learn(mock.account.clientSecret);
    // Not secret; but joined to an OTP in one plaintext, it has to be known again.
    played.plant('value', mock.account.txnId);
    return played;
  });
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

/** Counts strangers and records nothing of them: no one is judged by what they send. */
function observing(
  run: Run,
  playing: () => PlayedServices,
  seers: ReadonlySet<Seer>,
): (seen: MockRecord) => void {
  let strangers = 0;
  return (seen) => {
    const played = playing();
    const raw = toRaw(seen, played.mock, played, run);
    if (isStranger(raw, run, played.mock)) {
      strangers += 1;
      noteIgnoredRequests(
        run,
        'strangers',
        `${strangers} requests that no client of ours makes: not recorded`,
      );
      return;
    }
    const exchange = played.recorder.record(raw);
    for (const tell of seers) tell(seen, exchange);
  };
}

async function playMock(
  run: Run,
  { strict }: Playing,
  others: Pick<MockOptions, 'observe' | 'observeCallback' | 'callbackDeadlineMs'>,
): Promise<Mock> {
  const { plan, evidence, target } = run;
  const { portsFrom, startMock } = await import('../../mock/start-mock.ts');
  const mock = await startMock({
    tls: mockServesTls(target),
    host: target.mockListen.host,
    ports: portsFrom(target.mockListen.port),
    ...(target.mockPublicUrl !== undefined && publicPartsOf(target.mockPublicUrl)),
    ...(plan.seams?.mockLimits && { limits: plan.seams.mockLimits }),
    ...(strict !== true && { tolerance }),
    ...mockOptionsFor(withOwnAuthority(run)),
    ...others,
  });
  run.defer(() => mock.close());
  evidence.secrets.learn('client-secret', mock.account.clientSecret);
  if (mock.account.dummyPayerToken !== undefined)
    evidence.secrets.learn('token', mock.account.dummyPayerToken);
  evidence.txnIds.push(mock.account.txnId);
  return mock;
}

/** Callbacks go to the integrator, and not to a mock of the services: the authority is that of the target file. */
function withOwnAuthority({ plan, target }: Run): Target {
  const { ca, ...others } = target;
  const own = plan.target?.ca;
  return { ...others, ...(own !== undefined && { ca: own }) };
}

/** Host and path that stand in the addresses of services behind another address. */
function publicPartsOf(address: string): Pick<MockOptions, 'publicHost' | 'publicPath'> {
  const { hostname, pathname } = new URL(address);
  return { publicHost: hostname, publicPath: pathname.replace(/\/$/, '') };
}

/** Remembers values, each once, under a name that replaces it in what is recorded. */
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
