import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Agent, createServer, request as forward } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { SecureVersion } from 'node:tls';
import { defaultTls } from '../../../support/mock/tls';
import type { Target } from '../../../support/targets/target';
import { listen } from '../../raw-server';
import type { RawHeaders } from '../../relay';

/** An answer on its way from the mock to the suite. */
export interface WireAnswer {
  readonly status: number;
  /** The text after the status in the first line of the answer. */
  readonly text: string;
  readonly headers: RawHeaders;
  readonly body: Buffer;
}

/** The changes that one dimension makes to answers on the wire. */
export interface Way {
  readonly change?: (answer: WireAnswer) => WireAnswer;
  /** Called before the answer is sent. */
  readonly before?: (response: ServerResponse) => void | Promise<void>;
  /** Sends the body and ends the answer. Only one dimension has it. */
  readonly write?: (body: Buffer, response: ServerResponse) => void | Promise<void>;
}

/** The listeners in front of the mock. */
export interface Front {
  /** `undefined` for plain HTTP. */
  readonly tls: { readonly minVersion?: SecureVersion; readonly maxVersion?: SecureVersion } | undefined;
  /** Path prefixes of requests to payer operations that the listeners remove. */
  readonly prefixes: readonly string[];
}

const usualFront: Front = { tls: {}, prefixes: [] };

interface OpenFront {
  readonly target: Target;
  readonly close: () => Promise<void>;
}

/** Opens a listener in front of each service of a target, and returns the target with their addresses. */
export async function openFront(
  target: Target,
  given: Partial<Front>,
  ways: readonly Way[],
): Promise<OpenFront> {
  const front = { ...usualFront, ...given };
  const tls = front.tls === undefined ? undefined : { ...(await defaultTls([])), ...front.tls };
  const agent = new Agent({ keepAlive: true });
  const opened = await Promise.all(
    Object.entries(target.services).map(async ([service, url]) => {
      const { origin, pathname } = new URL(url);
      const serve = (request: IncomingMessage, response: ServerResponse): void => {
        passThrough({ origin, agent, prefixes: front.prefixes, ways }, request, response);
      };
      const server: Server = tls === undefined ? createServer(serve) : createTlsServer(tls, serve);
      const listening = await listen(server, tls === undefined ? 'http' : 'https');
      return { service, url: listening.origin + pathname.replace(/\/$/, ''), close: listening.close };
    }),
  );
  const services = Object.fromEntries(opened.map(({ service, url }) => [service, url]));
  return {
    target: { ...target, services, ...(tls && { ca: tls.ca }) },
    close: async () => {
      agent.destroy();
      await Promise.all(opened.map(({ close }) => close()));
    },
  };
}

interface Passage {
  readonly origin: string;
  readonly agent: Agent;
  readonly prefixes: readonly string[];
  readonly ways: readonly Way[];
}

function passThrough(passage: Passage, request: IncomingMessage, response: ServerResponse): void {
  const { origin, agent, prefixes } = passage;
  const { method, headers, url = '/' } = request;
  const prefix = prefixes.find((each) => url.startsWith(`${each}/`)) ?? '';
  const options = { method, headers, agent } as object;
  const onward = forward(origin + url.slice(prefix.length), options, (answer) => {
    void passBack(answer, passage.ways, response).catch(() => response.destroy());
  });
  onward.on('error', () => response.destroy());
  request.pipe(onward);
}

const ofConnection = /^(connection|keep-alive|transfer-encoding)$/i;

async function passBack(
  answer: IncomingMessage,
  ways: readonly Way[],
  response: ServerResponse,
): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of answer as AsyncIterable<Buffer>) chunks.push(chunk);
  const { statusCode = 502, statusMessage = '', rawHeaders } = answer;
  const pairs = rawHeaders.flatMap((name, index) =>
    index % 2 === 0 ? [[name, rawHeaders[index + 1] ?? ''] as const] : [],
  );
  const own: WireAnswer = {
    status: statusCode,
    text: statusMessage,
    headers: pairs.filter(([name]) => !ofConnection.test(name)),
    body: Buffer.concat(chunks),
  };
  // An answer with status 204 never has a body (RFC 9110, section 15.3.5), so the ways to write a body do not apply.
  const used = statusCode === 204 ? ways.filter((each) => each.write === undefined) : ways;
  const { status, text, headers, body } = used.reduce((each, { change }) => change?.(each) ?? each, own);
  for (const { before } of used) await before?.(response);
  response.sendDate = false;
  response.writeHead(status, text, headers.flat());
  const write = used.find((each) => each.write !== undefined)?.write;
  if (write === undefined) response.end(body);
  else await write(body, response);
}
