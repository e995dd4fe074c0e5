import { connect, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';

/** One connection whose bytes are the test's own. */
export interface RawClient {
  readonly socket: Socket;
  send(...parts: (string | Buffer)[]): void;
  /** All that was answered, once the far side has ended the connection. */
  readonly answered: Promise<string>;
}

/** Connects to the host and port of an address; bytes that cannot be written any more are no error. */
export function rawClient(url: string, ca?: string): RawClient {
  const { hostname, port } = new URL(url);
  const at = { host: hostname, port: Number(port) };
  const socket = ca === undefined ? connect(at) : connectTls({ ...at, ca });
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk)).on('error', () => undefined);
  return {
    socket,
    send(...parts) {
      for (const part of parts) socket.write(part);
    },
    answered: new Promise((resolve) => {
      socket.once('close', () => {
        resolve(Buffer.concat(chunks).toString());
      });
    }),
  };
}

/** The status codes of the answers in a text, in order. */
export function statusesIn(text: string): number[] {
  return [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
}
