import type { Exchange, HeaderList, RecordedBody } from './exchange';
import type { Facts } from './facts';
import type { RawExchange } from './raw-exchange';
import { recordedBodyLimit } from './raw-exchange';

/** An exchange without its number. */
export type Draft = Omit<Exchange, 'seq'>;

/** Takes out of texts what must not be recorded. */
export interface Hiding {
  text(text: string): string;
  header(name: string, value: string): string;
}

/** For what is judged and not kept. */
export const nothingHidden: Hiding = { text: (text) => text, header: (_name, value) => value };

/** A body as text. */
interface BodyText {
  readonly text: string;
  readonly bytes: number;
  /** No UTF-8: every byte is one character. */
  readonly binary: boolean;
}

/** The bodies of an exchange, decoded once. */
export interface BodyTexts {
  readonly request?: BodyText;
  readonly response?: BodyText;
}

export function textsOf({ request, response }: RawExchange): BodyTexts {
  const [sent, answered] = [request.body, response?.body].map((body) => body && textOf(body));
  return { ...(sent && { request: sent }), ...(answered && { response: answered }) };
}

/** Writes an exchange down as it is to be kept. */
export function draft(raw: RawExchange, texts: BodyTexts, facts: Facts, hiding: Hiding): Draft {
  const { request, response, failure, tls, facts: given, ...about } = raw;
  return {
    ...about,
    request: {
      method: request.method,
      url: hideAddress(request.url, hiding),
      headers: hideHeaders(request.headers, hiding),
      ...(request.absent ? missing(request.bytes) : bodyOf(texts.request, hiding, request.bytes)),
      ...(request.flaw && { flaw: request.flaw }),
    },
    ...(response && {
      response: {
        status: response.status,
        headers: hideHeaders(response.headers, hiding),
        ...(response.absent ? missing(response.bytes) : bodyOf(texts.response, hiding, response.bytes)),
      },
    }),
    ...(failure && { failure: { ...failure, message: hiding.text(failure.message) } }),
    facts,
  };
}

/** The origin stays: it is the target's own, and a short secret could equal its port. */
function hideAddress(url: string, hiding: Hiding): string {
  const [origin = ''] = /^\w+:\/\/[^/?#@]*(?=[/?#]|$)/.exec(url) ?? [];
  return origin + hiding.text(url.slice(origin.length));
}

function hideHeaders(headers: HeaderList, hiding: Hiding): HeaderList {
  return headers.map(([name, value]) => [name, hiding.header(name, value)] as const);
}

function missing(bytes = 0): { body: RecordedBody } {
  return { body: { text: '', bytes, absent: true } };
}

/** Bytes that are no text can still hold a secret: it is searched for as Latin-1, which keeps every byte apart. */
function textOf(body: Buffer): BodyText {
  const text = decodeUtf8(body);
  return { text: text ?? body.toString('latin1'), bytes: body.length, binary: text === undefined };
}

/** Redacts the whole body before it is cut: half a secret at the cut would not be found. */
function bodyOf(body: BodyText | undefined, hiding: Hiding, bytes = body?.bytes): { body?: RecordedBody } {
  if (body === undefined || (body.bytes === 0 && (bytes ?? 0) === 0)) return {};
  const text = hiding.text(body.text);
  if (text === body.text && !body.binary && body.bytes < recordedBodyLimit && (bytes ?? 0) <= body.bytes)
    return { body: { text, bytes: bytes ?? body.bytes } };
  const whole = Buffer.from(text, body.binary ? 'latin1' : 'utf8');
  const kept = whole.subarray(0, recordedBodyLimit);
  return {
    body: {
      text: body.binary ? kept.toString('base64') : (decodeUtf8(kept) ?? ''),
      bytes: bytes ?? body.bytes,
      ...(body.binary && { encoding: 'base64' }),
      ...((kept.length < whole.length || (bytes ?? 0) > body.bytes) && { cut: true }),
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
