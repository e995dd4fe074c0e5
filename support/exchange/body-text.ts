import { isUtf8 } from 'node:buffer';
import type { RawExchange } from './raw-exchange';
import { recordedBodyLimit } from './raw-exchange';

/** A body as text. */
export interface BodyText {
  readonly text: string;
  readonly bytes: number;
  /** How many there were before it was cut. */
  readonly arrived: number;
  /** No UTF-8: every byte is one character. */
  readonly binary: boolean;
  /** Its compression was not undone: nothing in it can be found. */
  readonly compressed: boolean;
}

/** What tells how a body is to be read. */
export interface BodyAbout {
  /** Of an answer. */
  readonly status?: number | undefined;
  /** The log masks values. */
  readonly masked?: boolean | undefined;
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

/** Bytes that are no text are Latin-1, which keeps every byte apart. */
function textOf(whole: Buffer, given = false): BodyText {
  const body = whole.subarray(0, recordedBodyLimit);
  const text = decodeUtf8(body);
  const compressed = given || compressedStarts.some((start) => start.every((byte, at) => body[at] === byte));
  return {
    text: text ?? body.toString('latin1'),
    bytes: body.length,
    arrived: whole.length,
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
