import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync } from 'node:zlib';
import { recordedBodyLimit } from './raw-exchange';

/**
 * Undoes gzip, deflate and br, several of them too, up to `limit` bytes. Throws what zlib throws where the body is not so
 * coded.
 */
export function decodeContent(body: Buffer, coding: string | undefined, limit: number): Buffer {
  const codings = (coding ?? '').split(',').map((each) => each.trim());
  return codings.reduceRight((coded, each) => undone(coded, each, limit), body);
}

function undone(body: Buffer, coding: string, limit: number): Buffer {
  const options = { maxOutputLength: limit };
  if (coding === '' || /^identity$/i.test(coding)) return body;
  if (/^(x-)?gzip$/i.test(coding)) return gunzipSync(body, options);
  if (/^deflate$/i.test(coding)) return inflate(body, options);
  if (/^br$/i.test(coding)) return brotliDecompressSync(body, options);
  throw Object.assign(new Error(`content coding ${coding} was not asked for`), {
    code: 'ERR_CONTENT_CODING',
  });
}

/** Some leave the wrapping of zlib out, and browsers take that (RFC 9110, section 8.4.1.2). */
function inflate(body: Buffer, options: { readonly maxOutputLength: number }): Buffer {
  const isWrapped = ((body[0] ?? 0) & 0x0f) === 8 && (body.length < 2 || body.readUInt16BE(0) % 31 === 0);
  return isWrapped ? inflateSync(body, options) : inflateRawSync(body, options);
}

/** A body as it is read, where its coding is known and whole; else as it came. */
export function decodedBody(
  body: Buffer,
  coding: string | undefined,
): { readonly body: Buffer; readonly compressed?: true } {
  try {
    return { body: decodeContent(body, coding, 4 * recordedBodyLimit) };
  } catch {
    return { body, compressed: true };
  }
}
