import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { buildSync } from 'esbuild';
import type { BrowserContext, Page } from 'playwright-core';
import { sharedBrowser } from '../../report/page/browser';
import type { Told } from '../told';
import { reduced } from '../told';
import type { Probe } from './page';

let bundled: string | undefined;

/** The script of a page that only hears, over the desk's own stream. */
function probeScript(): string {
  bundled ??= buildSync({
    entryPoints: [join(__dirname, 'page.ts')],
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'browser',
    target: 'chrome111',
  }).outputFiles[0]?.text;
  return bundled ?? '';
}

/** A browser with cookies of its own, in which desks show the page that only hears. */
export async function probeContext(t: TestContext): Promise<BrowserContext> {
  const context = await (await sharedBrowser()).newContext();
  t.after(() => context.close());
  await context.route('**/app.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: probeScript() }),
  );
  return context;
}

/** A tab with that page, as soon as it hears. */
export async function openProbe(context: BrowserContext, url: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(url);
  await untilStanding(page, 'open');
  return page;
}

export async function untilStanding(page: Page, standing: string): Promise<void> {
  await page.waitForFunction(
    (wanted) => (globalThis as { probe?: Probe }).probe?.standing === wanted,
    standing,
  );
}

/** What a tab has heard, once an event with this text came last. */
export async function heardUpTo(page: Page, text: string): Promise<Told[]> {
  await untilHeard(page, text);
  return reduced(await page.evaluate(() => (globalThis as unknown as { probe: Probe }).probe.heard));
}

/** Until an event with this text came last. */
export async function untilHeard(page: Page, text: string): Promise<void> {
  await page.waitForFunction(
    (wanted) => {
      const last = (globalThis as { probe?: Probe }).probe?.heard.at(-1);
      return (last as { text?: string } | undefined)?.text === wanted;
    },
    text,
    { polling: 50 },
  );
}

/** The connections of a server in this process, from now on. */
export interface Connections {
  /** How often the stream was asked for. */
  readonly streams: () => number;
  /** Breaks all of them. */
  readonly kill: () => void;
}

export function watchConnections(t: TestContext, url: string): Connections {
  const port = Number(new URL(url).port);
  const sockets = new Set<Socket>();
  let streams = 0;
  const onSocket = (message: unknown): void => {
    const { socket } = message as { socket: Socket };
    if (socket.localPort === port) sockets.add(socket);
  };
  const onRequest = (message: unknown): void => {
    const { request } = message as { request: IncomingMessage };
    if (request.socket.localPort === port && request.url === '/api/events') streams += 1;
  };
  subscribe('net.server.socket', onSocket);
  subscribe('http.server.request.start', onRequest);
  t.after(() => {
    unsubscribe('net.server.socket', onSocket);
    unsubscribe('http.server.request.start', onRequest);
  });
  return {
    streams: () => streams,
    kill() {
      for (const socket of sockets) socket.destroy();
      sockets.clear();
    },
  };
}
