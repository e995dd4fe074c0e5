import assert from 'node:assert/strict';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { get, request } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import type { TestContext } from 'node:test';
import type { FastifyInstance } from 'fastify';
import type { Refusal, UiEvent } from '../../support/ui/api';
import type { UiOptions } from '../../support/ui/start';
import { runsInHistory } from '../../support/report/runs/kept-run';
import { startUi } from '../../support/ui/start';
import { temporaryFolder } from '../report/embedded-run';

interface Route {
  readonly method: string;
  /** As it was written, as in `/report/:run`. */
  readonly url: string;
}

/** The address of a route, with a value in the place of each of its parts that change. */
export const addressOf = ({ url }: Route, value: string): string => url.replace(/:\w+/g, value);

interface Answer {
  readonly status: number;
  readonly headers: NodeJS.Dict<string | string[]>;
  readonly text: string;
}

/** A request as it is written, Host and Origin included: fetch would not send them otherwise. */
export async function sendUiRequest(
  url: URL,
  headers: Record<string, string> = {},
  method = 'GET',
  body: Buffer | string = '',
): Promise<Answer> {
  const sent = request(url, { method, headers, agent: false }).end(body);
  // What breaks once the answer is there is told by the answer.
  sent.on('error', () => undefined);
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  return { status: response.statusCode ?? 0, headers: response.headers, text: await textOf(response) };
}

/** A request byte by byte; gives the whole answer. */
export async function askRaw(port: number, line: string, headers: readonly string[], body = '') {
  const socket = connect({ host: '127.0.0.1', port });
  socket.end([line, 'connection: close', ...headers, '', body].join('\r\n'));
  return textOf(socket);
}

const json = 'application/json';
const bytes = 'application/octet-stream';

interface Told<Body> {
  readonly status: number;
  readonly text: string;
  readonly body: Body & Refusal;
}

export type OpenedUi = Awaited<ReturnType<typeof openUi>>;

/** A server with a folder of its own, in which `text` is its target file; it is asked as its page would. */
export async function openUi(
  t: TestContext,
  { text, ...options }: Partial<UiOptions> & { readonly text?: Buffer | string } = {},
) {
  const folder = temporaryFolder(t);
  const file = join(folder, 'target.yaml');
  if (text !== undefined) writeFileSync(file, text);
  const routes: Route[] = [];
  const onStart = (message: unknown): void => {
    (message as { fastify: FastifyInstance }).fastify.addHook('onRoute', ({ method, url }) => {
      routes.push(...[method].flat().map((each) => ({ method: each, url })));
    });
  };
  subscribe('fastify.initialization', onStart);
  const ui = await startUi({ target: file, reports: join(folder, 'reports'), port: 0, ...options });
  unsubscribe('fastify.initialization', onStart);
  t.after(() => ui.close());
  const first = new URL(ui.url);
  const { cookie, set } = await cookieOf(first);
  const at = (path: string): URL => new URL(path, first.origin);
  const ours = { cookie, origin: first.origin };
  const said: string[] = [];
  return {
    ...{ ui, folder, file, routes, first, cookie, set, at, ours },
    /** All that was answered. */
    said,
    tell: async <Body = object>(method: string, path: string, body?: unknown): Promise<Told<Body>> => {
      const [type, sent] = body === undefined ? [{}, ''] : [{ 'content-type': json }, JSON.stringify(body)];
      const answer = await sendUiRequest(at(path), { ...ours, ...type }, method, sent);
      said.push(answer.text);
      return { status: answer.status, text: answer.text, body: JSON.parse(answer.text) as Body & Refusal };
    },
    /** Hands a file over. */
    hand: async <Body = object>(path: string, content: Buffer | string): Promise<Told<Body>> => {
      const answer = await sendUiRequest(at(path), { ...ours, 'content-type': bytes }, 'POST', content);
      said.push(answer.text);
      return { status: answer.status, text: answer.text, body: JSON.parse(answer.text) as Body & Refusal };
    },
    follow: () => new Reader(t, at('/events'), { cookie }),
  };
}

/** The cookie that a first address gives, and how it was set. */
export async function cookieOf(url: URL): Promise<{ readonly cookie: string; readonly set: string }> {
  const { status, headers } = await sendUiRequest(url);
  assert.equal(status, 303);
  const [set = ''] = headers['set-cookie'] ?? [];
  return { set, cookie: set.split(';')[0] ?? '' };
}

/** A connection to the stream of events that reads when it is told to. */
export class Reader {
  /** Those that hold for it: `all` forgets the ones before. */
  readonly events: UiEvent[] = [];
  readonly sizes: number[] = [];
  /** How it began, and began again; `parked` comes last. */
  readonly beginnings: string[] = [];
  lastId = '';
  /** So many characters came. */
  length = 0;
  readonly #response: Promise<IncomingMessage>;
  #rest = '';

  constructor(t: TestContext, url: URL, headers: Record<string, string> = {}) {
    const asked = get(url, { agent: false, headers });
    t.after(() => asked.destroy());
    this.#response = once(asked, 'response').then(([answer]) => {
      const response = answer as IncomingMessage;
      response.on('error', () => undefined);
      return response.setEncoding('utf8').on('data', (piece: string) => {
        this.#take(piece);
      });
    });
    this.#response.catch(() => undefined);
  }

  #take(piece: string): void {
    this.length += piece.length;
    const blocks = (this.#rest + piece).split('\n\n');
    this.#rest = blocks.pop() ?? '';
    for (const block of blocks) {
      this.lastId = /^id: (.*)$/m.exec(block)?.[1] ?? this.lastId;
      const how = /^event: (.*)$/m.exec(block)?.[1];
      const data = /^data: (.+)$/m.exec(block)?.[1];
      if (how !== undefined) this.beginnings.push(how);
      if (how === 'all') this.events.length = 0;
      if (data === undefined) continue;
      const events = JSON.parse(data) as UiEvent[];
      this.sizes.push(events.length);
      this.events.push(...events);
    }
  }

  async stall(): Promise<void> {
    (await this.#response).pause();
  }

  async goOn(): Promise<void> {
    (await this.#response).resume();
  }

  async end(): Promise<void> {
    (await this.#response).destroy();
  }

  /** Once it has begun, and again after each piece that came. */
  async until(holds: (reader: this) => boolean): Promise<void> {
    const response = await this.#response;
    while (this.beginnings.length === 0 || !holds(this)) await once(response, 'data');
  }

  async closed(): Promise<void> {
    const response = await this.#response;
    if (!response.closed) await new Promise((resolve) => response.once('close', resolve));
  }
}

/** The folder of the newest run below this one. */
export const newestIn = (folder: string): string => runsInHistory(join(folder, 'reports'))[0]?.path ?? '';
