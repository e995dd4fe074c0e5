import { textOfBody } from '../../../contract/decode-text';
import { randomUUID } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { unlimitedRate } from '../../../client/rate-limiter';
import { bearerHeader, v3Headers } from '../../../client/requests';
import type { SentRequest } from '../../../client/sender';
import { createSender } from '../../../client/sender';
import { baseAddressesOf } from '../../../contract/bases';
import { isLoopback } from '../../../contract/loopback';
import { operations } from '../../../contract/operations';
import { EnvironmentError } from '../../../contract/outcome';
import type { CallbackTokenFact, PayerFact } from '../../../contract/payer-facts';
import { errorReportPath, isSameCycleId } from '../../../contract/payer-facts';
import type { ReadingValues } from '../../../contract/readings';
import type { PublishedKey } from '../../../crypto/jose/jws';
import { unpublishedFlaws, verifyCallbackToken } from '../../../crypto/jose/jws';
import { inspectPayerMessage } from '../../../crypto/node/payer-message';
import { stripPublicPath, readAddress } from '../../../exchange/address';
import type { ArrivedCallback, BrokenCallback, CallbackAnswer } from '../../../exchange/callback-listener';
import { echoPath, listenForCallbacks } from '../../../exchange/callback-listener';
import type { Exchange } from '../../../exchange/exchange';
import { callbackOperation } from '../../../exchange/operation-map';
import type { RawExchange } from '../../../exchange/raw-exchange';
import type { Recorder } from '../../../exchange/recorder';
import { createRecorder } from '../../../exchange/recorder';
import { createRecording } from '../../../exchange/recording';
import { generateRsaKeyPair } from '../../../mock/keys';
import type { OpenCallbacks } from '../../../mock/started-payer';
import { recorderFor } from '../../../run/evidence';
import type { Run } from '../../../run/run';
import { targetFileCaOptions } from '../../../run/run';
import { noteRequests } from '../../../run/scanners';
import { sendForRound, requireBaseAddress } from '../act';
import { ensureUsableSession } from '../held-session';

/** A callback that arrived completely or in part. */
type Arrival = Omit<ArrivedCallback, 'named'>;

/** The label of the callbacks that the payer under test sends. They may arrive during any scenario. */
const labelOfCallbacks = 'Callbacks of the payer';

type RequestHeaders = RawExchange['request']['headers'];

/** The keys that verify callbacks (clause 5.1.6), or the reason why they are not available. */
type PublishedKeys = { readonly keys: readonly PublishedKey[] } | { readonly reason: string };

/** Returns the keys that the gateway publishes. A run fetches them once, at the first call. */
export function publishedKeys(run: Run): Promise<PublishedKeys> {
  return run.once('published-keys', () => fetchPublishedKeys(run));
}

/**
 * Fetches the gateway's JWKS from the path in the reading `callback-certificates`. Returns a reason instead if the
 * gateway does not answer with a JWKS.
 */
async function fetchPublishedKeys(run: Run): Promise<PublishedKeys> {
  const path = run.target.readings['callback-certificates'];
  const { accessToken } = await ensureUsableSession(run);
  const fetch = (): Promise<SentRequest> =>
    sendForRound(
      run,
      {
        service: 'gateway',
        method: 'GET',
        url: requireBaseAddress(run, 'gateway') + path,
        headers: { ...bearerHeader(accessToken), ...v3Headers(), 'X-CM-ID': run.target.cmId },
      },
      { part: 'open', round: 'callback-certificates', variant: path },
    );
  const first = await fetch();
  // Repeat the request after a reset: reading the keys does not change anything at the gateway.
  const { exchange, answer } = first.exchange.failure?.kind === 'reset' ? await fetch() : first;
  if (answer === undefined) return { reason: `${path} gave no answer (${exchange.failure?.kind ?? 'none'})` };
  if (answer.status !== 200)
    return {
      reason: `${path} answers ${answer.status}: set readings.callback-certificates to where they are`,
    };
  const keys = keysIn(answer.body);
  return keys === undefined ? { reason: `${path} answers with something that is no JWKS` } : { keys };
}

function keysIn(body: Buffer): PublishedKey[] | undefined {
  try {
    const { keys } = JSON.parse(textOfBody(body)) as { keys?: unknown };
    return Array.isArray(keys) ? keys.filter((key) => typeof key === 'object' && key !== null) : undefined;
  } catch {
    return undefined;
  }
}

const isUnpublished = ({ flaw }: CallbackTokenFact): boolean =>
  Object.values<string | undefined>(unpublishedFlaws).includes(flaw);

/** Returns a judge of callback JWTs. If no key verifies a JWT, the judge fetches the keys again, once. */
function callbackTokenJudge(run: Run): (headers: RequestHeaders) => Promise<CallbackTokenFact> {
  const reasonOf = (error: unknown) => ({ reason: error instanceof Error ? error.message : String(error) });
  // The first fetch is shared with the rest of the run.
  let known = () => publishedKeys(run).catch(reasonOf);
  let isRefetched = false;
  return async function judge(headers) {
    const published = await known();
    if ('reason' in published) return { valid: false, unjudged: published.reason };
    const verdict = await verifyCallbackToken(headers, run.target.readings, published.keys);
    if (!isUnpublished(verdict) || isRefetched) return verdict;
    // The gateway may have changed its key meanwhile.
    isRefetched = true;
    const fetched = fetchPublishedKeys(run).catch(reasonOf);
    known = () => fetched;
    return judge(headers);
  };
}

/**
 * Listens for callbacks, and checks that their address leads to the listener. A run does this only once. Throws an
 * EnvironmentError with advice if the payer could not call back.
 */
export function openCallbacks(run: Run): Promise<OpenCallbacks> {
  return run.once('callbacks', async () => {
    const callbacks = run.services.payer?.callbacks ?? (await open(run));
    const { publicKey } = callbacks.key;
    run.services.payer?.tell?.(callbacks.url, publicKey.export({ type: 'spki', format: 'pem' }).toString());
    // Skip the check for a payer in a container: its name for this machine cannot be resolved on this machine.
    if (run.services.payer?.callbacks === undefined) await requireEcho(run, callbacks.url);
    return callbacks;
  });
}

async function open(run: Run): Promise<OpenCallbacks> {
  const { callback, encryption } = run.target;
  const url = callback.publicUrl;
  if (url === undefined && !canReachLoopback(run))
    throw new EnvironmentError(
      'the payer has no address to call back: set callback.publicUrl to where it reaches callback.listen (docs/guides/payer-callbacks.md)',
    );
  const { host, port } = callback.listen;
  const listener = await listenForCallbacks(host, port).catch((error: unknown) => {
    const { code = String(error) } = error as NodeJS.ErrnoException;
    throw new EnvironmentError(
      `callback.listen ${host}:${port} cannot be had (${code}): another port, or 0 for a free one`,
    );
  });
  run.defer(() => listener.close());
  const base = `http://${host === '0.0.0.0' ? '127.0.0.1' : host}:${listener.port}`;
  const key = encryption.providerKey ?? (await generateRsaKeyPair());
  return { listener, url: url ?? base, key };
}

/** Returns whether the payer can reach a listener on the loopback address: all services must run on this machine. */
function canReachLoopback(run: Run): boolean {
  if (run.services.payer?.tell !== undefined) return true;
  return baseAddressesOf(run.target).every(([, base]) => isLoopback(new URL(base).hostname));
}

/** Calls the address of the suite's listener. Throws an EnvironmentError unless the listener itself answers. */
async function requireEcho(run: Run, url: string): Promise<void> {
  const nonce = randomUUID();
  // Discard the recording of this call, because it is not an exchange with a service.
  const sender = createSender({
    recorder: createRecorder(createRecording(), run.evidence.keeper),
    bounds: { deadlineMs: run.target.limits.timeoutMs, maxBytes: 64 * 1024 },
    pace: unlimitedRate,
    ...targetFileCaOptions(run),
  });
  const request = { service: 'provider', method: 'GET', url: url + echoPath(nonce), headers: {} } as const;
  const { exchange, answer } = await sender.send(request);
  if (answer?.status === 200 && textOfBody(answer.body).includes(nonce)) return;
  const seen = exchange.failure?.code ?? `${answer?.status ?? 'no answer'}, and not from here`;
  throw new EnvironmentError(
    `callback.publicUrl ${url} does not lead to callback.listen (${seen}): does the tunnel run, and to the right port?`,
  );
}

/** The part of the suite's provider that begins cycles, answers callbacks, and records the callbacks of this run. */
export class ProviderSide {
  readonly #run: Run;
  readonly #callbacks: OpenCallbacks;
  readonly #recorder: Recorder;
  readonly #judgeToken: ReturnType<typeof callbackTokenJudge>;
  /** Maps the correlation id of each cycle that the suite began to the workflow id. */
  readonly #begun = new Map<string, string>();
  /** Maps the `seq` of each callback to the ids of its cycle as they arrived: the recording may have redacted them. */
  readonly #idsTaken = new Map<number, Pick<PayerFact, 'correlationId' | 'workflowId'>>();
  readonly taken: Exchange[] = [];
  /** Emits `change` for every recorded callback. */
  readonly changes = new EventEmitter();
  /** Maps each kind of ignored requests, such as `scanners`, to the number of these requests. */
  readonly #left = new Map<string, number>();

  constructor(run: Run, callbacks: OpenCallbacks) {
    this.#run = run;
    this.#callbacks = callbacks;
    this.#recorder = recorderFor(run.target, run.evidence);
    this.#judgeToken = callbackTokenJudge(run);
    // All flows wait for changes at the same time: more listeners than Node expects by default.
    this.changes.setMaxListeners(0);
    callbacks.listener.receive = (callback) => this.#receive(callback);
    callbacks.listener.receiveBroken = (callback) => {
      this.#recordBroken(callback);
    };
  }

  begin(): { readonly correlationId: string; readonly workflowId: string } {
    const ids = { correlationId: randomUUID(), workflowId: randomUUID() };
    this.#begun.set(ids.correlationId, ids.workflowId);
    return ids;
  }

  /** Returns the ids of the cycle that a callback belongs to. */
  idsOf({ seq }: Exchange): Pick<PayerFact, 'correlationId' | 'workflowId'> {
    return this.#idsTaken.get(seq) ?? {};
  }

  async #receive(arrived: ArrivedCallback): Promise<CallbackAnswer> {
    const callback = { ...arrived, path: this.#behindBase(arrived.path) };
    const fact = this.#inspect(callback);
    const isCall = callback.method === 'POST' && this.#isKnown(callback.path);
    if (!isCall && isFromScanner(callback, fact, this.#run.target.readings))
      return this.#leave('scanners', 'requests that are no callback: answered 404', 404);
    // Several parties may share a sandbox, so ignore callbacks for cycles of other parties.
    return this.#isOurs(callback, fact)
      ? this.#take(callback, fact)
      : this.#leave('foreign callbacks', 'for cycles that are not of this run: ignored', 202);
  }

  #leave(name: string, why: string, status: number): CallbackAnswer {
    const count = (this.#left.get(name) ?? 0) + 1;
    this.#left.set(name, count);
    noteRequests(this.#run, { name, detail: `${count} ${why}, and not recorded` });
    return { status };
  }

  async #take(callback: ArrivedCallback, fact: PayerFact): Promise<CallbackAnswer> {
    const { readings } = this.#run.target;
    const answer = this.#answerTo(callback, fact);
    const { arrivedAt, method, headers, body, cut, path } = callback;
    const callbackToken = readings['callback-jwt'].carried ? await this.#judgeToken(headers) : undefined;
    const url = this.#callbacks.url.replace(/\/$/, '') + path;
    const operation = method === 'POST' ? callbackOperation(url) : undefined;
    const exchange = this.#recorder.record({
      sender: 'service',
      arrivedAt,
      answeredAt: Date.now(),
      service: 'provider',
      scenario: labelOfCallbacks,
      ...(operation !== undefined && { operation }),
      request: {
        method,
        url,
        headers: [...headers],
        ...(body && { body }),
        ...(cut && { body: cut.beginning, bytes: cut.bytes }),
      },
      response: {
        ...answer,
        headers: Object.entries(answer.headers ?? {}),
        body: Buffer.from(JSON.stringify(answer.body ?? {})),
      },
      facts: { ...(body && { payer: fact }), ...(callbackToken && { callbackToken }) },
    });
    const { correlationId, workflowId } = fact;
    this.#idsTaken.set(exchange.seq, {
      ...(correlationId !== undefined && { correlationId }),
      ...(workflowId !== undefined && { workflowId }),
    });
    this.taken.push(exchange);
    this.changes.emit('change');
    return answer;
  }

  /**
   * Records a callback that did not arrive whole, or that is not HTTP, so that a report can show it. The record does
   * not contain facts about a message, because the suite did not receive a whole one.
   */
  #recordBroken({ request, arrivedAt, status }: BrokenCallback): void {
    const path = this.#behindBase(request.url);
    const { headers, body = Buffer.alloc(0) } = request;
    const arrived = { method: request.method, path, headers, body, arrivedAt };
    const fact = this.#inspect(arrived);
    const isCall = request.method === 'POST' && this.#isKnown(path);
    if ((!isCall && isFromScanner(arrived, fact, this.#run.target.readings)) || !this.#isOurs(arrived, fact))
      return;
    this.#recorder.record({
      sender: 'service',
      arrivedAt,
      answeredAt: Date.now(),
      service: 'provider',
      scenario: labelOfCallbacks,
      request: { ...request, url: this.#callbacks.url.replace(/\/$/, '') + path },
      ...(status !== undefined && { response: { status, headers: [], body: Buffer.alloc(0) } }),
    });
  }

  /** Removes the path of the listener's public address from a request's path. Some tunnels already remove it. */
  #behindBase(target: string): string {
    return stripPublicPath(target, new URL(this.#callbacks.url).pathname, (path) => this.#isKnown(path));
  }

  #inspect({ headers, body }: Arrival): PayerFact {
    const { readings } = this.#run.target;
    // The HTTP headers may name the cycle even if the body was too long to be read.
    const message = { headers, body: body ?? Buffer.alloc(0) };
    return inspectPayerMessage(message, readings, [this.#callbacks.key.privateKey]);
  }

  /**
   * Returns whether a callback may belong to this run. If the suite started the payer, it does, because only this payer
   * knows the listener. A callback without a readable id may also belong to this run.
   */
  #isOurs({ path }: Arrival, { correlationId, workflowId, recipient, envelope }: PayerFact): boolean {
    if (this.#run.services.payer?.tell !== undefined || this.#run.services.payer?.callbacks !== undefined)
      return true;
    if (envelope === 'unreadable' && correlationId === undefined && workflowId === undefined) return true;
    if ([...this.#begun.keys()].some((id) => isSameCycleId(id, correlationId))) return true;
    if ([...this.#begun.values()].some((id) => isSameCycleId(id, workflowId))) return true;
    // A payment prompt opens a new cycle, so only its recipient shows whether it belongs to this run.
    const isPrompt = readAddress(path).pathname.endsWith(this.#run.target.readings['payment-prompt']);
    return isPrompt && (recipient === undefined || recipient === this.#run.target.participants.provider);
  }

  #answerTo(
    { method, path, body }: ArrivedCallback,
    { correlationId, envelope, refusal }: PayerFact,
  ): CallbackAnswer {
    if (body === undefined) return { status: 413 };
    if (!isDecodable(path)) return { status: 400 };
    if (method === 'POST' && pathnameOf(path).endsWith(errorReportPath)) return { status: 202 };
    if (!this.#isKnown(path)) return { status: 404 };
    if (method !== 'POST') return { status: 405, headers: { allow: 'POST' } };
    const isPlain = envelope === 'json' && refusal !== true && this.#run.target.readings.envelope === 'jwe';
    if (envelope === 'unreadable' || isPlain || correlationId === undefined) return { status: 400 };
    const timestamp = new Date().toISOString();
    return { status: 202, body: { timestamp, api_call_id: randomUUID(), correlation_id: correlationId } };
  }

  #isKnown(path: string): boolean {
    const { readings } = this.#run.target;
    const named = [readings['plan-answer'], readings['eligibility-answer'], readings['payment-prompt']];
    const documented = operations.filter(({ receiver }) => receiver === 'provider').map((each) => each.path);
    return [...named, ...documented].includes(pathnameOf(path));
  }
}

const pathnameOf = (target: string): string => readAddress(`http://callbacks.invalid${target}`).pathname;

/** Returns whether the percent-encoding of a path is valid; its query may contain anything. */
function isDecodable(target: string): boolean {
  try {
    decodeURI(target.split(/[?#]/, 1)[0] ?? '');
    return true;
  } catch {
    return false;
  }
}

/** Returns whether a request lacks every feature of a callback: cycle id, participant, envelope, bundle and JWT. */
function isFromScanner(
  { headers, body }: Arrival,
  { correlationId, workflowId, sender, recipient, resources }: PayerFact,
  readings: ReadingValues,
): boolean {
  const marks = [correlationId, workflowId, sender, recipient, resources[0]];
  if (marks.some((each) => each !== undefined)) return false;
  if (/"payload"\s*:/.test(body === undefined ? '' : textOfBody(body))) return false;
  const { header } = readings['callback-jwt'];
  return !headers.some(
    ([name, value]) => name.toLowerCase() === header.toLowerCase() && /eyJ[\w-]+\.[\w-]+\./.test(value),
  );
}
