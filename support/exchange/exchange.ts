import type { OperationId, ServiceName } from '../contract/operations';
import type { Subject } from '../contract/words';
import { readAddress } from './address';
import type { Facts } from './facts';
import { recentJson } from './recent-texts';
import type { Text } from './text';

/** Header fields in the order and spelling of the wire, as they are kept. */
export type HeaderList = readonly (readonly [name: string, value: string])[];

/** What is shown of a body that is not kept, since nothing could be found in it. */
export const sealedText = (bytes: number): string =>
  `(${bytes} bytes that could not be searched for secrets)`;

/** A body as it is kept; of what was longer than `recordedBodyLimit` bytes, the beginning. */
export interface RecordedBody {
  readonly text: string;
  /** Size on the wire after content decoding, in bytes; larger than `text` where `cut` is set. */
  readonly bytes: number;
  readonly cut?: true;
  /** The recorder did not keep it: what it said is unknown. */
  readonly absent?: true;
  /** It could not be searched for secrets, and is not kept: a digest under a key of this recording. */
  readonly sealed?: string;
  /** `base64` where the bytes are not UTF-8. */
  readonly encoding?: 'base64';
}

/** Why a request is not whole. */
export interface RequestFlaw {
  /** `unreadable`: method, address and headers are what could be made out. `incomplete`: only the body broke off. */
  readonly kind: 'unreadable' | 'incomplete';
  /** As in `HPE_HEADER_OVERFLOW`. */
  readonly code: string;
  /** The name of a header with blanks behind it, which no parser takes (RFC 9112, section 5.1). */
  readonly header?: string;
}

/** Why a header of a request is unknown: no entry of its HAR file or log carries it, or its line tells that it is not kept, or masks it. */
export type Withholding = 'har' | 'log' | 'kept' | 'mask';

/** Headers of a request that its recording could not show, by their names in lowercase. */
export type Withheld = Readonly<Record<string, Withholding>>;

interface RecordedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: HeaderList;
  readonly body?: RecordedBody;
  readonly flaw?: RequestFlaw;
  /** Headers that may have been sent: what was recorded could not show them. */
  readonly withheld?: Withheld;
}

interface RecordedAnswer {
  readonly status: number;
  readonly headers: HeaderList;
  readonly body?: RecordedBody;
}

/** Why no whole answer came. */
export type FailureKind =
  | 'unreachable' // no connection: refused, no route, no such name
  | 'tls' // the certificate or the handshake
  | 'timeout' // connected, but no whole answer within the deadline
  | 'reset' // the connection broke before the answer was whole
  | 'too-large' // the answer passed the size cap
  | 'malformed'; // bytes that are not HTTP, or a content coding that does not decode

export interface Failure {
  readonly kind: FailureKind;
  /** The platform's code, as in `ECONNREFUSED` or `CERT_HAS_EXPIRED`. */
  readonly code: string;
  readonly message: string;
}

/** What the suite had in mind when it sent, or asked for, a request. */
export interface Asked {
  /** A request that conforms, one that must be refused, or one whose answer is only noted. */
  readonly part: 'valid' | 'negative' | 'open';
  /** Negatives of a round are bound to the valid twin of the same round. */
  readonly round: string;
  /** The one fact in which a request differs from its valid twin. */
  readonly variant: string;
  /** The request that failed before, and that this one is equal to. */
  readonly repeats?: number;
}

/** The call of the adapter during which an integrator's request arrived. */
export interface AdapterCall {
  /** The number of its answer in the recording. */
  readonly answer: number;
  /** As in `otp.verify`. */
  readonly method: string;
  /** The service that the call was about, where it names one. */
  readonly service?: ServiceName;
  /** It had been answered already, and no other had begun. */
  readonly over?: true;
}

/** What a client of recorded traffic is known by, the surest first. */
export const clientMarks = [
  'client id',
  'token',
  'bridge id',
  'source address',
  'callback address',
  'nothing',
] as const;

/** A client of recorded traffic, by a name that is no secret. */
export interface ClientName {
  readonly label: string;
  readonly by: (typeof clientMarks)[number];
}

/** `SBX_1 (by client id)` */
export const clientText = ({ label, by }: ClientName): string =>
  by === 'nothing' ? label : `${label} (by ${by})`;

/** When, of whom and on what occasion something was seen. */
export interface Occasion {
  readonly seq: number;
  /** Epoch milliseconds. */
  readonly arrivedAt: number;
  /** Which process of the integrator it was, where there is more than one. */
  readonly clientInstance?: string;
  /** Which client it was, where recorded traffic is that of several. */
  readonly client?: ClientName;
  readonly scenario?: string;
  readonly asked?: Asked;
  readonly service?: ServiceName;
}

/** One HTTP request with its answer and facts, as it is kept. */
export interface Exchange extends Occasion {
  /** What distinguishes it from other evidence. */
  readonly kind?: never;
  /** Epoch milliseconds; when the answer was whole, or the attempt was given up. */
  readonly answeredAt: number;
  /** Who sent the request. `service`: a callback of a payer under certification. */
  readonly sender: 'suite' | 'integrator' | 'service';
  /** On whom it bears, where the sender does not tell: callbacks that the suite sends are about the integrator. */
  readonly subject?: Subject;
  /** What the suite had asked the integrator to do: found afterwards (`withCalls`), and not recorded. */
  readonly call?: AdapterCall;
  /** The log from which it comes masks values, as in `****`: what they were is unknown. */
  readonly masked?: true;
  /** It comes from the log of a gateway, which may have rewritten its path. */
  readonly logged?: true;
  /** Its path alone told where it belongs, and no operation: its address is none that the target names. */
  readonly unplaced?: true;
  /** The fault that the mock was told to play. */
  readonly stimulus?: string;
  readonly operation?: OperationId;
  /** The operation that the suite, in the part of a service, took a request for that addressed none. */
  readonly meant?: OperationId;
  readonly request: RecordedRequest;
  readonly response?: RecordedAnswer;
  /** Why no whole answer came. Never beside an answer; what crossed no wire has neither. */
  readonly failure?: Failure;
  readonly facts: Facts;
}

/** The operation that a request addressed, or else was taken for: a slip in its path says nothing of all the rest. */
export function intended({ operation, meant }: Exchange): OperationId | undefined {
  return operation ?? meant;
}

/** The value of the first header field of that name, whatever its spelling. */
export function headerValue(headers: HeaderList, name: string): string | undefined {
  const wanted = name.toLowerCase();
  for (const [each, value] of headers)
    if (each.length === wanted.length && each.toLowerCase() === wanted) return value;
  return undefined;
}

/** The body as JSON, or `undefined` where there is none, it was cut, or it is not JSON. */
export function jsonBody(message: { readonly body?: RecordedBody } | undefined): unknown {
  const body = message?.body;
  if (body === undefined || body.cut === true || body.absent === true || body.encoding === 'base64')
    return undefined;
  return body.sealed === undefined ? recentJson(body.text) : undefined;
}

/** `#7 (POST /api/hiecm/gateway/v3/sessions)`, for messages. */
export function nameExchange({ seq, request }: Exchange): Text {
  return [{ exchange: seq, line: `${request.method} ${readAddress(request.url).pathname}` }];
}

/** Whether an answer's status is a 2xx. */
export function isAccepted({ response }: Pick<Exchange, 'response'>): boolean {
  return response !== undefined && response.status >= 200 && response.status < 300;
}

/** Registered for HTTP (IANA, "Hypertext Transfer Protocol (HTTP) Method Registry"), and the suite's own word for a request that cannot be read. */
const methods: ReadonlySet<string> = new Set(
  `acl baseline-control bind checkin checkout connect copy delete get head label link lock merge mkactivity mkcalendar mkcol
  mkredirectref mkworkspace move options orderpatch patch post pri propfind proppatch put rebind report search trace unbind
  uncheckout unlink unlock update updateredirectref version-control unknown`.split(/\s+/),
);

/** Whether a method says no more than what is asked for. */
export const isKnownMethod = (method: string): boolean => methods.has(method.toLowerCase());

/** Whether a request by that method mostly has a body: what is not known of one is no sign that there was none. */
export const mayHaveBody = (method: string): boolean => /^(?:POST|PUT|PATCH)$/.test(method);

/** A browser's own question whether its page may ask: it is the request of no client (Fetch standard, CORS preflight). */
export function isPreflight({ method, headers }: Pick<Exchange['request'], 'method' | 'headers'>): boolean {
  if (method !== 'OPTIONS') return false;
  return ['Origin', 'Access-Control-Request-Method'].every(
    (name) => headerValue(headers, name) !== undefined,
  );
}

/** How a request failed that may well succeed another time, as in `502` or `reset`; `undefined` where it did not. */
export function oddFailureOf({
  response,
  failure,
}: Pick<Exchange, 'response' | 'failure'>): string | undefined {
  if (failure !== undefined)
    return failure.kind === 'reset' || failure.kind === 'timeout' ? failure.kind : undefined;
  return response !== undefined && response.status >= 500 ? String(response.status) : undefined;
}

const repeatable: readonly OperationId[] = ['session.create', 'certificate.identity', 'certificate.registry'];

/** Whether sending it again changes nothing: it spends no OTP, begins no cycle and decides none. */
export function isRepeatable(operation: OperationId | undefined): boolean {
  return operation !== undefined && repeatable.includes(operation);
}
