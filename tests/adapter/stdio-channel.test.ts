import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import { realpathSync } from 'node:fs';
import { describe, it } from 'node:test';
import { callerPath } from '../../support/adapter/child-environment';
import { initializeAdapter } from '../../support/adapter/initialize';
import {
  openAdapterFixture,
  callFieldEncrypt,
  expectAdapterFault,
  gone,
  initializeParams,
  resultOf,
} from './adapters';

const cases = { concurrency: 8 };

describe('an adapter over stdio', cases, () => {
  it('answers, and ends when it is closed', async (t) => {
    const channel = openAdapterFixture(t, 'conforming');
    const about = await initializeAdapter(channel, initializeParams);
    assert.deepEqual(about.capabilities, ['session.create', 'field.encrypt']);
    assert.equal(resultOf(await channel.call('session.create', {})), null);
    assert.deepEqual(resultOf(await callFieldEncrypt(channel, 'ÄÖ€\n')), {
      ciphertext: Buffer.from('ÄÖ€\n').toString('base64'),
    });
    assert.equal(channel.ended, false);
    assert.equal((await channel.call('shutdown', {})).kind, 'result');
    await channel.close();
    await channel.close();
    assert.equal(channel.ended, true);
    await assert.rejects(callFieldEncrypt(channel), /closed before the call of field.encrypt/);
  });

  it('ends when stdin ends, without shutdown', async (t) => {
    const channel = openAdapterFixture(t, 'tells-its-surroundings');
    const { pid } = resultOf(await channel.call('session.create', {})) as { pid: number };
    await channel.close();
    await gone(pid);
  });

  it('is waited for only once to find out whether it has ended, if it goes on', async (t) => {
    const channel = openAdapterFixture(t, 'tells-its-surroundings');
    const { pid } = resultOf(await channel.call('session.create', {})) as { pid: number };
    assert.equal(await channel.isGone?.(), false);
    const since = performance.now();
    for (let count = 0; count < 5; count += 1) assert.equal(await channel.isGone?.(), false);
    assert.ok(performance.now() - since < 2000, 'five waits of a second');
    process.kill(pid);
    await gone(pid);
    assert.equal(await channel.isGone?.(), true);
    await assert.rejects(channel.close(), /between two calls/);
  });

  it('carries large values both ways', async (t) => {
    const channel = openAdapterFixture(t, 'conforming');
    const value = 'x'.repeat(8 * 1024 * 1024);
    const { ciphertext } = resultOf(await callFieldEncrypt(channel, value));
    assert.equal(ciphertext.length, Math.ceil(value.length / 3) * 4);
  });

  it('may not offer a method, or anything at all', async (t) => {
    const channel = openAdapterFixture(t, 'offers-nothing');
    assert.deepEqual((await initializeAdapter(channel, initializeParams)).capabilities, []);
    assert.deepEqual(await callFieldEncrypt(channel), { kind: 'not-offered', message: 'no field.encrypt' });
  });

  it('may refuse, or fail: both are answers of the client', async (t) => {
    const refused = { kind: 'refused', code: -32001, message: 'key expired', data: { at: 1 } };
    assert.deepEqual(await callFieldEncrypt(openAdapterFixture(t, 'refuses')), refused);
    const failed = { kind: 'refused', code: -32000, message: 'busy' };
    assert.deepEqual(await callFieldEncrypt(openAdapterFixture(t, 'fails')), failed);
  });

  it('may leave out a result that nothing reads', async (t) => {
    const channel = openAdapterFixture(t, 'no-result');
    assert.equal((await channel.call('session.create', {})).kind, 'result');
    assert.match(
      await expectAdapterFault(callFieldEncrypt(channel)),
      /gave a result that breaks its schema: the value must be object/,
    );
    assert.equal(channel.ended, false, 'a wrong result leaves the stream in order');
  });

  it('may write null for what is absent', async (t) => {
    const channel = openAdapterFixture(t, 'nulls-for-absent');
    const about = await initializeAdapter(channel, initializeParams);
    assert.deepEqual(Object.keys(about), ['protocolVersion', 'implementation', 'capabilities']);
    assert.equal((await callFieldEncrypt(channel)).kind, 'refused');
  });

  it('may end its lines with CR LF, begin with a byte-order mark, and add members', async (t) => {
    const channel = openAdapterFixture(t, 'crlf-and-bom');
    assert.equal(resultOf(await callFieldEncrypt(channel)).ciphertext, 'x');
    assert.equal(resultOf(await callFieldEncrypt(channel)).ciphertext, 'x');
  });

  it('may answer in another order: answers match by id', async (t) => {
    const channel = openAdapterFixture(t, 'reverse-order');
    const both = await Promise.all([callFieldEncrypt(channel), callFieldEncrypt(channel)]);
    assert.deepEqual(
      both.map((each) => resultOf(each).ciphertext),
      ['1', '2'],
    );
  });

  it('may send a few notifications', async (t) => {
    assert.equal(
      resultOf(await callFieldEncrypt(openAdapterFixture(t, 'few-notifications'))).ciphertext,
      'x',
    );
  });

  it('may end at shutdown without a word, if it ends well', async (t) => {
    const channel = openAdapterFixture(t, 'ends-at-shutdown');
    assert.equal((await channel.call('shutdown', {})).kind, 'result');
    await channel.close();
    const crashing = openAdapterFixture(t, 'crashes-at-shutdown');
    assert.match(
      await expectAdapterFault(crashing.call('shutdown', {}), 'shutdown'),
      /ended with exit code 5/,
    );
  });

  it('gives the base for callbacks without a trailing slash', async (t) => {
    const about = await initializeAdapter(openAdapterFixture(t, 'callback-url'), initializeParams);
    assert.equal(about.callbackUrl, 'http://127.0.0.1:9/x');
  });

  it('is told when it speaks another version', async (t) => {
    const channel = openAdapterFixture(t, 'other-version');
    const message = await expectAdapterFault(initializeAdapter(channel, initializeParams), 'initialize');
    assert.match(message, /version "0\.9" .* version "1"/);
  });

  it('cannot refuse to initialize', async (t) => {
    const channel = openAdapterFixture(t, 'refuses-to-initialize');
    assert.match(
      await expectAdapterFault(initializeAdapter(channel, initializeParams), 'initialize'),
      /\(error -32000\): "no licence"/,
    );
  });
});

describe('the surroundings of an adapter', () => {
  it('hold no secrets of the suite', async (t) => {
    process.env.CONFORM_TEST_SECRET = 'of the suite';
    t.after(() => delete process.env.CONFORM_TEST_SECRET);
    const cwd = realpathSync(tmpdir());
    const channel = openAdapterFixture(t, 'tells-its-surroundings', { cwd, env: { ADDED: 'by the target' } });
    const told = resultOf(await channel.call('session.create', {})) as {
      cwd: string;
      env: Record<string, string>;
    };
    assert.equal(told.cwd, cwd);
    assert.equal(told.env.ADDED, 'by the target');
    assert.equal(told.env.PATH, callerPath(process.env.PATH ?? ''));
    assert.equal(told.env.CONFORM_TEST_SECRET, undefined);
  });
});

describe('the log of an adapter', () => {
  it('never holds the adapter up, and its beginning and end are kept', async (t) => {
    let heard = '';
    const stderrListener = (text: string) => (heard += text);
    const channel = openAdapterFixture(t, 'floods-stderr', { stderrListener });
    assert.equal(resultOf(await callFieldEncrypt(channel)).ciphertext, 'x');
    await channel.close();
    assert.equal(heard, `${'é'.repeat(999)}\n`.repeat(2000), 'the listener gets all of it, whole characters');
    const { first, leftOut, last } = channel.log();
    assert.ok(Buffer.byteLength(last) <= 64 * 1024 && Buffer.byteLength(last) > 60 * 1024);
    assert.ok(Buffer.byteLength(first) <= 16 * 1024 + 1 && Buffer.byteLength(first) > 15 * 1024);
    for (const part of [first, last]) assert.match(part, /^[é\n]+$/);
    assert.equal(Buffer.byteLength(first + last) + leftOut, Buffer.byteLength(heard));
  });

  it('ends a message with its first and last lines, redacted and harmless to a terminal', async (t) => {
    const redact = (text: string) => text.replaceAll('token-4711', '[token]');
    const message = await expectAdapterFault(
      callFieldEncrypt(openAdapterFixture(t, 'crashes-mid-call', { redact })),
    );
    assert.match(message, /ended with exit code 7 before it answered/);
    assert.match(message, /\n {2}stderr {2}began with\n {4}line 1 \[token\]\n[^]*\n {4}line 5 \[token\]\n/);
    assert.match(message, /\n {4}… 5 lines more\n {2}stderr {2}ended with\n/);
    assert.match(message, /\n {4}line 11 \[token\]\n[^]*\n {4}line 20 \[token\]$/);
    assert.ok(
      !message.includes('line 10') &&
        !message.includes('line 6') &&
        !message.includes('token-4711') &&
        !message.includes('\u001b'),
    );
  });
});
