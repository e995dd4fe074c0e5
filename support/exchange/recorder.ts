import { gunzipSync, inflateSync, brotliDecompressSync } from 'node:zlib';
import { isLoopback } from '../contract/loopback';
import type { Subject } from '../contract/obligations';
import type { OperationId, ServiceName } from '../contract/operations';
import type { SecretKind } from '../contract/secrets';
import { readAddress } from './address';
import type { AdapterCall, Asked, Exchange, Failure, RecordedBody, RequestFlaw } from './exchange';
import type { Facts, TokenFact } from './facts';
import { readPublicKey, readToken } from './facts';
import { bareToken, findMember } from './members';
import type { Recording } from './recording';
import type { Redactor } from './redaction';

/** Bodies are recorded up to this many bytes; longer ones are cut and marked. */
export const recordedBodyLimit = 1024 * 1024;

type RawHeaders = readonly (readonly [name: string, value: string])[];

/** An exchange as it crossed the wire, secrets and all; it goes no further than the recorder. */
export interface RawExchange {
  readonly sender: Exchange['sender'];
  readonly subject?: Subject;
  readonly call?: AdapterCall;
  readonly clientInstance?: string;
  readonly stimulus?: string;
  readonly arrivedAt: number;
  readonly answeredAt: number;
  readonly scenario?: string;
  readonly asked?: Asked;
  readonly service?: ServiceName;
  readonly operation?: OperationId;
  readonly meant?: OperationId;
  /** `bytes`: what arrived in all, where `body` is only the beginning of it. */
  readonly request: {
    method: string;
    url: string;
    headers: RawHeaders;
    body?: Buffer;
    bytes?: number;
    /** There was a body, and it was not kept. */
    absent?: true;
    flaw?: RequestFlaw;
  };
  readonly response?: {
    status: number;
    headers: RawHeaders;
    body: Buffer;
    bytes?: number;
    absent?: true;
  };
  readonly failure?: Failure;
  readonly tls?: Facts['tls'];
  /** What is known of it besides. */
  readonly facts?: Partial<Facts>;
}

/** Computes facts that need more than the exchange: keys, planted values. Gets the exchange as it crossed the wire. */
export type FactFinder = (raw: RawExchange) => Partial<Facts>;

/** Computes the facts of each exchange, redacts it, and appends it to the recording. */
export interface Recorder {
  record(raw: RawExchange): Exchange;
}

export function createRecorder(
  recording: Recording,
  redactor: Redactor,
  finders: readonly FactFinder[] = [],
): Recorder {
  return {
    record(raw) {
      learnAll(raw, redactor);
      const { request, response, failure, tls, facts, ...about } = raw;
      return recording.append({
        ...about,
        request: {
          method: request.method,
          url: redactAddress(request.url, redactor),
          headers: redactHeaders(request.headers, redactor),
          ...(request.absent ? missing(request.bytes) : bodyOf(request.body, redactor, request.bytes)),
          ...(request.flaw && { flaw: request.flaw }),
        },
        ...(response && {
          response: {
            status: response.status,
            headers: redactHeaders(response.headers, redactor),
            ...(response.absent ? missing(response.bytes) : bodyOf(response.body, redactor, response.bytes)),
          },
        }),
        ...(failure && { failure: { ...failure, message: redactor.text(failure.message) } }),
        facts: Object.assign(findFacts(raw, redactor), facts, ...finders.map((find) => find(raw))) as Facts,
      });
    },
  };
}

/** Undoes gzip, deflate and br, up to `limit` bytes. Throws what zlib throws where the body is not so coded. */
export function decodeContent(body: Buffer, coding: string | undefined, limit: number): Buffer {
  const options = { maxOutputLength: limit };
  if (coding === undefined || /^identity$/i.test(coding)) return body;
  if (/^(x-)?gzip$/i.test(coding)) return gunzipSync(body, options);
  if (/^deflate$/i.test(coding)) return inflateSync(body, options);
  if (/^br$/i.test(coding)) return brotliDecompressSync(body, options);
  throw Object.assign(new Error(`content coding ${coding} was not asked for`), {
    code: 'ERR_CONTENT_CODING',
  });
}

function learnAll(raw: RawExchange, redactor: Redactor): void {
  for (const { headers, body } of [raw.request, ...(raw.response ? [raw.response] : [])]) {
    for (const [name, value] of headers) redactor.learnFromHeader(name, value);
    if (body !== undefined) redactor.learnFrom(body.toString('utf8'));
  }
  redactor.learnFrom(raw.request.url);
}

/** The origin stays: it is the target's own, and a short secret could equal its port. */
function redactAddress(url: string, redactor: Redactor): string {
  const [origin = ''] = /^\w+:\/\/[^/?#@]*(?=[/?#]|$)/.exec(url) ?? [];
  return origin + redactor.text(url.slice(origin.length));
}

function redactHeaders(headers: RawHeaders, redactor: Redactor): RawHeaders {
  return headers.map(([name, value]) => [name, redactor.header(name, value)] as const);
}

function missing(bytes = 0): { body: RecordedBody } {
  return { body: { text: '', bytes, absent: true } };
}

/** Redacts the whole body before it is cut: half a secret at the cut would not be found. */
function bodyOf(body: Buffer | undefined, redactor: Redactor, bytes = body?.length): { body?: RecordedBody } {
  if (body === undefined || (body.length === 0 && (bytes ?? 0) === 0)) return {};
  const text = decodeUtf8(body);
  // Bytes that are no text can still hold a secret: it is searched for as Latin-1, which keeps every byte apart.
  const shown = redactor.text(text ?? body.toString('latin1'));
  const whole = Buffer.from(shown, text === undefined ? 'latin1' : 'utf8');
  const kept = whole.subarray(0, recordedBodyLimit);
  return {
    body: {
      text: text === undefined ? kept.toString('base64') : (decodeUtf8(kept) ?? ''),
      bytes: bytes ?? body.length,
      ...(text === undefined && { encoding: 'base64' }),
      ...((kept.length < whole.length || (bytes ?? 0) > body.length) && { cut: true }),
    },
  };
}

/** `undefined` for bytes that are no UTF-8; a character that is cut off at the end is left out. */
function decodeUtf8(bytes: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes, {
      stream: bytes.length === recordedBodyLimit,
    });
  } catch {
    return undefined;
  }
}

function findFacts(raw: RawExchange, redactor: Redactor): Facts {
  const url = readAddress(raw.request.url);
  const tokens = findTokens(raw, redactor);
  const date = raw.response?.headers.find(([name]) => name.toLowerCase() === 'date')?.[1];
  const midway = (raw.arrivedAt + raw.answeredAt) / 2;
  const skew = date === undefined ? Number.NaN : Date.parse(date) - midway;
  const isCertificate =
    raw.operation?.startsWith('certificate.') === true &&
    raw.response?.status === 200 &&
    raw.response.absent !== true;
  return {
    scheme: url.protocol === 'https:' ? 'https' : 'http',
    loopback: isLoopback(url.hostname),
    ...(raw.tls && { tls: raw.tls }),
    ...(Object.keys(tokens).length > 0 && { tokens }),
    ...(isCertificate && { publicKey: readPublicKey(raw.response.body.toString('utf8')) }),
    ...(Number.isFinite(skew) && { clockSkewMs: Math.round(skew) }),
  };
}

function findTokens(raw: RawExchange, redactor: Redactor): Record<string, TokenFact> {
  const found: Record<string, TokenFact> = {};
  const note = (place: string, kind: SecretKind, token: unknown): void => {
    if (typeof token === 'string' && token !== '')
      found[place] = readToken(token, redactor.learn(kind, bareToken(token)));
  };
  for (const [name, value] of raw.request.headers) {
    const lower = name.toLowerCase();
    if (lower === 'authorization' || lower === 'bearer_auth')
      note(`request:${lower}`, 'access-token', bareToken(value));
  }
  if ((raw.operation ?? raw.meant) === 'session.create' && raw.response) {
    const body = raw.response.body.toString('utf8');
    note('response:/accessToken', 'access-token', findMember(body, 'accessToken'));
    note('response:/refreshToken', 'refresh-token', findMember(body, 'refreshToken'));
  }
  return found;
}
