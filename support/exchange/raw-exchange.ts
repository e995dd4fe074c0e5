import { isUtf8 } from 'node:buffer';
import type { TextEncoding } from '../contract/decode-text';
import { decodeText, detectEncoding } from '../contract/decode-text';
import type { OperationId, ServiceName } from '../contract/operations';
import type { Subject } from '../contract/words';
import type {
  RequestPurpose,
  ClientEnd,
  ClientName,
  Exchange,
  TransportFailure,
  HeaderList,
  RequestFlaw,
  WithheldHeaders,
} from './exchange';
import type { ExchangeFacts } from './facts';

/** Pairs the names and values of Node's flat header list. Keeps the order and spelling in which they were sent. */
export function pairRawHeaders(raw: readonly string[]): [name: string, value: string][] {
  const found: [string, string][] = [];
  // A proxy calls this several times per request, and Array.from is five times as slow.
  for (let at = 0; at + 1 < raw.length; at += 2) found.push([raw[at] ?? '', raw[at + 1] ?? '']);
  return found;
}

/** Bodies are recorded up to this many bytes. Longer bodies are cut and marked. */
export const recordedBodyLimit = 1024 * 1024;

/** A request or an answer as it crossed the wire. */
interface WireMessage {
  readonly headers: HeaderList;
  readonly body?: Buffer;
  /** The number of bytes that arrived, if `body` is only their beginning. */
  readonly bytes?: number;
  /** There was a body, but the tool that recorded it did not keep it. */
  readonly absent?: true;
  /** `body` is still compressed. */
  readonly compressed?: true;
}

export interface WireRequest extends WireMessage {
  readonly method: string;
  /** The absolute URL. A server first sets the path and query as they were sent, and later prepends its own address. */
  readonly url: string;
  readonly flaw?: RequestFlaw;
  /** Headers that may have been sent, although the source of the exchange does not show them. */
  readonly withheld?: WithheldHeaders;
}

export interface WireAnswer extends WireMessage {
  readonly status: number;
  readonly body: Buffer;
}

/** One request with its answer or failure, as it crossed the wire. Times are in epoch milliseconds. */
export interface WireRecord {
  readonly arrivedAt: number;
  readonly answeredAt: number;
  readonly request: WireRequest;
  readonly response?: WireAnswer;
  readonly failure?: TransportFailure;
  /** Details of the TLS connection to the server; `undefined` unless TLS was used and the certificate was verified. */
  readonly tls?: ExchangeFacts['tls'];
  /** The record was read from a text that may contain masks, such as `****`, instead of values. */
  readonly masked?: true;
  /** The record comes from the log of a gateway. */
  readonly logged?: true;
  /** The network address of the client. A recording contains at most its pseudonym. */
  readonly source?: string;
}

/** An exchange before redaction. It may contain secrets, so it must never be written to a recording. */
export interface RawExchange extends WireRecord {
  readonly sender: Exchange['sender'];
  readonly subject?: Subject;
  readonly clientInstance?: string;
  readonly client?: ClientName;
  readonly stimulus?: string;
  readonly scenario?: string;
  readonly asked?: RequestPurpose;
  readonly service?: ServiceName;
  readonly operation?: OperationId;
  readonly meant?: OperationId;
  readonly answeredBy?: NonNullable<Exchange['answeredBy']>;
  /** The service was only inferred from the path or host, and the request matches no documented operation. */
  readonly unplaced?: true;
  /** The traffic or the target shows that the host of the request belongs to the services. */
  readonly atServiceHost?: true;
  /** Few obligations judge the request; see {@link Exchange.outside}. */
  readonly outside?: true;
  /** The client ended before the exchange was complete; see {@link Exchange.clientEnd}. */
  readonly clientEnd?: ClientEnd;
  /** Facts that the caller has already determined. The recorder adds them to those that it computes. */
  readonly facts?: Partial<ExchangeFacts>;
}

/**
 * Returns the body of a request if all of its content is available; otherwise `undefined`. The content is not available
 * if the body was not recorded, was cut at the limit, is still compressed, or did not arrive completely. Such a body
 * does not show a mistake of its sender.
 */
export function wholeBodyOf({ body, bytes = 0, absent, compressed, flaw }: WireRequest): Buffer | undefined {
  if (body === undefined || absent === true || compressed === true || flaw !== undefined) return undefined;
  return bytes > body.length || beginsCompressed(body) ? undefined : body;
}

/**
 * Collects a body while it arrives. Keeps at most its first {@link recordedBodyLimit} bytes, which can be read before
 * the body is complete.
 */
export class PassingBody {
  /** The kept chunks: together at most {@link recordedBodyLimit} bytes. */
  readonly chunks: Buffer[] = [];
  /** The number of bytes that have arrived so far, including those beyond the limit. */
  bytes = 0;

  add(chunk: Buffer): void {
    const room = recordedBodyLimit - this.bytes;
    if (room > 0) this.chunks.push(chunk.subarray(0, room));
    this.bytes += chunk.length;
  }

  get kept(): Buffer {
    const [only] = this.chunks;
    return only !== undefined && this.chunks.length === 1 ? only : Buffer.concat(this.chunks);
  }

  get isCut(): boolean {
    return this.bytes > recordedBodyLimit;
  }
}

/** A body as text. */
export interface BodyText {
  /** The decoded text, without its byte order mark. If `binary` is set, each character represents one byte. */
  readonly text: string;
  /** The encoding of the bytes, if they are text, and not UTF-8 without a byte order mark. */
  readonly encoding?: TextEncoding;
  /** The number of bytes that were decoded, at most {@link recordedBodyLimit}. */
  readonly bytes: number;
  /** The length of the whole body, as the recorder received it, in bytes. */
  readonly arrived: number;
  /** The bytes are not text. */
  readonly binary: boolean;
  /** The bytes are still compressed, so nothing in them can be found. */
  readonly compressed: boolean;
}

/** Details of an exchange that decide how its bodies are redacted. */
export interface BodyContext {
  /** The status of the answer; `undefined` for the body of a request. */
  readonly status?: number | undefined;
  /** The exchange was read from a text that may contain masks, such as `****`, instead of values. */
  readonly masked?: boolean | undefined;
}

/** The bodies of an exchange as text. */
export interface BodyTexts {
  readonly request?: BodyText;
  readonly response?: BodyText;
}

/**
 * Marks each body that begins like compressed data as `compressed`, so that no reader treats its bytes as text. Some
 * senders do not name the coding of a body, and a server records bodies as they arrive.
 */
export function markCompressed(raw: RawExchange): RawExchange {
  const { request, response } = raw;
  const isUnmarked = (message: WireMessage): boolean =>
    message.compressed !== true && message.body !== undefined && beginsCompressed(message.body);
  return {
    ...raw,
    ...(isUnmarked(request) && { request: { ...request, compressed: true as const } }),
    ...(response && isUnmarked(response) && { response: { ...response, compressed: true as const } }),
  };
}

const beginsCompressed = (body: Buffer): boolean =>
  compressedStarts.some((start) => start.every((byte, at) => body[at] === byte));

export function bodyTextsOf({ request, response }: RawExchange): BodyTexts {
  const [sent, answered] = [request, response].map(
    (message) => message?.body && textOf(message.body, message.compressed),
  );
  return { ...(sent && { request: sent }), ...(answered && { response: answered }) };
}

/** Decodes a body. Decodes bytes that are not text as Latin-1, which maps each byte to a different character. */
function textOf(whole: Buffer, compressed = false): BodyText {
  const body = whole.subarray(0, recordedBodyLimit);
  const { text, encoding } = decodeBody(body);
  return {
    text: text ?? body.toString('latin1'),
    ...(text !== undefined && encoding && { encoding }),
    bytes: body.length,
    arrived: whole.length,
    binary: text === undefined,
    compressed,
  };
}

/** The first bytes of gzip, zlib, ZIP, bzip2, xz and Zstandard data. */
const compressedStarts: readonly (readonly number[])[] = [
  [0x1f, 0x8b, 0x08],
  [0x78, 0x01],
  [0x78, 0x5e],
  [0x78, 0x9c],
  [0x78, 0xda],
  [0x50, 0x4b, 0x03, 0x04],
  [0x42, 0x5a, 0x68],
  [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00],
  [0x28, 0xb5, 0x2f, 0xfd],
];

/** Decodes a body; `text` is `undefined` if the bytes are not text. */
function decodeBody(bytes: Buffer): { text: string | undefined; encoding?: TextEncoding } {
  const found = detectEncoding(bytes);
  if (found === undefined) return { text: decodeUtf8(bytes, bytes.length === recordedBodyLimit) };
  const { encoding, markBytes } = found;
  if (encoding !== 'utf-8-bom') return decodeText(bytes);
  return { text: decodeUtf8(bytes.subarray(markBytes), bytes.length === recordedBodyLimit), encoding };
}

/**
 * Decodes UTF-8. Returns `undefined` if the bytes are not UTF-8.
 *
 * @param mayBeCut whether the last character may be incomplete; an incomplete one is then left out
 */
function decodeUtf8(bytes: Buffer, mayBeCut: boolean): string | undefined {
  if (isUtf8(bytes)) return bytes.toString('utf8');
  if (!mayBeCut) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes, { stream: true });
  } catch {
    return undefined;
  }
}
