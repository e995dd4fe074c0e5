import { once } from 'node:events';
import type { IncomingMessage, Server } from 'node:http';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';

/**
 * A request as it was sent to a service, including its secrets. The bench stores it only in a temporary
 * folder, and sends it only to the same mock again.
 */
export interface TappedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
}

interface Tap {
  readonly url: string;
  close(): void;
}

/**
 * Starts a proxy in front of a service. The proxy passes each request to `note`, and delays each request by
 * `delayMs` to simulate a slow service.
 */
export async function tap(
  service: string,
  { note, delayMs = 0 }: { readonly note?: (tapped: TappedRequest) => void; readonly delayMs?: number },
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

/** Headers that newman sets itself, so they are not copied from the original request. */
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
