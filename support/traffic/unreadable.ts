import type { Socket } from 'node:net';
import type { Failure } from '../exchange/exchange';
import { blankedHeader, readRawHead } from '../mock/raw-head';
import { ownAnswer } from './own-answer';
import type { Passed } from './passed';
import { headOf } from './passed-answer';
import type { UpstreamCall } from './upstream-call';

/** A request in clear where TLS is spoken: nothing more of it can be read. */
export const spokenInClear = 'ERR_SSL_HTTP_REQUEST';

/** What is recorded of it. */
export function passedInClear(): Passed {
  return unread({ kind: 'tls', code: spokenInClear, message: 'a request in clear where TLS is spoken' });
}

/** What node tells of bytes that its parser refused, or that never came. */
export interface ClientError extends Error {
  readonly code?: string;
  readonly rawPacket?: Buffer;
  readonly bytesParsed?: number;
}

const statuses: Readonly<Record<string, readonly [status: number, reason: string]>> = {
  HPE_HEADER_OVERFLOW: [431, 'Request Header Fields Too Large'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request Timeout'],
};

/** The client's own doing, and no refusal. */
const hangsUp = 'HPE_INVALID_EOF_STATE';

/**
 * Answers what Node's parser refuses, and gives what is recorded of it; nothing where nothing was asked.
 * @param last the latest request on this connection: a body that breaks off belongs to that
 */
export function refuseUnreadable(
  error: ClientError,
  socket: Socket,
  last?: UpstreamCall,
): Passed | undefined {
  const { code = 'UNKNOWN', rawPacket, bytesParsed } = error;
  const message = `the proxy refused this request: ${error.message}`;
  answer(socket, last, code, `${message} (${code})\n`);
  if (!code.startsWith('HPE_')) return undefined;
  const failure = { kind: 'unreachable', code, message } as const;
  if (last?.isAsked === false) {
    if (code !== hangsUp) last.breakOff(failure);
    return undefined;
  }
  const header = blankedHeader(rawPacket ?? Buffer.alloc(0), bytesParsed);
  const flaw = { kind: 'unreadable', code, ...(header !== undefined && { header }) } as const;
  const { method, url, headers, body } = readRawHead(rawPacket, bytesParsed);
  const kept = body && { body: { chunks: [body], bytes: body.length } };
  return { ...unread(failure), method, url, headers: headers.flat(), ...kept, flaw };
}

function answer(socket: Socket, last: UpstreamCall | undefined, code: string, text: string): void {
  if (!socket.writable || last?.isAnswering === true) {
    socket.destroy();
    return;
  }
  const [status, reason] = statuses[code] ?? [400, 'Bad Request'];
  socket.end(headOf(status, reason, Object.entries({ ...ownAnswer, connection: 'close' })) + text, 'latin1');
}

function unread(failure: Failure): Passed {
  const now = Date.now();
  return {
    arrivedAt: now,
    answeredAt: now,
    method: 'UNKNOWN',
    url: '/',
    headers: [],
    flaw: { kind: 'unreadable', code: failure.code },
    failure,
  };
}
