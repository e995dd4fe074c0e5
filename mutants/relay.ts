import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, request as forward } from 'node:http';
import type { Stage } from './mutant';
import { listen } from './raw-server';
import { stageMock } from './stage';

export type RawHeaders = readonly (readonly [name: string, value: string])[];

/** What a relay does to the answers on their way back. */
export interface Way {
  readonly status?: (status: number) => number;
  readonly headers?: (headers: RawHeaders) => RawHeaders;
  /** Whether the connection is reset in place of an answer: the service has done what it was asked. */
  readonly cuts?: (path: string, status: number) => boolean;
  /** Writes the body and ends the answer. */
  readonly write?: (body: Buffer, response: ServerResponse) => void;
}

/** A plain mock behind a relay at each service: for differences on the wire that a handler cannot make. */
export async function stageRelay(way: Way): Promise<Stage> {
  const stage = await stageMock({});
  const relays = await Promise.all(
    Object.entries(stage.target.services).map(async ([service, url]) => {
      const { origin, pathname } = new URL(url);
      const server = await listen(
        createServer((request, response) => {
          relay(origin, way, request, response);
        }),
      );
      return { service, url: server.origin + pathname.replace(/\/$/, ''), close: server.close };
    }),
  );
  return {
    ...stage,
    target: {
      ...stage.target,
      services: Object.fromEntries(relays.map(({ service, url }) => [service, url])),
    },
    close: async () => {
      await Promise.all([stage.close(), ...relays.map(({ close }) => close())]);
    },
  };
}

/** Sends a request on to another address, and the answer back. */
export function relay(origin: string, way: Way, request: IncomingMessage, response: ServerResponse): void {
  const { method, headers, url = '/' } = request;
  const onward = forward(origin + url, { method, headers, agent: false } as object, (answer) => {
    if (way.cuts?.(url.split('?')[0] ?? url, answer.statusCode ?? 0) === true)
      request.socket.resetAndDestroy();
    else void passOn(answer, way, response);
  });
  onward.on('error', () => response.destroy());
  request.pipe(onward);
}

async function passOn(answer: IncomingMessage, way: Way, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of answer as AsyncIterable<Buffer>) chunks.push(chunk);
  const headers = way.headers?.(pairs(answer.rawHeaders)) ?? pairs(answer.rawHeaders);
  response.sendDate = false;
  const { statusCode = 502 } = answer;
  response.writeHead(way.status?.(statusCode) ?? statusCode, headers.flat());
  const body = Buffer.concat(chunks);
  if (way.write === undefined) response.end(body);
  else way.write(body, response);
}

function pairs(raw: readonly string[]): RawHeaders {
  return raw.flatMap((name, index) => (index % 2 === 0 ? [[name, raw[index + 1] ?? ''] as const] : []));
}
