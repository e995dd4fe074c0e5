import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { after, describe, it } from 'node:test';
import type {
  ArrivedCallback,
  BrokenCallback,
  CallbackAnswer,
} from '../../support/exchange/callback-listener';
import { echoPath, listenForCallbacks } from '../../support/exchange/callback-listener';

/** No payer or tunnel that is known keeps an idle connection for longer, in seconds. */
const longestIdle = 60;
const largest = 1024 * 1024;

interface Sent {
  readonly method?: string;
  readonly path?: string;
  readonly body?: string;
}

describe('a callback listener', async () => {
  const listener = await listenForCallbacks('127.0.0.1', 0);
  const agent = new Agent({ keepAlive: true });
  after(async () => {
    agent.destroy();
    await listener.close();
  });

  async function send({ method = 'POST', path = '/callback', body = '{}' }: Sent = {}) {
    const sent = request({ agent, host: '127.0.0.1', port: listener.port, method, path });
    // The listener may answer before it has read the whole body. Sending the rest then fails.
    sent.on('error', () => undefined).end(method === 'GET' ? undefined : body);
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    return { status: answer.statusCode, headers: answer.headers, text: String(await buffer(answer)) };
  }

  const taking = (answer: CallbackAnswer): ArrivedCallback[] => {
    const taken: ArrivedCallback[] = [];
    listener.receive = (callback) => {
      taken.push(callback);
      return Promise.resolve(answer);
    };
    return taken;
  };

  it('answers 503 until a taker is named', async () => {
    assert.equal((await send()).status, 503);
    taking({ status: 202 });
    assert.equal((await send()).status, 202);
  });

  it('hands over what arrived, and gives the answer with its length', async () => {
    const body = { message: 'नमस्ते' };
    const taken = taking({ status: 200, body });
    const { headers, text } = await send({ path: '/base/callback?x=1', body: '{"a":1}' });
    assert.deepEqual(
      taken.map(({ method, path, body: sent }) => [method, path, String(sent)]),
      [['POST', '/base/callback?x=1', '{"a":1}']],
    );
    assert.equal(text, JSON.stringify(body));
    assert.equal(headers['content-length'], String(Buffer.byteLength(text)));
    assert.equal(headers['transfer-encoding'], undefined);
    taking({ status: 204 });
    assert.equal((await send()).headers['content-type'], undefined);
  });

  it('keeps a connection for longer than those who call do', async () => {
    taking({ status: 200 });
    const promised = String((await send()).headers['keep-alive']);
    const [, seconds] = /timeout=(\d+)/.exec(promised) ?? [];
    assert.ok(Number(seconds) > longestIdle, promised);
  });

  it('gives the echo that shows where an address leads, and takes it for no callback', async () => {
    const taken = taking({ status: 200 });
    const { text } = await send({ method: 'GET', path: `/tunnel${echoPath('n-1')}` });
    assert.deepEqual([JSON.parse(text), taken.length], [{ echo: 'n-1' }, 0]);
    await send({ path: echoPath('n-1') });
    assert.equal(taken.length, 1, 'a payer calls by POST');
  });

  it('hands over a path that cannot be decoded', async () => {
    const taken = taking({ status: 400 });
    assert.equal((await send({ path: '/%ff' })).status, 400);
    assert.equal((await send({ path: '/a?b=%ff' })).status, 400);
    assert.deepEqual(
      taken.map(({ path }) => path),
      ['/%ff', '/a?b=%ff'],
    );
  });

  /** Writes bytes to the listener and ends the connection. Resolves to the listener's report and answer. */
  async function writeRaw(text: string): Promise<{ broken: BrokenCallback; answer: string }> {
    const reported = new Promise<BrokenCallback>((resolve) => {
      listener.receiveBroken = resolve;
    });
    const socket = connect(listener.port, '127.0.0.1');
    const answer = buffer(socket);
    socket.end(text);
    return { broken: await reported, answer: String(await answer) };
  }

  it('reports a callback that breaks off, with the beginning of its body', async () => {
    const taken = taking({ status: 200 });
    const { broken, answer } = await writeRaw(
      'POST /callback HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\n{"payload":',
    );
    const { method, url, body, bytes, flaw } = broken.request;
    assert.deepEqual([method, url, String(body), bytes], ['POST', '/callback', '{"payload":', 11]);
    assert.deepEqual([flaw?.kind, broken.status, answer, taken.length], ['incomplete', undefined, '', 0]);
  });

  it('reports a callback whose chunks are not HTTP once', async () => {
    let count = 0;
    const taken = taking({ status: 200 });
    const { broken } = await writeRaw(
      'POST /callback HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\nzz\r\n',
    );
    listener.receiveBroken = () => (count += 1);
    assert.equal(broken.request.flaw?.kind, 'incomplete');
    assert.equal((await send()).status, 200);
    assert.deepEqual([taken.length, count], [1, 0]);
  });

  it('answers and reports bytes that are not HTTP', async () => {
    const { broken, answer } = await writeRaw(
      'POST /callback HTTP/1.1\r\nHost: a\r\nX-HCX Code : b\r\nContent-Length: 2\r\n\r\n{}',
    );
    const { method, url, headers, flaw } = broken.request;
    assert.deepEqual(
      [method, url, headers],
      [
        'POST',
        '/callback',
        [
          ['Host', 'a'],
          ['Content-Length', '2'],
        ],
      ],
    );
    assert.deepEqual([flaw?.kind, broken.status], ['unreadable', 400]);
    assert.match(answer, /^HTTP\/1\.1 400 Bad Request\r\n/);
  });

  it('reads no more of a callback than a documented message comes near', async () => {
    const taken = taking({ status: 200 });
    assert.equal((await send({ body: 'x'.repeat(largest) })).status, 200);
    const { status, headers } = await send({ body: 'x'.repeat(largest + 1) });
    assert.deepEqual([status, headers.connection], [413, 'close']);
    assert.deepEqual(
      taken.map(({ body }) => body?.length),
      [largest, undefined],
      'it is handed over without its body: it did arrive',
    );
    const { cut } = taken.at(-1) ?? {};
    assert.deepEqual([cut?.beginning.length, cut?.bytes], [largest, largest + 1]);
  });

  it('answers 500 where a taker fails', async () => {
    listener.receive = () => Promise.reject(new Error('a fault of the taker'));
    const { status, text } = await send();
    assert.equal(status, 500);
    assert.doesNotMatch(text, /fault/);
  });
});
