import { textOfBody } from '../../contract/decode-text';
import type { SentRequest } from '../../client/sender';
import { baseAddressesOf } from '../../contract/bases';
import { parseJson } from '../../contract/json';
import type { ServiceName } from '../../contract/operations';
import { EnvironmentError, NotTestedError } from '../../contract/outcome';
import type { Exchange } from '../../exchange/exchange';
import type { TlsFact } from '../../exchange/facts';
import type { DiagnosisCheck } from '../../judging/results';
import { showAnswer } from '../../obligations/judge/answers';
import type { Run } from '../../run/run';
import { reach } from './act';
import { runCertificateRound } from './certificates';
import { ensureUsableSession } from './held-session';
import { openCallbacks, publishedKeys } from './payer/provider-callbacks';
import { createFirstSession } from './sessions';
import { ConfigurationError } from '../../targets/errors';
import { expiryWarning } from '../../targets/expiry';
import type { Target } from '../../targets/target';

/**
 * Maximum difference between two clocks, in milliseconds. Beyond it, a current TIMESTAMP looks stale or early. The Date
 * header is accurate to one second.
 */
const skewLimitMs = 60_000;

/** Returns whether the clocks of suite and service differ so much that a correct TIMESTAMP looks wrong to the other. */
function isClockOff({ facts }: Exchange): boolean {
  return Math.abs(facts.clockSkewMs ?? 0) > skewLimitMs;
}

/**
 * Checks a target once per run: reachability, TLS, credentials, clock skew, paths and callbacks. Each failed check
 * contains advice. The first call in a run passes each check to the given function as soon as its result is available.
 */
export function diagnose(
  run: Run,
  tell: (check: DiagnosisCheck) => void = () => undefined,
): Promise<readonly DiagnosisCheck[]> {
  return run.once('diagnosis', async () => {
    const checks: DiagnosisCheck[] = [];
    for await (const check of checksOf(run)) {
      checks.push(check);
      tell(check);
    }
    run.evidence.diagnosis = checks;
    return checks;
  });
}

async function* checksOf(run: Run): AsyncGenerator<DiagnosisCheck> {
  if (run.services.unavailable !== undefined) {
    yield { name: 'container started', state: 'bad', detail: run.services.unavailable };
    return;
  }
  const answers = await reachAll(run);
  for (const { service, base, exchange } of answers) yield reachability(service, base, exchange);
  if (!run.services.embedded) run.evidence.warnings.push(...certificateWarnings(answers, new Date()));
  const credentials = await checkCredentials(run);
  const hasSession = credentials[0].state === 'good';
  yield* answers.flatMap(({ service, exchange }) => otherClock(service, exchange));
  yield* credentials;
  yield* checkPaths(run, hasSession);
  yield* checkCallbacks(run, hasSession);
}

interface Answer {
  readonly service: ServiceName;
  readonly base: string;
  readonly exchange: Exchange;
}

function reachAll(run: Run): Promise<Answer[]> {
  return Promise.all(
    baseAddressesOf(run.target).map(async ([service, base]) => ({
      service,
      base,
      exchange: await reach(run, service, base),
    })),
  );
}

/** Returns one warning for each expiry date, because services behind one proxy share a certificate. */
function certificateWarnings(answers: readonly Answer[], now: Date): string[] {
  const ends = new Map<string, ServiceName[]>();
  for (const { service, exchange } of answers) {
    const end = exchange.facts.tls?.validTo;
    if (end !== undefined) ends.set(end, [...(ends.get(end) ?? []), service]);
  }
  return [...ends].flatMap(([end, services]) => {
    const places = [...new Set(services)].map((service) => `services.${service}`).join(', ');
    return expiryWarning(`${places}: the certificate`, new Date(end), now);
  });
}

function tlsLine({ protocol, validTo = 'unknown', authority, addedRoots = [] }: TlsFact): string {
  const by = authority === undefined ? '' : ` by ${authority}`;
  const besides = addedRoots.length === 0 ? '' : `; also trusted: ${addedRoots.join('; ')}`;
  return `${protocol}, certificate until ${validTo}${by}${besides}`;
}

function reachability(service: ServiceName, base: string, { failure, facts }: Exchange): DiagnosisCheck {
  const name = `${service} reachable`;
  if (failure === undefined) {
    const tls = facts.tls === undefined ? 'plain http' : tlsLine(facts.tls);
    return { name, state: 'good', detail: `${base} (${tls})` };
  }
  const hints: Readonly<Record<string, string>> = {
    unreachable: `check services.${service} and that it runs`,
    tls: 'its certificate does not verify: give its authority in tls.ca, or have the certificate replaced',
    timeout:
      'it accepts connections and does not answer: is it the right port, is limits.timeoutMs long enough?',
  };
  const hint = hints[failure.kind] ?? 'it does not answer as an HTTP server does';
  return { name, state: 'bad', detail: `${base} ${failure.code}: ${hint}` };
}

/** Returns the check of the credentials, followed by a check of the clocks if the gateway answered. */
async function checkCredentials(run: Run): Promise<[session: DiagnosisCheck, ...clocks: DiagnosisCheck[]]> {
  const name = 'credentials accepted';
  try {
    await ensureUsableSession(run);
    return [
      { name, state: 'good', detail: 'the gateway issued a session' },
      clockCheck((await createFirstSession(run)).exchange),
    ];
  } catch (error) {
    return [{ name, state: 'bad', detail: explain(error) }, ...(await skewAfterRefusal(run))];
  }
}

async function skewAfterRefusal(run: Run): Promise<DiagnosisCheck[]> {
  try {
    return [clockCheck((await createFirstSession(run)).exchange)];
  } catch {
    return [];
  }
}

function clockCheck({ facts }: Exchange): DiagnosisCheck {
  const name = 'clocks agree';
  const skew = facts.clockSkewMs;
  if (skew === undefined) return { name, state: 'unknown', detail: 'the gateway sends no Date header' };
  const detail = clockText('gateway', skew);
  return Math.abs(skew) <= skewLimitMs
    ? { name, state: 'good', detail }
    : { name, state: 'bad', detail: `${detail}: synchronise this machine's clock` };
}

/** Describes the difference between two clocks in seconds, because a Date header contains whole seconds. */
function clockText(service: ServiceName, skew: number): string {
  const seconds = Math.round(Math.abs(skew) / 1000);
  if (seconds <= 1) return `the ${service}'s clock agrees, to within a second`;
  return `the ${service}'s clock is ${seconds} s ${skew < 0 ? 'behind' : 'ahead'}`;
}

/**
 * Returns a failed check if the clock of a service other than the gateway is wrong, because every service reads
 * TIMESTAMP. Returns an empty list if the clock is right, or for the gateway, which has a separate check.
 */
function otherClock(service: ServiceName, exchange: Exchange): DiagnosisCheck[] {
  if (service === 'gateway' || !isClockOff(exchange)) return [];
  const skew = exchange.facts.clockSkewMs ?? 0;
  const detail = clockText(service, skew);
  return [{ name: `${service} clock`, state: 'bad', detail: `${detail}: synchronise it, or this machine's` }];
}

async function* checkPaths(run: Run, hasSession: boolean): AsyncGenerator<DiagnosisCheck> {
  for (const service of ['identity', 'registry'] as const)
    if (run.target.services[service] !== undefined) yield await checkPath(run, service, hasSession);
}

async function checkPath(
  run: Run,
  service: 'identity' | 'registry',
  hasSession: boolean,
): Promise<DiagnosisCheck> {
  const name = `${service} certificate path`;
  if (!hasSession) return { name, state: 'unknown', detail: 'not looked at: there is no session' };
  try {
    const { twin } = await runCertificateRound(run, service);
    return pathCheck(name, service, twin.exchange);
  } catch (error) {
    return { name, state: 'unknown', detail: explain(error) };
  }
}

/** Returns whether a run includes flows with a payer: both payer services are configured, outside production. */
export function hasPayer({ target: { services, environment } }: Run): boolean {
  return services.provider !== undefined && services.dummyPayer !== undefined && environment !== 'production';
}

/** Checks the address for callbacks and the keys that verify them. Does nothing if the run does not include a payer. */
async function* checkCallbacks(run: Run, hasSession: boolean): AsyncGenerator<DiagnosisCheck> {
  const { readings } = run.target;
  if (!hasPayer(run)) return;
  yield await addressCheck(run);
  if (readings['callback-jwt'].carried) yield await keysCheck(run, hasSession);
}

async function keysCheck(run: Run, hasSession: boolean): Promise<DiagnosisCheck> {
  const name = 'callback certificates';
  if (!hasSession) return { name, state: 'unknown', detail: 'not looked at: there is no session' };
  const published = await publishedKeys(run);
  if (!('keys' in published)) return { name, state: 'bad', detail: published.reason };
  const detail = `${run.target.readings['callback-certificates']} (${published.keys.length} keys)`;
  return { name, state: 'good', detail };
}

async function addressCheck(run: Run): Promise<DiagnosisCheck> {
  const about = { kind: 'callback-address', name: 'callback address' } as const;
  try {
    const { url } = await openCallbacks(run);
    return run.services.payer?.callbacks === undefined
      ? { ...about, state: 'good', detail: `${url} leads here` }
      : { ...about, state: 'unknown', detail: `${url}, as the container knows this machine` };
  } catch (error) {
    return { ...about, state: 'bad', detail: explain(error) };
  }
}

function pathCheck(
  name: string,
  service: 'identity' | 'registry',
  { response, request, failure }: Exchange,
): DiagnosisCheck {
  const path = new URL(request.url).pathname;
  if (response?.status === 200) return { name, state: 'good', detail: path };
  const seen = failure?.kind ?? String(response?.status ?? 'no answer');
  const fix =
    service === 'identity'
      ? 'paths.identity and services.identity'
      : 'services.registry (with its version prefix)';
  return { name, state: 'bad', detail: `${path} answers ${seen}: check ${fix}` };
}

function explain(error: unknown): string {
  if (error instanceof EnvironmentError || error instanceof NotTestedError) return error.message;
  throw error;
}

/** Matches a body that reports wrong credentials: some services do so with status 400, which has many causes. */
const aboutCredentials = /credential|client|unauthori[sz]ed|secret/i;

/**
 * Returns an error if the gateway refused the target's credentials in the first session request, so that the run must
 * end. Returns `undefined` if the gateway accepted them. Also returns `undefined` if its answer may have another
 * reason: the gateway is down or overloaded, or its clock is wrong.
 */
export async function credentialsRefused(run: Run): Promise<ConfigurationError | undefined> {
  if (run.services.embedded || run.target.credentials === undefined) return undefined;
  // If the request could not be sent, the environment is at fault, and the gateway did not refuse anything.
  const sent = await createFirstSession(run).catch(() => undefined);
  return sent !== undefined && isRefusal(sent) ? refusalOf(run.target, sent.exchange) : undefined;
}

function isRefusal({ exchange, answer }: SentRequest): boolean {
  const status = exchange.response?.status;
  if (isClockOff(exchange)) return false;
  if (status === 401 || status === 403) return true;
  // Read the original body, because a recording leaves words out: a run with wrong credentials would lock the account.
  const body = parseJson(answer === undefined ? '' : textOfBody(answer.body));
  return status === 400 && aboutCredentials.test(JSON.stringify(body ?? ''));
}

function refusalOf({ file, secrets }: Target, exchange: Exchange): ConfigurationError {
  const { variable = 'the secret' } = secrets.find(({ kind }) => kind === 'client-secret') ?? {};
  return new ConfigurationError(
    `were refused by the gateway (${showAnswer(exchange)})`,
    { ...(file !== undefined && { file }), at: 'credentials' },
    `rotated? update ${variable}; if they are right, the gateway is wrong: run without --profile nightly to have it judged`,
  );
}
