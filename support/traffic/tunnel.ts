import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Way } from './onward';
import { open } from './onward';
import type { WireAnswer, WireRecord } from '../exchange/raw-exchange';
import { pairs } from '../exchange/raw-headers';
import { failureOf } from './forwarded';

/** What is no HTTP any more once it is agreed on is passed on unread. */
export function tunnel(options: Way, request: IncomingMessage, socket: Duplex, head: Buffer): void {
  const told = teller(options, request);
  const onward = open(options, request, 'Connection', 'Upgrade');
  onward.on('upgrade', (answer: IncomingMessage, far: Duplex, first: Buffer) => {
    socket.write(headOf(answer));
    told({ response: answerOf(answer) });
    far.unshift(first);
    socket.unshift(head);
    join(socket, far);
  });
  onward.on('response', (answer: IncomingMessage) => {
    socket.write(headOf(answer));
    told({ response: answerOf(answer) });
    answer.pipe(socket);
  });
  onward.on('error', (error: NodeJS.ErrnoException) => {
    told({ failure: failureOf(error) });
    socket.end('HTTP/1.1 502 Bad Gateway\r\nConnection: close\r\n\r\n');
  });
  socket.on('error', () => onward.destroy());
  onward.end();
}

function teller({ observe }: Way, { rawHeaders, method = '', url = '/' }: IncomingMessage) {
  const arrivedAt = Date.now();
  const request = { method, url, headers: pairs(rawHeaders) };
  return (given: Pick<WireRecord, 'response' | 'failure'>): void => {
    observe({ arrivedAt, answeredAt: Date.now(), request, ...given });
  };
}

function headOf({ statusCode = 502, statusMessage = '', rawHeaders }: IncomingMessage): string {
  const lines = pairs(rawHeaders).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${statusCode} ${statusMessage}\r\n${lines.join('')}\r\n`;
}

function answerOf({ statusCode = 0, rawHeaders }: IncomingMessage): WireAnswer {
  return { status: statusCode, headers: pairs(rawHeaders), body: Buffer.alloc(0) };
}

/** When one side ends, both end. */
function join(one: Duplex, other: Duplex): void {
  other.on('error', () => one.destroy());
  other.on('close', () => one.destroy());
  one.on('close', () => other.destroy());
  other.pipe(one).pipe(other);
}
