import assert from 'node:assert/strict';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import { describe, it } from 'node:test';
import { shareBrowser } from '../report/page/browser';
import { openDesk } from './browser';
import { asEvent } from './told';
import { missing } from '../tools';

/** A site of someone else, on this machine. Cookies do not tell one port from another: for them it is the same site. */
async function foreignSite(t: TestContext, html: string): Promise<number> {
  const server = createServer((_request, response) =>
    response.setHeader('content-type', 'text/html').end(html),
  ).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.close();
    server.closeAllConnections();
  });
  return (server.address() as AddressInfo).port;
}

/** What a server in this process answers from now on, as in `GET /api/events 403`. */
function watchAnswers(t: TestContext, port: number): string[] {
  const answers: string[] = [];
  const onFinish = (message: unknown): void => {
    const { request, response } = message as { request: IncomingMessage; response: ServerResponse };
    if (request.socket.localPort === port)
      answers.push(`${request.method ?? ''} ${request.url ?? ''} ${response.statusCode}`);
  };
  subscribe('http.server.response.finish', onFinish);
  t.after(() => {
    unsubscribe('http.server.response.finish', onFinish);
  });
  return answers;
}

/** Tries all that a page can ask for, and gives what it got. */
async function attack(desk: string): Promise<Record<string, string>> {
  const got: Record<string, string> = {};
  const path = `${desk}/api/events/kept`;
  const fetched = async (name: string, init: RequestInit): Promise<void> => {
    try {
      got[name] = await (await fetch(path, { credentials: 'include', ...init })).text();
    } catch {
      got[name] = '';
    }
  };
  await fetched('fetch', {});
  await fetched('fetch without CORS', { mode: 'no-cors' });
  await fetched('post', { method: 'POST', mode: 'no-cors', body: '{}' });
  await fetched('put', { method: 'PUT', body: '{}', headers: { 'content-type': 'application/json' } });
  const heard = (name: string, source: EventTarget, events: readonly string[]): Promise<void> =>
    new Promise((resolve) => {
      for (const type of events)
        source.addEventListener(type, () => {
          got[name] = type;
          resolve();
        });
    });
  const stream = new EventSource(`${desk}/api/events`, { withCredentials: true });
  await heard('stream', stream, ['open', 'message', 'ready', 'error']);
  const socket = new WebSocket(`${desk.replace('http', 'ws')}/api/events`);
  await heard('socket', socket, ['open', 'message', 'error']);
  for (const [name, tag, file] of [
    ['script', 'script', '/api/events/kept'],
    ['strings', 'script', '/strings.json'],
    ['program', 'script', '/app.js'],
    ['image', 'img', '/api/events/kept'],
  ] as const) {
    const element = document.createElement(tag);
    element.src = desk + file;
    const done = heard(name, element, ['load', 'error']);
    document.body.append(element);
    await done;
  }
  const link = Object.assign(document.createElement('link'), {
    rel: 'stylesheet',
    href: `${desk}/style.css`,
  });
  const linked = heard('style', link, ['load', 'error']);
  document.head.append(link);
  await linked;
  return got;
}

describe('a page of another site', { skip: missing('browser') }, () => {
  shareBrowser();

  for (const host of ['127.0.0.1', 'localhost'])
    it(`at ${host} gets nothing of the desk, whatever it asks for`, async (t) => {
      const { desk, context } = await openDesk(t);
      desk.context.hub.tell(asEvent({ type: 'run.told', text: 'of the desk alone' }));
      const port = await foreignSite(t, '<!doctype html><title>x</title><body>');
      const page = await context.newPage();
      await page.goto(`http://${host}:${port}/`);
      const own = new URL(desk.url);
      const answers = watchAnswers(t, Number(own.port));
      const got = await page.evaluate(attack, own.origin);
      assert.deepEqual(got, {
        ...{ fetch: '', 'fetch without CORS': '', post: '', put: '', stream: 'error', socket: 'error' },
        ...{ script: 'error', strings: 'error', program: 'error', image: 'error', style: 'error' },
      });
      assert.ok(answers.length >= 10, answers.join('\n'));
      assert.deepEqual(
        answers.filter((each) => !each.endsWith(' 403')),
        [],
      );
    });

  it('shows the desk in no frame, and sends it no form', async (t) => {
    const { desk, context } = await openDesk(t);
    const { origin, port } = new URL(desk.url);
    const frames = ['/', '/report', '/api/events/kept', '/app.js'].map(
      (path) => `<iframe src="${origin}${path}"></iframe>`,
    );
    const form = `<form method="post" action="${origin}/api/events" enctype="text/plain"><input name='{"a":"' value='"}'><button>Go</button></form>`;
    const site = await foreignSite(t, `<!doctype html><title>x</title>${frames.join('')}${form}`);
    const page = await context.newPage();
    const answers = watchAnswers(t, Number(port));
    await page.goto(`http://127.0.0.1:${site}/`);
    for (const frame of page.frames().slice(1))
      assert.doesNotMatch(await frame.content(), /Conformance desk|epoch/, frame.url());
    await page.getByRole('button').click();
    await page.getByText('another site asked for this').waitFor();
    assert.ok(answers.includes('POST /api/events 403'), answers.join('\n'));
    assert.deepEqual(
      answers.filter((each) => each.startsWith('GET /api') && !each.endsWith('403')),
      [],
    );
  });

  it('that leads to the desk has no hold of it', async (t) => {
    const { desk, context } = await openDesk(t);
    const { origin } = new URL(desk.url);
    const port = await foreignSite(t, '<!doctype html><title>x</title><button>Go</button>');
    const page = await context.newPage();
    await page.goto(`http://127.0.0.1:${port}/`);
    const next = context.waitForEvent('page');
    await page.evaluate((to) => Object.assign(globalThis, { led: open(to) }), origin);
    const led = await next;
    await led.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForFunction(() => (globalThis as unknown as { led: Window }).led.closed);
    assert.equal(await led.evaluate(() => opener as unknown), null);
  });
});
