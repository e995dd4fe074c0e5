import assert from 'node:assert/strict';
import { join } from 'node:path';
import { PassThrough, Readable, Writable } from 'node:stream';
import { describe, it } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import type { AdapterHandlers } from '../../support/adapter/handlers';
import { RefusalError } from '../../support/adapter/handlers';
import { serveStdio } from '../../support/adapter/serve-stdio';
import { openStdioChannel } from '../../support/adapter/stdio-channel';
import { checkSchema } from '../../support/contract/schemas';
import { root } from '../cli/conform';
import { callFieldEncrypt, resultOf } from './adapters';

interface Answer {
  readonly id: unknown;
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string };
}

const handlers: AdapterHandlers = {
  'session.create': () => undefined,
  'field.encrypt': ({ value }) => ({ ciphertext: value.toUpperCase() }),
  'certificate.fetch': ({ service }) => {
    if (service === 'registry') throw new RefusalError('not trusted');
    throw new Error('no route');
  },
  'transfer.open': () => ({ transferId: 'T', keyMaterial: { nonce: 1n } }),
};

/** What comes back for these pieces of input; each line has to be a message. */
async function answers(
  pieces: readonly (string | Buffer)[],
  own = handlers,
  maxLine?: number,
): Promise<Answer[]> {
  const output = new PassThrough();
  await serveStdio(own, Readable.from(pieces), output, maxLine === undefined ? {} : { maxLine });
  output.end();
  const written = (await output.toArray()).map(String).join('');
  return written
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const answer = JSON.parse(line) as Answer;
      assert.deepEqual(checkSchema('adapter/response', answer), []);
      return answer;
    });
}

const call = (id: unknown, method: string, params?: unknown) =>
  `${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`;
const seal = (id: unknown, value = 'a') => call(id, 'field.encrypt', { service: 'identity', value });
const codes = (all: readonly Answer[]) => all.map(({ id, error }) => [id, error?.code]);

describe("the adapter's side over streams", () => {
  it('answers each message with one line', async () => {
    assert.deepEqual(await answers([seal(1), call('two', 'session.create', {}), call(3, 'session.create')]), [
      { jsonrpc: '2.0', id: 1, result: { ciphertext: 'A' } },
      { jsonrpc: '2.0', id: 'two', result: null },
      { jsonrpc: '2.0', id: 3, result: null },
    ]);
  });

  it('reads lines, however they are cut, and passes over empty ones', async () => {
    const bytes = Buffer.from(`\n${seal(1, 'äö€')}\r\n${seal(2).trimEnd()}\r\n`);
    const [first, second] = await answers(Array.from(bytes, (byte) => Buffer.of(byte)));
    assert.deepEqual([first?.result, second?.result], [{ ciphertext: 'ÄÖ€' }, { ciphertext: 'A' }]);
  });

  it('answers one message before it reads the next', async () => {
    const order: string[] = [];
    const slow: AdapterHandlers = {
      'field.encrypt': async ({ value }) => {
        order.push(`begins ${value}`);
        if (value === 'a') await turn();
        order.push(`ends ${value}`);
        return { ciphertext: value };
      },
    };
    await answers([seal(1, 'a') + seal(2, 'b')], slow);
    assert.deepEqual(order, ['begins a', 'ends a', 'begins b', 'ends b']);
  });

  it('says what is wrong with a message', async () => {
    const wrong = [
      'nonsense\n',
      Buffer.from([0x22, 0xff, 0x22, 0x0a]),
      '[]\n',
      '7\n',
      '{"jsonrpc":"2.0","id":5}\n',
      '{"jsonrpc":"1.0","id":6,"method":"session.create"}\n',
      '{"jsonrpc":"2.0","id":{},"method":"session.create"}\n',
      '{"jsonrpc":"2.0","id":8,"method":"session.create","params":[]}\n',
    ];
    assert.deepEqual(codes(await answers(wrong)), [
      [null, -32700],
      [null, -32700],
      [null, -32600],
      [null, -32600],
      [5, -32600],
      [6, -32600],
      [null, -32600],
      [8, -32600],
    ]);
  });

  it('knows what it offers, and what belongs to it', async () => {
    const all = await answers([
      call(1, 'claim.submit', {}),
      call(2, 'toString', {}),
      call(3, 'field.encrypt', { service: 'gateway', value: 'a' }),
      call(4, 'field.encrypt'),
    ]);
    assert.deepEqual(codes(all), [
      [1, -32601],
      [2, -32601],
      [3, -32602],
      [4, -32602],
    ]);
    assert.match(all[2]?.error?.message ?? '', /\/service must be one of "identity", "registry"/);
  });

  it('tells refusals, failures and its own defects apart, without a stack', async () => {
    const all = await answers([
      call(1, 'certificate.fetch', { service: 'registry' }),
      call(2, 'certificate.fetch', { service: 'identity' }),
      call(3, 'transfer.open', {}),
    ]);
    assert.deepEqual(
      all.map(({ error }) => error),
      [
        { code: -32001, message: 'not trusted' },
        { code: -32000, message: 'no route' },
        { code: -32603, message: 'The result of transfer.open cannot be written as JSON' },
      ],
    );
  });

  it('does not answer a notification', async () => {
    assert.deepEqual(codes(await answers(['{"jsonrpc":"2.0","method":"session.create"}\n', seal(2)])), [
      [2, undefined],
    ]);
  });

  it('refuses a line that is too long, and goes on', async () => {
    assert.deepEqual(codes(await answers([seal(1, 'x'.repeat(500)), seal(2)], handlers, 200)), [
      [null, -32700],
      [2, undefined],
    ]);
  });

  it('ends after shutdown', async () => {
    const all = await answers([call(1, 'shutdown', {}) + seal(2)]);
    assert.deepEqual(codes(all), [[1, undefined]]);
  });

  it('ends when nothing takes its answers', async () => {
    for (const highWaterMark of [1, 10_000]) {
      const output = new Writable({
        highWaterMark,
        write: (_chunk, _encoding, done) => setImmediate(done, new Error('EPIPE')),
      });
      const closed = new Promise((resolve) => output.once('close', resolve));
      const input = new PassThrough();
      const served = serveStdio(handlers, input, output);
      input.write(seal(1));
      await closed;
      input.write(seal(2));
      await served;
    }
  });

  it('waits for an output that is slow', async () => {
    const output = new PassThrough({ highWaterMark: 10 });
    const served = serveStdio(handlers, Readable.from([seal(1), seal(2), seal(3)]), output);
    let written = '';
    output.on('data', (chunk: Buffer) => (written += chunk.toString()));
    await served;
    assert.equal(written.split('\n').length, 4);
  });

  it('gets on with the other side', async (t) => {
    const program = join(__dirname, 'fixtures', 'serve.ts');
    const command = [process.execPath, '-r', join(root, 'bin/typescript.cjs'), program];
    const channel = openStdioChannel({ command, timeoutMs: 20_000 });
    t.after(() => channel.close().catch(() => undefined));
    assert.deepEqual(resultOf(await callFieldEncrypt(channel, 'é')), { ciphertext: 'w6k=' });
    assert.equal((await channel.call('transfer.open', {})).kind, 'not-offered');
    assert.equal((await channel.call('shutdown', {})).kind, 'result');
    await channel.close();
  });
});
