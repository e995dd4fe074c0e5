import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync, zstdDecompressSync } from 'node:zlib';
import type { HeaderList } from './exchange';
import { headerValues } from './header-fields';
import { recordedBodyLimit } from './raw-exchange';

/**
 * Returns the content codings of a message in the order in which the sender applied them, separated by commas. Several
 * Content-Encoding fields form one list (RFC 9110, sections 5.3 and 8.4).
 */
export const contentCodingsIn = (headers: HeaderList): string =>
  headerValues(headers, 'content-encoding').join(',');

/**
 * Undoes the codings gzip, deflate, br and zstd, the last one first, up to `limit` bytes. Throws the error of zlib if
 * the body does not have a coding, and an error with the code `ERR_CONTENT_CODING` for any other coding.
 */
export function decodeContent(body: Buffer, codings: string, limit: number): Buffer {
  const names = codings.split(',').map((each) => each.trim());
  return names.reduceRight((coded, each) => undone(coded, each, limit), body);
}

function undone(body: Buffer, coding: string, limit: number): Buffer {
  const options = { maxOutputLength: limit };
  if (coding === '' || /^identity$/i.test(coding)) return body;
  if (/^(x-)?gzip$/i.test(coding)) return gunzipSync(body, options);
  if (/^deflate$/i.test(coding)) return inflate(body, options);
  if (/^br$/i.test(coding)) return brotliDecompressSync(body, options);
  if (/^zstd$/i.test(coding)) return zstdDecompressSync(body, options);
  throw Object.assign(new Error(`content coding ${coding} was not asked for`), {
    code: 'ERR_CONTENT_CODING',
  });
}

/** Also accepts deflate without the zlib wrapper, as browsers do (RFC 9110, section 8.4.1.2). */
function inflate(body: Buffer, options: { readonly maxOutputLength: number }): Buffer {
  const isWrapped = ((body[0] ?? 0) & 0x0f) === 8 && (body.length < 2 || body.readUInt16BE(0) % 31 === 0);
  return isWrapped ? inflateSync(body, options) : inflateRawSync(body, options);
}

/**
 * Returns a body with its content codings undone. If a coding is unknown, or the coded body is not whole, returns the
 * body unchanged and marks it as compressed.
 */
export function decodedBody(
  body: Buffer,
  headers: HeaderList,
): { readonly body: Buffer; readonly compressed?: true } {
  try {
    return { body: decodeContent(body, contentCodingsIn(headers), 4 * recordedBodyLimit) };
  } catch {
    return { body, compressed: true };
  }
}
