import type { HeaderList } from '../exchange/exchange';
import type { WireRequest } from '../exchange/raw-exchange';

const requestLine = /^([!#$%&'*+\-.^_`|~0-9A-Za-z]{1,32}) (?:(\S{1,16384}) HTTP\/\d\.\d|(\/\S{0,16384}))$/;
const headerLine = /^([!#$%&'*+\-.^_`|~0-9A-Za-z]{1,256}):[ \t]*(.*?)[ \t]*$/;

/** Its value is left out: where a parser sees no header, nothing is known to be secret. */
const blankBehindName = /^([!#$%&'*+\-.^_`|~0-9A-Za-z]{1,256}[ \t]{1,8}):/;

/** More than this is neither shown nor kept: a secret that the end cuts in two could not be recognised. */
const junkLimit = 4096;

/**
 * Reads what a parser refused: the request line and the header lines that are whole, so far as there are any.
 * The body are the bytes as they are, where no request line was found among them and they are few.
 * @param parsed how many bytes of the packet the parser had taken: requests before this one may be among them
 */
export function readRawHead(packet: Buffer = Buffer.alloc(0), parsed = 0): WireRequest {
  const before = packet.lastIndexOf('\r\n\r\n', Math.max(0, parsed - 4));
  const bytes = before < 0 || before + 4 > parsed ? packet : packet.subarray(before + 4);
  // Behind the last line end there may be half a value.
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

/** The name of the first header with a blank before its colon. */
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
