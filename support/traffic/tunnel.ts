import type { IncomingMessage } from 'node:http';
import { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { pairs } from '../exchange/raw-headers';
import { headOf } from './passed-answer';
import type { Way } from './onward';
import { UpstreamCall } from './upstream-call';

/** Protocols that are an HTTP of their own, or TLS: what goes on in them could be neither read nor judged. */
const otherHttp = /^(h2c?|http\/.*|tls\/.*)$/i;

/**
 * Whether an offer to upgrade is passed on. One that comes with a body, as that of Java's client for HTTP/2, is the
 * business of one connection alone: without it the same request is answered in HTTP/1.1.
 */
export function isTunnelled({ headers }: IncomingMessage): boolean {
  const { upgrade = '', 'content-length': length = '0', 'transfer-encoding': coding } = headers;
  const protocols = upgrade.split(',').map((each) => each.trim());
  return length === '0' && coding === undefined && !protocols.some((each) => otherHttp.test(each));
}

/** What is no HTTP any more once it is agreed on is passed on unread. */
export function tunnel(way: Way, request: IncomingMessage, socket: Socket, head: Buffer): void {
  const response = new ServerResponse(request);
  response.shouldKeepAlive = false;
  response.assignSocket(socket);
  socket.on('error', () => socket.destroy());
  response.on('finish', () => socket.end());
  new UpstreamCall(way, request, response, (answer, far, first) => {
    response.detachSocket(socket);
    const { statusCode = 101, statusMessage = '', rawHeaders } = answer;
    socket.write(headOf(statusCode, statusMessage, pairs(rawHeaders)), 'latin1');
    far.unshift(first);
    socket.unshift(head);
    join(socket, far);
  }).run();
}

/** When one side ends, both end. */
function join(one: Duplex, other: Duplex): void {
  other.on('error', () => one.destroy());
  other.on('close', () => one.destroy());
  one.on('close', () => other.destroy());
  other.pipe(one).pipe(other);
}
