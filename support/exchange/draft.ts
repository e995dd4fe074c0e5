import { isUtf8 } from 'node:buffer';
import type { Exchange, HeaderList, RecordedBody } from './exchange';
import type { Facts } from './facts';
import type { RawExchange } from './raw-exchange';
import { recordedBodyLimit } from './raw-exchange';

/** An exchange without its number. */
export type Draft = Omit<Exchange, 'seq'>;

/** Takes out of texts what must not be recorded. */
export interface Hiding {
  text(text: string): string;
  /** A text that stands under a name. */
  value(name: string, text: string): string;
  address(url: string): string;
  headerName(name: string): string;
  header(name: string, value: string): string;
  /** What is kept in place of a body that cannot be searched; `undefined` for one that can. */
  sealed(body: BodyText): string | undefined;
}

/** For what is judged and not kept. */
export const nothingHidden: Hiding = {
  text: (text) => text,
  value: (_name, text) => text,
  address: (url) => url,
  headerName: (name) => name,
  header: (_name, value) => value,
  sealed: () => undefined,
};

/** A body as text. */
export interface BodyText {
  readonly text: string;
  readonly bytes: number;
  /** No UTF-8: every byte is one character. */
  readonly binary: boolean;
  /** Its compression was not undone: nothing in it can be found. */
  readonly compressed: boolean;
}

/** The bodies of an exchange, decoded once. */
export interface BodyTexts {
  readonly request?: BodyText;
  readonly response?: BodyText;
}

export function textsOf({ request, response }: RawExchange): BodyTexts {
  const [sent, answered] = [request, response].map(
    (message) => message?.body && textOf(message.body, message.compressed),
  );
  return { ...(sent && { request: sent }), ...(answered && { response: answered }) };
}

/** Writes an exchange down as it is to be kept. */
export function draft(raw: RawExchange, texts: BodyTexts, facts: Facts, hiding: Hiding): Draft {
  const { request, response, failure, tls, source, facts: given, ...about } = raw;
  return {
    ...about,
    request: {
      method: request.method,
      url: hiding.address(request.url),
      headers: hideHeaders(request.headers, hiding),
      ...(request.absent ? missing(request.bytes) : bodyOf(texts.request, hiding, request.bytes)),
      ...(request.flaw && { flaw: request.flaw }),
      ...(request.withheld && { withheld: request.withheld }),
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

/** The same list where nothing had to be hidden. */
function hideHeaders(headers: HeaderList, hiding: Hiding): HeaderList {
  const shown = headers.map((header) => {
    const [name, value] = header;
    const [shownName, shownValue] = [hiding.headerName(name), hiding.header(name, value)];
    if (shownName === name && shownValue === value) return header;
    return [shownName, shownValue] as const;
  });
  return shown.every((header, index) => header === headers[index]) ? headers : shown;
}

function missing(bytes = 0): { body: RecordedBody } {
  return { body: { text: '', bytes, absent: true } };
}

/** All of a body as text, whatever bytes it has. */
export function wholeText(body: Buffer, { text, binary }: BodyText): string {
  // A character that is cut off at the end was left out.
  return binary || body.length === recordedBodyLimit ? body.toString('utf8') : text;
}

/** Bytes that are no text can still hold a secret: it is searched for as Latin-1, which keeps every byte apart. */
function textOf(body: Buffer, given = false): BodyText {
  const text = decodeUtf8(body);
  const compressed = given || compressedStarts.some((start) => start.every((byte, at) => body[at] === byte));
  return {
    text: text ?? body.toString('latin1'),
    bytes: body.length,
    binary: text === undefined,
    compressed,
  };
}

/** How gzip, zlib, ZIP, bzip2, xz and Zstandard begin. */
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

/** Redacts the whole body before it is cut: half a secret at the cut would not be found. */
function bodyOf(body: BodyText | undefined, hiding: Hiding, bytes = body?.bytes): { body?: RecordedBody } {
  if (body === undefined || (body.bytes === 0 && (bytes ?? 0) === 0)) return {};
  const sealed = hiding.sealed(body);
  if (sealed !== undefined) return { body: { text: '', bytes: bytes ?? body.bytes, sealed } };
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
  if (isUtf8(bytes)) return bytes.toString('utf8');
  if (bytes.length !== recordedBodyLimit) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes, { stream: true });
  } catch {
    return undefined;
  }
}
