import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Failure } from '../exchange/exchange';
import { blankedHeader, readRawHead } from '../mock/raw-head';
import type { Passed } from './passed';

/** A request in clear where TLS is spoken: nothing more of it can be read. */
export const spokenInClear = 'ERR_SSL_HTTP_REQUEST';

/** What is recorded of it. */
export function passedInClear(): Passed {
  return unread(spokenInClear, { kind: 'tls', message: 'a request in clear where TLS is spoken' });
}

/** What node tells of bytes that its parser refused, or that never came. */
export interface ClientError extends Error {
  readonly code?: string;
  readonly rawPacket?: Buffer;
  readonly bytesParsed?: number;
}

const statuses: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

/**
 * Answers what is no HTTP as Node does, and gives what is recorded of it; nothing where nothing was asked.
 * @param last the answer to what came before on this connection: a body that breaks off belongs to that
 */
export function refuseUnreadable(
  error: ClientError,
  socket: Socket,
  last: ServerResponse | undefined,
): Passed | undefined {
  const { code = 'UNKNOWN', rawPacket, bytesParsed } = error;
  const answering = last !== undefined && !last.writableFinished && last.headersSent;
  if (socket.writable && !answering)
    socket.end(`HTTP/1.1 ${statuses[code] ?? '400 Bad Request'}\r\nConnection: close\r\n\r\n`);
  else socket.destroy();
  if (!code.startsWith('HPE_') || last?.req.complete === false) return undefined;
  const header = blankedHeader(rawPacket ?? Buffer.alloc(0), bytesParsed);
  const found = unread(code, { kind: 'unreachable', message: 'the proxy cannot pass on what is no HTTP' });
  const flaw = { kind: 'unreadable', code, ...(header !== undefined && { header }) } as const;
  const { method, url, headers, body } = readRawHead(rawPacket, bytesParsed);
  const kept = body && { body: { chunks: [body], bytes: body.length } };
  return { ...found, method, url, headers: headers.flat(), ...kept, flaw };
}

function unread(code: string, failure: Omit<Failure, 'code'>): Passed {
  const now = Date.now();
  return {
    arrivedAt: now,
    answeredAt: now,
    method: 'UNKNOWN',
    url: '/',
    headers: [],
    flaw: { kind: 'unreadable', code },
    failure: { ...failure, code },
  };
}
