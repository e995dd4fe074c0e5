import type { HeaderList } from './exchange';
import type { WireRequest } from './raw-exchange';

const requestLine = /^([!#$%&'*+\-.^_`|~0-9A-Za-z]{1,32}) (?:(\S{1,16384}) HTTP\/\d\.\d|(\/\S{0,16384}))$/;
const headerLine = /^([!#$%&'*+\-.^_`|~0-9A-Za-z]{1,256}):[ \t]*(.*?)[ \t]*$/;

/**
 * Matches a header line that has spaces or tabs before its colon. Captures only the name and these blanks.
 * HTTP parsers do not recognize such a line as a header, so redaction would miss a secret in its value.
 */
const blankBehindName = /^([!#$%&'*+\-.^_`|~0-9A-Za-z]{1,256}[ \t]{1,8}):/;

/**
 * Maximum size in bytes of unparsable input that is recorded. Longer input is dropped, not cut: a cut could
 * leave part of a secret, which redaction would not recognize.
 */
const junkLimit = 4096;

/**
 * Recovers the request line and the complete header lines from bytes that the HTTP parser rejected. If the
 * request line is missing, the body of the result contains the raw bytes, or is empty if there are more than
 * `junkLimit`.
 * @param parsed number of bytes of `packet` that the parser accepted; they may include earlier, complete
 * requests
 */
export function readRawHead(packet: Buffer = Buffer.alloc(0), parsed = 0): WireRequest {
  const before = packet.lastIndexOf('\r\n\r\n', Math.max(0, parsed - 4));
  const bytes = before < 0 || before + 4 > parsed ? packet : packet.subarray(before + 4);
  // Drop the last line, which may be cut off in the middle of a value.
  const [first = '', ...lines] = bytes.toString('latin1').split(/\r?\n/).slice(0, -1);
  const [, method, target, bareTarget] = requestLine.exec(first) ?? [];
  if (method === undefined)
    return {
      method: 'UNKNOWN',
      url: '/',
      headers: [],
      body: bytes.length > junkLimit ? Buffer.alloc(0) : bytes,
    };
  return { method, url: target ?? bareTarget ?? '/', headers: headersIn(lines), body: Buffer.alloc(0) };
}

/** Returns the name of the first header that has spaces or tabs before its colon, if any. */
export function blankedHeader(packet: Buffer, parsed = 0): string | undefined {
  const lines = packet.subarray(Math.max(0, packet.lastIndexOf('\r\n\r\n', parsed))).toString('latin1');
  const found = lines.split(/\r?\n/).map((line) => blankBehindName.exec(line)?.[1]);
  return found.find((name) => name !== undefined);
}

function headersIn(lines: readonly string[]): HeaderList {
  const end = lines.indexOf('');
  return lines.slice(0, end < 0 ? undefined : end).flatMap((line) => {
    const [, name, value] = headerLine.exec(line) ?? [];
    return name === undefined || value === undefined ? [] : [[name, value] as const];
  });
}
