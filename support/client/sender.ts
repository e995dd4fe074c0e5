import pactum from 'pactum';
import type { OperationId, ServiceName } from '../contract/operations';
import type { RequestPurpose, Exchange, TransportFailure } from '../exchange/exchange';
import type { ExchangeFacts } from '../exchange/facts';
import type { WireAnswer } from '../exchange/raw-exchange';
import { pairRawHeaders } from '../exchange/raw-exchange';
import type { TlsTrust } from '../exchange/tls-fact';
import { tlsTrustFor } from '../exchange/tls-fact';
import type { Recorder } from '../exchange/recorder';
import { contentCodingsIn, decodeContent } from '../exchange/content-coding';
import type { Bounds } from './guard';
import { classifyError, ConnectionGuard } from './guard';
import type { RateLimiter } from './rate-limiter';

export interface OutgoingRequest {
  readonly service: ServiceName;
  readonly operation?: OperationId;
  readonly method: 'GET' | 'POST' | 'OPTIONS';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly asked?: RequestPurpose;
  readonly scenario?: string;
  /** Facts about the request that the caller knows, but that cannot be read from the wire. */
  readonly facts?: Partial<ExchangeFacts>;
}

/** The unredacted response. It is only for the code that sent the request, and must never be recorded. */
export type RawAnswer = Pick<WireAnswer, 'status' | 'headers' | 'body'>;

export interface SentRequest {
  readonly exchange: Exchange;
  readonly answer?: RawAnswer;
}

export interface SenderOptions {
  readonly recorder: Recorder;
  readonly bounds: Bounds;
  readonly pace: RateLimiter;
  /**
   * PEM certificate of a certificate authority to trust. It replaces the public authorities, unless
   * `besidePublic` is set.
   */
  readonly ca?: string;
  /**
   * Trust the public certificate authorities as well as `ca`. Set for an address that is not one of the
   * target's services, such as an adapter's, because a public authority may have issued its certificate.
   */
  readonly besidePublic?: true;
}

/** Sends the suite's requests through pactum, with one connection per request, and records every attempt. */
export interface Sender {
  send(request: OutgoingRequest): Promise<SentRequest>;
}

interface PactumResponse {
  readonly statusCode: number;
  readonly rawHeaders?: readonly string[];
  readonly buffer?: Buffer;
}

// Silence pactum. By default it prints failed requests with their headers, which would expose secrets on the
// terminal.
pactum.settings.setLogLevel('SILENT');
pactum.settings.setReporterAutoRun(false);

export function createSender(options: SenderOptions): Sender {
  const trust = tlsTrustFor(options.ca, options.besidePublic);
  return {
    async send(request) {
      await options.pace.wait();
      const arrivedAt = Date.now();
      const { outcome, tls } = await attempt(request, options.bounds, trust);
      const { method, url, headers, body, ...about } = request;
      const exchange = options.recorder.record({
        ...about,
        sender: 'suite',
        arrivedAt,
        answeredAt: Date.now(),
        request: {
          method,
          url,
          headers: Object.entries(headers),
          ...(body !== undefined && { body: Buffer.from(body) }),
        },
        ...('failure' in outcome ? { failure: outcome.failure } : { response: outcome.answer }),
        ...(tls && { tls }),
      });
      return { exchange, ...('answer' in outcome && { answer: outcome.answer }) };
    },
  };
}

type Outcome = { answer: RawAnswer } | { failure: TransportFailure };

async function attempt(
  request: OutgoingRequest,
  bounds: Bounds,
  trust: TlsTrust,
): Promise<{ outcome: Outcome; tls: ExchangeFacts['tls'] }> {
  const guard = new ConnectionGuard(new URL(request.url), bounds, trust);
  guard.start();
  try {
    const response = await toss(request, guard);
    return { outcome: { answer: readAnswer(response, bounds.maxBytes) }, tls: guard.tls };
  } catch (error) {
    const failure = guard.fault ?? classifyError(error, guard.connected);
    return { outcome: { failure }, tls: guard.tls };
  } finally {
    guard.stop();
  }
}

async function toss(request: OutgoingRequest, guard: ConnectionGuard): Promise<PactumResponse> {
  const spec = pactum
    .spec()
    .withMethod(request.method)
    .withPath(request.url)
    .withHeaders({ ...request.headers })
    // pactum copies its options with deep-override, which clones objects but passes functions unchanged. That
    // is why we pass a function here, not the guard object.
    .withCore({ createConnection: guard.connect })
    // In effect, this disables pactum's timeout, which measures only inactivity. The guard's deadline ends
    // the request instead.
    .withRequestTimeout(2 ** 31 - 1)
    .inspect(false);
  if (request.body !== undefined) spec.withBody(Buffer.from(request.body));
  return (await spec.toss()) as PactumResponse;
}

function readAnswer(response: PactumResponse, maxBytes: number): RawAnswer {
  const headers = pairRawHeaders(response.rawHeaders ?? []);
  const body = decodeContent(response.buffer ?? Buffer.alloc(0), contentCodingsIn(headers), maxBytes);
  return { status: response.statusCode, headers, body };
}
