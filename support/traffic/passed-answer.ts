import type { IncomingMessage, InformationEvent, ServerResponse } from 'node:http';
import { headerValue } from '../exchange/exchange';
import { pairs } from '../exchange/raw-headers';
import { endToEnd } from './onward';

/** What no reason phrase may hold (RFC 9112, section 4); it has no meaning, and may be left out. */
const unsayable = /[^\t\x20-\x7e\x80-\xff]/g;

/** Status and headers as the far side sent them. Throws what Node throws where no HTTP can say them. */
export function passHead(answer: IncomingMessage, request: IncomingMessage, response: ServerResponse): void {
  const { statusCode = 0, statusMessage = '', rawHeaders } = answer;
  const headers = endToEnd(rawHeaders);
  response.sendDate = false;
  response.writeHead(
    statusCode,
    statusMessage.replace(unsayable, ''),
    request.httpVersion === '1.0' ? withoutChunks(headers) : headers,
  );
}

/** A client of HTTP/1.0 reads to the end of the connection, and would take chunks for content. */
function withoutChunks(headers: readonly string[]): string[] {
  return pairs(headers)
    .filter(([name]) => !/^(transfer-encoding|trailer)$/i.test(name))
    .flat();
}

/** A body that may not be there (RFC 9112, section 6.3) stands before the next answer, and would be taken for it. */
export function leavesRest({ statusCode, rawHeaders }: IncomingMessage): boolean {
  if (statusCode !== 204) return false;
  const headers = pairs(rawHeaders);
  const length = headerValue(headers, 'content-length') ?? '0';
  return length !== '0' || headerValue(headers, 'transfer-encoding') !== undefined;
}

/** An interim answer (RFC 9110, section 15.2), which a client of HTTP/1.0 does not know. */
export function passInterim(
  { statusCode, statusMessage, rawHeaders }: InformationEvent,
  { httpVersion }: IncomingMessage,
  response: ServerResponse,
): void {
  if (httpVersion === '1.0') return;
  const head = headOf(statusCode, statusMessage, pairs(endToEnd(rawHeaders)));
  const write = (): void => {
    response.socket?.write(head, 'latin1');
  };
  // The answer to an earlier request may be on its way yet.
  if (response.socket === null) response.once('socket', write);
  else write();
}

/** An answer's first lines. */
export function headOf(
  status: number,
  reason: string,
  headers: readonly (readonly [string, string])[],
): string {
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${reason.replace(unsayable, '')}\r\n${lines.join('')}\r\n`;
}
