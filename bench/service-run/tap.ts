import { once } from 'node:events';
import type { IncomingMessage, Server } from 'node:http';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';

/** A request as it went to a service, secrets and all: it is sent again to the same mock, and kept nowhere. */
export interface Tapped {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
}

interface Tap {
  readonly url: string;
  close(): void;
}

/** Listens in front of a service, notes what arrives, and passes it on, after a delay where the service is to be slow. */
export async function tap(
  service: string,
  { note, delayMs = 0 }: { readonly note?: (tapped: Tapped) => void; readonly delayMs?: number },
): Promise<Tap> {
  const { origin, pathname } = new URL(service);
  const server: Server = createServer((incoming, response) => {
    void Promise.all([buffer(incoming), wait(delayMs)]).then(([body]) => {
      note?.(tappedFrom(incoming, origin, body));
      const { method, headers, url = '/' } = incoming;
      request(origin + url, { method, headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
        answer.pipe(response);
      }).end(body);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}${pathname === '/' ? '' : pathname}`,
    close: () => server.close(),
  };
}

/** What a client sets by itself. */
const ofConnection = ['host', 'connection', 'content-length', 'accept-encoding', 'transfer-encoding'];

function tappedFrom(
  { method = 'GET', url = '/', rawHeaders }: IncomingMessage,
  origin: string,
  body: Buffer,
) {
  const headers = rawHeaders.flatMap((name, index) =>
    index % 2 === 0 ? [[name, rawHeaders[index + 1] ?? ''] as const] : [],
  );
  return {
    method,
    url: origin + url,
    headers: headers.filter(([name]) => !ofConnection.includes(name.toLowerCase())),
    body: body.toString('utf8'),
  };
}
