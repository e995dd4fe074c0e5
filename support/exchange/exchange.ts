import type { TextEncoding } from '../contract/decode-text';
import type { OperationId, ServiceName } from '../contract/operations';
import type { ReadBody } from '../contract/read-body';
import { slipsOfEncoding } from '../contract/read-body';
import type { Subject } from '../contract/words';
import { readAddress } from './address';
import type { AskedTrigger, ExchangeFacts } from './facts';
import { readRecentText } from './text-cache';
import type { ReportText } from './text';

/**
 * Header fields in the order and spelling in which they were sent. A value that must not be recorded is
 * replaced by a description of its format, such as `‹base64, canonical, 256 bytes›`.
 */
export type HeaderList = readonly (readonly [name: string, value: string])[];

/** Returns the text that reports show instead of a sealed body (see {@link RecordedBody.sealed}). */
export const sealedBodyText = (bytes: number): string =>
  `(${bytes} bytes that could not be searched for secrets)`;

/** A recorded body. Only the first `recordedBodyLimit` bytes of a longer body are recorded. */
export interface RecordedBody {
  readonly text: string;
  /** Number of bytes that were sent, after content decoding, even if `text` is shorter. */
  readonly bytes: number;
  /** The body was longer than `recordedBodyLimit`, so `text` is only its beginning. */
  readonly cut?: true;
  /** The tool that made the recording did not keep the body, so its content is unknown. */
  readonly absent?: true;
  /**
   * Set if the body was compressed data that could not be searched for secrets, and was therefore not
   * recorded. The value is a keyed digest of the body. Within one recording, equal bodies have equal digests.
   */
  readonly sealed?: string;
  /**
   * The encoding of the bytes that were sent, if it was not UTF-8 without a byte order mark. `text` never contains the
   * mark.
   */
  readonly encoding?: TextEncoding;
}

/** Describes a request that could not be read completely. */
export interface RequestFlaw {
  /**
   * `unreadable`: the head could not be parsed; method, URL and headers contain the parts that could be read.
   * `incomplete`: only the body was cut off.
   */
  readonly kind: 'unreadable' | 'incomplete';
  /** Node's error code, such as `HPE_HEADER_OVERFLOW`. */
  readonly code: string;
  /**
   * The name of a header that was sent with whitespace before its colon. Servers must reject such a request
   * (RFC 9112, section 5.1).
   */
  readonly header?: string;
}

/**
 * The reason why a recording cannot show a header of a request:
 * - `har`: no request in the HAR file contains the header, because browsers leave it out
 * - `log`: no line of the log contains the header
 * - `kept`: the log line lists the headers that the log keeps, and this header is not among them
 * - `mask`: the log masks the header's value
 */
export type Withholding = 'har' | 'log' | 'kept' | 'mask';

/** Maps the lowercase name of each header that a recording cannot show to the reason. */
export type WithheldHeaders = Readonly<Record<string, Withholding>>;

interface RecordedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: HeaderList;
  readonly body?: RecordedBody;
  readonly flaw?: RequestFlaw;
  /** Headers that may have been sent, although the recording does not show them. */
  readonly withheld?: WithheldHeaders;
}

interface RecordedAnswer {
  readonly status: number;
  readonly headers: HeaderList;
  readonly body?: RecordedBody;
}

export type FailureKind =
  | 'unreachable' // no connection: refused, no route, or unknown host
  | 'tls' // the certificate or the handshake was not valid
  | 'timeout' // connected, but no complete answer before the deadline
  | 'reset' // the connection was closed before the answer was complete
  | 'too-large' // the answer exceeded the size limit
  | 'malformed'; // not HTTP, or a content encoding that could not be decoded

export interface TransportFailure {
  readonly kind: FailureKind;
  /** The error code of the platform, such as `ECONNREFUSED` or `CERT_HAS_EXPIRED`. */
  readonly code: string;
  readonly message: string;
}

/** The purpose of a request that the suite sent, or that it asked an integrator to send. */
export interface RequestPurpose {
  /**
   * `valid` conforms to the document. `negative` has one mistake and must be refused. `open` is a request for
   * which the document defines no answer, so the suite only notes the answer.
   */
  readonly part: 'valid' | 'negative' | 'open';
  /**
   * Name of the group of requests that were sent for one check. A `negative` request is judged only if the
   * `valid` request of its round (its valid twin) was accepted.
   */
  readonly round: string;
  /** Name of the one difference from the valid twin, such as `wrong-secret`. */
  readonly variant: string;
  /**
   * Set on an `open` request with a mistake that the document allows a subject to accept or to refuse. Only the
   * obligations about this mistake judge the answer, as for a `negative` request: anything else in the answer may follow
   * from the mistake.
   */
  readonly mistaken?: true;
  /** The `seq` of the failed request that this request repeats. */
  readonly repeats?: number;
}

/**
 * The adapter call that caused an integrator's request: the call that was running when the request arrived,
 * or else the last call before it.
 */
export interface AdapterCall {
  /** The number (`seq`) of the adapter's answer in the recording. */
  readonly answer: number;
  /** The adapter's method, such as `otp.verify`. */
  readonly method: string;
  /** The service that the call names, if any. */
  readonly service?: ServiceName;
  /** The trigger that the call asked for; `undefined` for other calls. */
  readonly trigger?: AskedTrigger;
  /** The adapter had already answered when the request arrived, and no other call was running. */
  readonly over?: true;
}

/** The ways to identify a client in recorded traffic, the most reliable first. */
export const clientIdentifierKinds = [
  'client id',
  'token',
  'bridge id',
  'source address',
  'callback address',
  'nothing',
] as const;

/** The name of a client in recorded traffic; it contains no secret. */
export interface ClientName {
  readonly label: string;
  readonly by: (typeof clientIdentifierKinds)[number];
}

/**
 * Returns the label of a client and the way in which the client was identified, such as `SBX_1 (by client
 * id)`.
 */
export const formatClientName = ({ label, by }: ClientName): string =>
  by === 'nothing' ? label : `${label} (by ${by})`;

/**
 * The place of a piece of evidence in the files of an audit. `file` counts from 1, in the order of `run.traffic.files`
 * of the results. Lists have entries; logs and recordings have lines. Both count from 1.
 */
export type FilePlace = { readonly file: number } & (
  { readonly entry: number; readonly line?: never } | { readonly line: number; readonly entry?: never }
);

/** The origin of a piece of evidence: its time, its sender and its purpose. */
export interface EvidenceContext {
  /** The number of the evidence in its recording. */
  readonly seq: number;
  /** The time at which the evidence arrived, in epoch milliseconds. */
  readonly arrivedAt: number;
  /** The place that an audit read it from; `undefined` for evidence that the suite received itself. */
  readonly readFrom?: FilePlace;
  /** Identifies the process of the integrator, if its processes can be distinguished. */
  readonly clientInstance?: string;
  /** The client that the evidence is about; only set if the recording contains traffic of several clients. */
  readonly client?: ClientName;
  readonly scenario?: string;
  readonly asked?: RequestPurpose;
  readonly service?: ServiceName;
}

/**
 * The place of an exchange relative to the end of its client (the call `shutdown`, the exit of its program, or the close
 * of its channel). `before the request`: the client had ended when the request was sent. `before the answer`: the client
 * ended while the request was unanswered. Answered requests of the client are not marked, because the client may live on
 * after the end of its adapter.
 */
export type ClientEnd = 'before the request' | 'before the answer';

/** One HTTP request with its answer and facts, as recorded. */
export interface Exchange extends EvidenceContext {
  /** Always `undefined`: all other kinds of evidence have a `kind`. */
  readonly kind?: never;
  /** When the answer was complete, or when the attempt failed; in epoch milliseconds. */
  readonly answeredAt: number;
  /** The sender of the request. `service` is a payer under certification that sends a callback. */
  readonly sender: 'suite' | 'integrator' | 'service';
  /**
   * The party that the exchange is evidence about, if this does not follow from the sender: callbacks from the
   * suite show the integrator's behaviour.
   */
  readonly subject?: Subject;
  /** The adapter call that caused the request. It is not recorded: `withCalls` adds it for the rules. */
  readonly call?: AdapterCall;
  /** The exchange comes from a log that masks values, as in `****`, so these values are unknown. */
  readonly masked?: true;
  /** The exchange comes from the log of a gateway, which may have rewritten the path. */
  readonly logged?: true;
  /**
   * The service is only inferred from the path or host: the target file does not list this address, and the
   * request does not match any documented operation.
   */
  readonly unplaced?: true;
  /**
   * The request went to a host that may not belong to the services, or to a path that the document does not name. Only
   * obligations that a request to any party can break judge it, such as the one about the client secret.
   */
  readonly outside?: true;
  /** Set if the client ended before the exchange was complete. Such an exchange is never judged. */
  readonly clientEnd?: ClientEnd;
  /** The name of the fault that the mock was injecting. */
  readonly stimulus?: string;
  readonly operation?: OperationId;
  /**
   * The operation that the suite's mock performed, if the request did not match any documented operation. The
   * mock recognises some requests despite a mistake in the path.
   */
  readonly meant?: OperationId;
  /** The source of the mock's answer to a request outside the contract; `undefined` for all other requests. */
  readonly answeredBy?: 'guess' | 'own answer';
  readonly request: RecordedRequest;
  readonly response?: RecordedAnswer;
  /**
   * The reason why no complete answer was received; never set together with `response`. Neither is set if
   * nothing was sent on a network.
   */
  readonly failure?: TransportFailure;
  readonly facts: ExchangeFacts;
}

/**
 * Returns the operation that a request addressed, or else the operation that it was probably meant for. Rules
 * can thus check the rest of a request that has a mistake in its path.
 */
export function intendedOperation({ operation, meant }: Exchange): OperationId | undefined {
  return operation ?? meant;
}

/**
 * Returns a header value without the blanks and tabs around it. They do not belong to it (RFC 9110, section 5.5), but
 * logs and HAR files may contain them.
 */
export const trimHeaderValue = (value: string): string => value.replace(/^[ \t]+|(?<![ \t])[ \t]+$/g, '');

/** Returns the value of the first header with this name, trimmed. Ignores the case of the name. */
export function headerValue(headers: HeaderList, name: string): string | undefined {
  const wanted = name.toLowerCase();
  for (const [each, value] of headers)
    if (each.length === wanted.length && each.toLowerCase() === wanted) return trimHeaderValue(value);
  return undefined;
}

/** The body of a recorded request or answer. */
interface MessageWithBody {
  readonly body?: RecordedBody;
}

/**
 * Reads a recorded body, even if it is written in a wrong way: see {@link BodySlip}. Returns `undefined` if the body
 * is missing or incomplete, or if it is neither JSON nor a form.
 */
export function readBody(message: MessageWithBody | undefined): ReadBody | undefined {
  const body = message?.body;
  if (body === undefined || body.cut === true || body.absent === true || body.sealed !== undefined)
    return undefined;
  const read = readRecentText(body.text);
  const slips = slipsOfEncoding(body.encoding);
  return read === undefined || slips.length === 0 ? read : { ...read, slips: [...slips, ...read.slips] };
}

/** Returns the value in a body, as {@link readBody} reads it. */
export const jsonBody = (message: MessageWithBody | undefined): unknown => readBody(message)?.value;

/** Returns the name of an exchange for messages, such as `#7 (POST /api/hiecm/gateway/v3/sessions)`. */
export function exchangeReference({ seq, request }: Exchange): ReportText {
  return [{ exchange: seq, line: `${request.method} ${readAddress(request.url).pathname}` }];
}

export function isAccepted({ response }: Pick<Exchange, 'response'>): boolean {
  return response !== undefined && response.status >= 200 && response.status < 300;
}

/**
 * The methods that are registered for HTTP (IANA, "Hypertext Transfer Protocol (HTTP) Method Registry"), and
 * `unknown`, which the suite records for a request that cannot be read.
 */
const methods: ReadonlySet<string> = new Set(
  `acl baseline-control bind checkin checkout connect copy delete get head label link lock merge mkactivity mkcalendar mkcol
  mkredirectref mkworkspace move options orderpatch patch post pri propfind proppatch put rebind report search trace unbind
  uncheckout unlink unlock update updateredirectref version-control unknown`.split(/\s+/),
);

/**
 * Returns whether a method is a standard one. Only standard methods are recorded as they are: any other
 * string might contain a secret.
 */
export const isKnownMethod = (method: string): boolean => methods.has(method.toLowerCase());

/**
 * Returns whether requests with this method usually have a body. If a recording lacks the body of such a
 * request, the body may just not have been recorded.
 */
export const mayHaveBody = (method: string): boolean => /^(?:POST|PUT|PATCH)$/.test(method);

/**
 * Returns whether a request is a CORS preflight (Fetch standard). The browser sends preflights itself, so they
 * reveal nothing about the client.
 */
export function isPreflight({ method, headers }: Pick<Exchange['request'], 'method' | 'headers'>): boolean {
  if (method !== 'OPTIONS') return false;
  return ['Origin', 'Access-Control-Request-Method'].every(
    (name) => headerValue(headers, name) !== undefined,
  );
}

/**
 * Returns the kind of a failure that may be temporary: `reset`, `timeout`, or a 5xx status such as `502`.
 * Returns `undefined` if the request did not fail, or failed in another way.
 */
export function transientFailureOf({
  response,
  failure,
}: Pick<Exchange, 'response' | 'failure'>): string | undefined {
  if (failure !== undefined)
    return failure.kind === 'reset' || failure.kind === 'timeout' ? failure.kind : undefined;
  return response !== undefined && response.status >= 500 ? String(response.status) : undefined;
}

const repeatable: readonly OperationId[] = ['session.create', 'certificate.identity', 'certificate.registry'];

/**
 * Returns whether the suite may repeat a request for this operation. Other operations may have a lasting
 * effect, such as using up an OTP, or starting or deciding a payer cycle.
 */
export function isRepeatable(operation: OperationId | undefined): boolean {
  return operation !== undefined && repeatable.includes(operation);
}
