import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { TestContext } from 'node:test';
import { describe, it } from 'node:test';
import type { HttpChannelOptions } from '../../support/adapter/http-channel';
import { openHttpChannel } from '../../support/adapter/http-channel';
import { initializeAdapter } from '../../support/adapter/initialize';
import { freePort } from '../ports';
import { callFieldEncrypt, expectAdapterFault, initializeParams, resultOf } from './adapters';

interface Call {
  readonly id: number;
  readonly method: string;
}
type Answering = (call: Call, response: ServerResponse, request: IncomingMessage) => void;

async function served(context: TestContext, listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  context.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/adapter`;
}

/** A channel to an adapter that answers each call in this way. */
async function adapter(context: TestContext, answer: Answering, options: Partial<HttpChannelOptions> = {}) {
  const url = await served(context, (request, response) => {
    void text(request).then((body) => {
      answer(JSON.parse(body) as Call, response, request);
    });
  });
  const channel = openHttpChannel({ url, timeoutMs: 10_000, ...options });
  context.after(() => channel.close());
  return channel;
}

const sealed = { ciphertext: 'x' };
const message = (id: unknown, rest: object = { result: sealed }) =>
  JSON.stringify({ jsonrpc: '2.0', id, ...rest });

describe('an adapter over HTTP', () => {
  it('takes the same messages by POST', async (t) => {
    const seen: unknown[] = [];
    const about = { protocolVersion: '1', implementation: { name: 'h', version: '1' }, capabilities: [] };
    const channel = await adapter(t, ({ id, method }, response, { method: verb, url, headers }) => {
      seen.push([verb, url, headers['content-type'], method]);
      response.end(message(id, { result: method === 'initialize' ? about : sealed }));
    });
    assert.deepEqual(await initializeAdapter(channel, initializeParams), about);
    assert.deepEqual(resultOf(await callFieldEncrypt(channel)), sealed);
    assert.deepEqual(seen, [
      ['POST', '/adapter', 'application/json', 'initialize'],
      ['POST', '/adapter', 'application/json', 'field.encrypt'],
    ]);
    assert.deepEqual(channel.log(), { first: '', leftOut: 0, last: '' });
  });

  it('may refuse, or offer nothing', async (t) => {
    const error = { code: -32001, message: 'no' };
    const refusing = await adapter(t, ({ id }, response) => response.end(message(id, { error })));
    assert.deepEqual(await callFieldEncrypt(refusing), { kind: 'refused', ...error });
    const empty = { code: -32601, message: 'what?' };
    const offering = await adapter(t, ({ id }, response) => response.end(message(id, { error: empty })));
    assert.deepEqual(await callFieldEncrypt(offering), { kind: 'not-offered', message: 'what?' });
  });

  it('has one connection for each call', async (t) => {
    const channel = await adapter(t, ({ id }, response, { headers, socket }) => {
      assert.equal(headers.connection, 'close');
      response.end(message(id), () => {
        socket.destroySoon();
      });
    });
    for (let call = 0; call < 5; call += 1)
      assert.deepEqual(resultOf(await callFieldEncrypt(channel)), sealed);
  });

  it('stays usable after a fault', async (t) => {
    const channel = await adapter(t, ({ id }, response) => response.end(id === 1 ? 'oops' : message(id)));
    await expectAdapterFault(callFieldEncrypt(channel));
    assert.deepEqual(resultOf(await callFieldEncrypt(channel)), sealed);
  });
});

const faults: readonly (readonly [string, RegExp, Answering])[] = [
  ['another status', /answered with status 500/, (_, response) => response.writeHead(500).end()],
  ['an accepted', /answered with status 202/, ({ id }, response) => response.writeHead(202).end(message(id))],
  [
    'a redirect',
    /redirects \(status 307, to "\/there"\)/,
    (_, response) => response.writeHead(307, { Location: '/there' }).end(),
  ],
  ['an empty body', /answered with an empty body/, (_, response) => response.end()],
  ['no JSON', /not JSON: "<html>"/, (_, response) => response.end('<html>')],
  [
    'no UTF-8',
    /not UTF-8/,
    ({ id }, response) => response.end(Buffer.from(message(id, { result: 'é' }), 'latin1')),
  ],
  ['another id', /answered 7 to call 1/, (_, response) => response.end(message(7))],
  ['an id as text', /answered "1" to call 1/, (_, response) => response.end(message('1'))],
  ['a notification', /a notification/, (_, response) => response.end('{"jsonrpc":"2.0","method":"log"}')],
  ['a batch', /answered with a list/, ({ id }, response) => response.end(`[${message(id)}]`)],
  [
    'a result that breaks its schema',
    /\/ciphertext is missing/,
    ({ id }, response) => response.end(message(id, { result: {} })),
  ],
  ['an answer that is too long', /more than 1000 bytes/, (_, response) => response.end('x'.repeat(2000))],
  [
    'an answer that breaks off',
    /broke off \(ECONNRESET\)/,
    (_, response) => {
      response.writeHead(200, { 'Content-Length': 50 }).write('{');
      setImmediate(() => response.destroy());
    },
  ],
  ['a connection that breaks off', /broke off \(ECONNRESET\)/, (_, response) => response.destroy()],
];

describe('an adapter over HTTP is at fault', () => {
  for (const [what, words, answer] of faults)
    it(`for ${what}`, async (t) => {
      const channel = await adapter(t, answer, { maxBody: 1000 });
      assert.match(await expectAdapterFault(callFieldEncrypt(channel)), words);
    });

  it('for an answer without end', async (t) => {
    const channel = await adapter(t, (_, response) => {
      const more = () => response.write('x'.repeat(1 << 16), more);
      more();
    });
    assert.match(await expectAdapterFault(callFieldEncrypt(channel)), /more than 33554432 bytes/);
  });

  it('for silence, and is down after the second', async (t) => {
    const channel = await adapter(t, () => undefined, { timeoutMs: 100 });
    assert.match(await expectAdapterFault(callFieldEncrypt(channel)), /no answer within 100 ms/);
    assert.match(await expectAdapterFault(callFieldEncrypt(channel)), /2 times, and is not asked any more/);
    assert.equal(channel.ended, true);
    assert.match(await expectAdapterFault(callFieldEncrypt(channel)), /not asked any more/);
  });

  it('for an answer that drips, and is hung up on', async (t) => {
    let hungUp: Promise<unknown> = Promise.resolve();
    const answer: Answering = (_, response) => {
      const drip = setInterval(() => response.write(' '), 10);
      hungUp = once(response, 'close').finally(() => {
        clearInterval(drip);
      });
    };
    const channel = await adapter(t, answer, { timeoutMs: 200 });
    assert.match(await expectAdapterFault(callFieldEncrypt(channel)), /no answer within 200 ms/);
    await hungUp;
  });

  it('for not understanding the call', async (t) => {
    const error = { code: -32700, message: 'what?' };
    const channel = await adapter(t, ({ id }, response) => response.end(message(id, { error })));
    assert.match(
      await expectAdapterFault(callFieldEncrypt(channel)),
      /did not understand the call \(error -32700\): "what\?"/,
    );
  });

  it('where nothing listens', async (t) => {
    const url = await served(t, () => undefined);
    const { port } = new URL(url);
    const free = await freePort();
    assert.notEqual(String(free), port);
    const channel = openHttpChannel({ url: `http://127.0.0.1:${free}`, timeoutMs: 5000 });
    assert.match(
      await expectAdapterFault(callFieldEncrypt(channel)),
      /cannot be reached at .*\(ECONNREFUSED\)[^]*integrator.url/,
    );
  });

  it('when the channel is closed under it', async (t) => {
    const channel = await adapter(t, () => undefined);
    const call = expectAdapterFault(callFieldEncrypt(channel));
    await channel.close();
    assert.match(await call, /was closed before it answered/);
  });
});

describe('an address', () => {
  it('is one of http or https', () => {
    assert.throws(
      () => openHttpChannel({ url: 'file:///adapter', timeoutMs: 1 }),
      /no http or https address/,
    );
  });
});
