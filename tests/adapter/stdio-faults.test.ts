import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, it } from 'node:test';
import { openStdioChannel } from '../../support/adapter/stdio-channel';
import { EnvironmentError } from '../../support/contract/outcome';
import { temporaryFolder } from '../report/embedded-run';
import { eventually } from '../eventually';
import { openAdapterFixture, callFieldEncrypt, expectAdapterFault, limitsOfCalls } from './adapters';

/** Behaviour, and what the message of the fault says of it. */
const breaking: readonly (readonly [string, RegExp])[] = [
  ['crashes-at-once', /ended with exit code 3 before it answered[^]*at the end of its wits$/],
  ['dies-of-a-signal', /ended with SIGKILL before it answered/],
  ['ends-well-mid-call', /ended with exit code 0 before it answered/],
  [
    'half-line',
    /ended with exit code 0 in the middle of a line: "\{\\"jsonrpc\\":\\"2.0\\",\\"id\\":1,\\"res"/,
  ],
  ['prints-junk', /not JSON: "12:00:01 INFO session created"[^]*the log to stderr/],
  ['junk-before-answer', /not JSON: "Hello!"/],
  ['wrong-id', /answered 101, which is the id of no call/],
  ['text-id', /answered "1", which is the id of no call[^]*a text "1" is another id/],
  ['both', /answered with both result and error/],
  ['batch-answer', /answered with a list/],
  ['other-json-rpc', /not JSON-RPC 2.0: \/jsonrpc is missing/],
  ['bare-value', /not JSON-RPC 2.0: the value must be object/],
  ['asks-back', /asked for a method: "field.encrypt"/],
  ['cannot-parse', /could not read the call \(error -32700\): "no JSON"/],
  ['long-line', /wrote a line of more than 33554432 bytes/],
  ['endless-line', /wrote a line of more than 33554432 bytes/],
  ['invalid-utf8', /not UTF-8/],
  ['many-notifications', /more than 1000 lines that answer nothing/],
];

describe('an adapter that breaks the conversation', { concurrency: 6 }, () => {
  for (const [behaviour, words] of breaking)
    it(`is at fault, and not asked again: ${behaviour}`, async (t) => {
      const channel = openAdapterFixture(t, behaviour);
      assert.match(await expectAdapterFault(callFieldEncrypt(channel)), words);
      assert.equal(channel.ended, true);
      assert.match(await expectAdapterFault(channel.call('session.create', {}), 'session.create'), words);
      await channel.close();
    });

  it('is at fault in the next call, where it answers twice', async (t) => {
    const channel = openAdapterFixture(t, 'answers-twice');
    assert.deepEqual(await callFieldEncrypt(channel), { kind: 'result', value: { ciphertext: 'first' } });
    assert.match(
      await expectAdapterFault(channel.call('session.create', {}), 'session.create'),
      /answered call 1 twice/,
    );
    await channel.close();
  });

  it('is at fault at the end, where no call follows', async (t) => {
    const twice = openAdapterFixture(t, 'answers-twice');
    await callFieldEncrypt(twice);
    while (!twice.ended) await new Promise(setImmediate);
    assert.match(
      await expectAdapterFault(twice.close(), 'the time after the last call'),
      /answered call 1 twice/,
    );

    const ending = openAdapterFixture(t, 'ends-between-calls');
    await callFieldEncrypt(ending);
    while (!ending.ended) await new Promise(setImmediate);
    assert.match(
      await expectAdapterFault(callFieldEncrypt(ending)),
      /ended with exit code 0 between two calls[^]*stays until shutdown/,
    );
  });

  it('is quoted without its secrets, also where the quotation is cut', async (t) => {
    const redact = (text: string) =>
      text.replaceAll('session created', '[hidden]').replaceAll('x'.repeat(90), '[long]');
    assert.match(
      await expectAdapterFault(callFieldEncrypt(openAdapterFixture(t, 'prints-junk', { redact }))),
      /INFO \[hidden\]"/,
    );
    assert.match(
      await expectAdapterFault(callFieldEncrypt(openAdapterFixture(t, 'prints-long-junk', { redact }))),
      /not JSON: "\[long\]"/,
    );
  });

  it('rejects every call under way', async (t) => {
    const channel = openAdapterFixture(t, 'prints-junk');
    const calls = [callFieldEncrypt(channel), callFieldEncrypt(channel)];
    for (const call of calls) assert.match(await expectAdapterFault(call), /not JSON/);
  });
});

describe('an adapter that answers wrongly', { concurrency: 6 }, () => {
  it('is at fault for a result that breaks its schema, call by call', async (t) => {
    const channel = openAdapterFixture(t, 'breaks-schema');
    const message = await expectAdapterFault(callFieldEncrypt(channel));
    assert.match(message, /breaks its schema: \/ciphertext must be string, is a number/);
    assert.match(message, /schemas\/adapter\/field.encrypt-result.schema.json/);
    assert.equal((await channel.call('session.create', {})).kind, 'result');
  });

  it('is at fault for not understanding the params: that is no refusal', async (t) => {
    const channel = openAdapterFixture(t, 'invalid-params');
    await assert.rejects(callFieldEncrypt(channel), (error: Error) => {
      assert.ok(error instanceof EnvironmentError);
      assert.equal(error.details.adapterCode, -32602);
      assert.match(error.message, /did not understand the call \(error -32602\): "value\?"/);
      return true;
    });
    assert.equal(channel.ended, false);
  });

  it('is not blamed for params that the suite should not send', async (t) => {
    const channel = openAdapterFixture(t, 'conforming');
    const wrong = channel.call('otp.verify', { otp: '', txnId: 'T' });
    await assert.rejects(wrong, (error: Error) => {
      assert.ok(!(error instanceof EnvironmentError));
      assert.match(error.message, /Params of otp.verify are wrong: \/otp must not be empty/);
      return true;
    });
    assert.equal(resultOfKind(await callFieldEncrypt(channel)), 'result');
  });
});

describe('an adapter that takes its time', { concurrency: 6 }, () => {
  it('is down after two calls without an answer', async (t) => {
    const channel = openAdapterFixture(t, 'hangs', { timeoutMs: 200 });
    assert.match(await expectAdapterFault(callFieldEncrypt(channel)), /gave no answer within 200 ms, during/);
    assert.equal(channel.ended, false);
    assert.match(
      await expectAdapterFault(callFieldEncrypt(channel)),
      /gave no answer within 200 ms, 2 times/,
    );
    assert.equal(channel.ended, true);
    assert.match(await expectAdapterFault(callFieldEncrypt(channel)), /2 times, and is not asked any more/);
    await channel.close();
  });

  it('is told when the channel is closed under it', async (t) => {
    const channel = openAdapterFixture(t, 'hangs');
    const call = expectAdapterFault(callFieldEncrypt(channel));
    await channel.close();
    assert.match(await call, /was closed before it answered/);
  });
});

describe('an adapter that gave no answer in time', () => {
  it('is told that its line has no end, where that is so', async (t) => {
    const [channel, limits] = [openAdapterFixture(t, 'no-line-end'), limitsOfCalls(t)];
    const message = expectAdapterFault(callFieldEncrypt(channel));
    await eventually('a line without an end', () => channel.unfinished?.() === 11);
    await limits.pass(1);
    assert.match(
      await message,
      /within 20000 ms[^]*wrote 11 bytes without a line end: each answer is one line, flushed$/,
    );
    await channel.close();
  });

  it('may answer too late, once', async (t) => {
    const [channel, limits] = [openAdapterFixture(t, 'answers-late'), limitsOfCalls(t)];
    const message = expectAdapterFault(callFieldEncrypt(channel));
    await limits.pass(1);
    assert.match(await message, /gave no answer within 20000 ms[^]*waits for something, or does not flush/);
    assert.deepEqual(await callFieldEncrypt(channel), { kind: 'result', value: { ciphertext: '2' } });
    await channel.close();
  });
});

describe('a command that cannot be started', () => {
  const failing = (command: readonly string[], cwd?: string) =>
    expectAdapterFault(
      openStdioChannel({ command, timeoutMs: 5000, ...(cwd === undefined ? {} : { cwd }) }).call(
        'session.create',
        {},
      ),
      'session.create',
    );

  it('is named, with what may be wrong with it', async (t) => {
    assert.match(
      await failing(['no-such-program']),
      /"no-such-program" cannot be started \(ENOENT\)[^]*no shell/,
    );
    assert.match(await failing([__filename]), /cannot be started \(EACCES\)[^]*chmod \+x/);
    assert.match(
      await failing([process.execPath], '/no/such/folder'),
      /there is no folder "\/no\/such\/folder"/,
    );
    assert.match(
      await failing(['./no-such-program'], tmpdir()),
      /"\.\/no-such-program" cannot be started \(ENOENT\)[^]*there is no file "\/.*\/no-such-program"/,
    );
    const script = join(temporaryFolder(t), 'script');
    writeFileSync(script, '#!/no/such/shell\n', { mode: 0o755 });
    assert.match(
      await failing(['./script'], dirname(script)),
      /cannot be started \(ENOENT\)[^]*the interpreter in its first line \(#!\) is not there/,
    );
    assert.match(await failing([]), /cannot be started/);
    assert.match(await failing(['a\0b']), /cannot be started/);
  });

  it('is told at the end, where nothing was called', async () => {
    const channel = openStdioChannel({ command: ['no-such-program'], timeoutMs: 5000 });
    assert.match(await expectAdapterFault(channel.close(), 'the time after the last call'), /ENOENT/);
  });
});

function resultOfKind({ kind }: { readonly kind: string }): string {
  return kind;
}
