import assert from 'node:assert/strict';
import { chmodSync, existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { TestContext } from 'node:test';
import { describe, it, test } from 'node:test';
import { loadTarget } from '../../support/run/targets';
import { runningMock } from '../mock/running-mock';
import { plainTextOrEmpty } from '../plain';
import { joinLines, targetFile } from '../targets/target-files';
import { finishRun, readResults, temporaryFolder } from '../report/embedded-run';
import { conform } from './conform';
import type { WrittenTarget } from './targets';
import { writeMockTarget } from './targets';

/**
 * Reads its input to the end, prints another transaction each time, and notes each start with the names of its
 * variables.
 */
const freshOtp = `#!${process.execPath}
const { appendFileSync, readFileSync } = require('node:fs');
readFileSync(0);
appendFileSync('started', Object.keys(process.env).join(' ') + '\\n');
const count = readFileSync('started', 'utf8').trim().split('\\n').length;
const otp = readFileSync('otp', 'utf8');
console.error('the OTP is ' + otp);
console.log(JSON.stringify({ otp, txnId: 'transaction-' + count }));
`;

const limits = { otpAttempts: 3, requestsPerMinute: 6000, callbackMs: 5000, callMs: 60_000 };

interface Scene extends WrittenTarget {
  /** What was sent to the registry, by transaction. */
  readonly attempts: Map<string, number>;
  readonly otp: string;
  /** How often the program was started, and the variables that it had. */
  readonly starts: () => string[];
}

/** A registry that knows every transaction of the program, which stands beside the target file. */
async function scene(
  t: TestContext,
  { program = freshOtp, command = ['./fresh-otp'] as readonly string[], changes = {} } = {},
): Promise<Scene> {
  const attempts = new Map<string, number>();
  const mock = await runningMock(t, {
    seams: ({ handlers }) => ({
      handlers: {
        ...handlers,
        'otp.verify': (call, state) => {
          const { txnId } = JSON.parse(call.rawBody.toString('utf8')) as { readonly txnId: string };
          attempts.set(txnId, (attempts.get(txnId) ?? 0) + 1);
          return handlers['otp.verify'](call, { ...state, account: { ...state.account, txnId } });
        },
      },
    }),
  });
  const written = await writeMockTarget(t, mock, { limits: { ...limits, ...changes }, otp: { command } });
  const { folder } = written;
  writeFileSync(join(folder, 'otp'), mock.account.otp);
  writeFileSync(join(folder, 'fresh-otp'), program);
  chmodSync(join(folder, 'fresh-otp'), 0o755);
  const started = join(folder, 'started');
  const starts = () => (existsSync(started) ? readFileSync(started, 'utf8').trim().split('\n') : []);
  return { ...written, attempts, otp: mock.account.otp, starts };
}

test('a command that prints OTPs is started in the folder of the file', (t) => {
  for (const text of ['otp: { command: [./fresh-otp, a] }', 'otp: [{ command: [./fresh-otp, a] }]']) {
    const file = targetFile(t, joinLines('name: a', text));
    const { otps, otpCommand, secrets } = loadTarget(file, {});
    assert.deepEqual([otps, secrets], [[], []]);
    assert.deepEqual(otpCommand, { command: ['./fresh-otp', 'a'], cwd: dirname(file) });
  }
});

const verdictsOf = (folder: string, ids: readonly string[]) =>
  readResults(folder)
    .obligations.filter(({ id }) => ids.includes(id))
    .map(({ verdict }) => verdict);

/** Whether a text shows an OTP. Its six digits inside a longer number, such as a time, are there by chance. */
const containsOtp = (text: string, otp: string): boolean => new RegExp(`(?<!\\d)${otp}(?!\\d)`).test(text);

describe('a program that prints OTPs', () => {
  it('gives nights what they need, within limits.otpAttempts, and its output is in no file', async (t) => {
    const { file, env, attempts, otp, starts } = await scene(t);
    const reports = temporaryFolder(t);
    const ids = ['OTP-03', 'OTP-04', 'OTP-05', 'ENC-11', 'ENC-12', 'ENC-13', 'SES-11'];
    const args = [
      'run',
      '--target',
      file,
      '--profile',
      'nightly',
      '--only',
      ids.join(),
      '--reports',
      reports,
    ];
    const { code, stdout, stderr } = await conform(args, { env });
    assert.deepEqual([code, stderr], [0, ''], stdout);
    // Of wrong secrets, a night sends none: no OTP helps against a locked account.
    assert.deepEqual(verdictsOf(reports, ids), ['not-tested', ...ids.slice(1).map(() => 'passed')]);
    assert.deepEqual(
      [...attempts],
      [
        ['transaction-1', 3],
        ['transaction-2', 3],
        ['transaction-3', 3],
      ],
    );
    assert.equal(starts().length, 3);
    for (const names of starts()) {
      assert.match(names, /(^| )PATH( |$)/);
      assert.doesNotMatch(names, /CLIENT_SECRET|TEST_OTP/);
    }
    for (const name of readdirSync(reports, { recursive: true, encoding: 'utf8' })) {
      if (!/\.(json|jsonl|html|xml|md|ndjson)$/.test(name)) continue;
      assert.ok(!containsOtp(readFileSync(join(reports, name), 'utf8'), otp), name);
    }

    const again = temporaryFolder(t);
    const judged = await conform([
      'audit',
      '--rejudge',
      join(reports, 'recording.jsonl'),
      '--reports',
      again,
    ]);
    assert.equal(judged.stderr, '');
    assert.deepEqual(verdictsOf(again, ids), verdictsOf(reports, ids));
  });

  const fails: Readonly<Record<string, readonly [program: string, why: RegExp]>> = {
    'ends with an error': [
      `#!/bin/sh\ncat otp; cat otp >&2; exit 3\n`,
      /gave no OTP: it ended with exit code 3\. What it prints is secret/,
    ],
    'never ends': [`#!/bin/sh\ncat otp; sleep 600\n`, /it did not end within 2000 ms \(limits\.callMs\)/],
    'never stops printing': [`#!/bin/sh\nyes "$(cat otp)"\n`, /it printed more than 64 KiB/],
    'prints text': [
      `#!/bin/sh\ncat otp\n`,
      /what it printed to stdout is no JSON object with two texts, otp and txnId\. What/,
    ],
    'prints the OTP as a number': [
      `#!/bin/sh\nprintf '{"otp": %s, "txnId": "t"}' "$(cat otp)"\n`,
      /what it printed to stdout is no JSON object/,
    ],
    'prints no transaction': [
      `#!/bin/sh\nprintf '{"otp": "%s", "txnId": ""}' "$(cat otp)"\n`,
      /what it printed to stdout is no JSON object/,
    ],
    'prints an OTP that no ciphertext holds': [
      `#!/bin/sh\nprintf '{"otp": "%s%0300d", "txnId": "t"}' "$(cat otp)" 0\n`,
      /the registry's key is too small for the OTP/,
    ],
    'cannot be started': [
      '#!/no/such/shell\n',
      /"\.\/fresh-otp" cannot be started \(\w+\): no shell reads it/,
    ],
  };
  for (const [what, [program, why]] of Object.entries(fails))
    it(`leaves what takes an OTP inconclusive, and its output unseen, where it ${what}`, async (t) => {
      const callMs = what === 'never ends' ? 2000 : limits.callMs;
      const { file, env, attempts, otp } = await scene(t, { program, changes: { callMs } });
      const { folder, results, printed } = await finishRun(t, {
        target: loadTarget(file, env),
        profile: 'sandbox',
        only: ['OTP-05'],
      });
      const row = results.obligations.find(({ id }) => id === 'OTP-05');
      assert.equal(row?.verdict, 'inconclusive');
      assert.match(plainTextOrEmpty(row.reason), why);
      assert.deepEqual([...attempts], []);
      assert.deepEqual(results.run.faults, []);
      for (const name of ['results.json', 'messages.ndjson'])
        if (existsSync(join(folder, name)))
          assert.ok(!containsOtp(readFileSync(join(folder, name), 'utf8'), otp), name);
      assert.ok(!containsOtp(printed, otp));
    });

  it('that prints a transaction twice leaves open what the second OTP was for, and nothing else', async (t) => {
    const { file, env, attempts } = await scene(t, { program: freshOtp.replace('+ count', '+ 1') });
    const only = ['OTP-05', 'ENC-11', 'ENC-12', 'ENC-13'];
    const { results } = await finishRun(t, { target: loadTarget(file, env), profile: 'sandbox', only });
    const rows = results.obligations.filter(({ id }) => only.includes(id));
    assert.deepEqual(Object.fromEntries(rows.map(({ id, verdict }) => [id, verdict])), {
      'OTP-05': 'passed',
      'ENC-11': 'passed',
      'ENC-12': 'inconclusive',
      'ENC-13': 'inconclusive',
    });
    for (const row of rows.filter(({ verdict }) => verdict === 'inconclusive'))
      assert.match(plainTextOrEmpty(row.reason), /it printed a txnId that it had printed before/);
    assert.deepEqual([...attempts], [['transaction-1', 3]]);
  });

  it('keeps what was seen where a later OTP is too long', async (t) => {
    const program = freshOtp.replace('{ otp,', '{ otp: count < 2 ? otp : otp.repeat(60),');
    const { file, env } = await scene(t, { program });
    const only = ['ENC-11', 'ENC-12', 'ENC-13', 'OTP-05'];
    const { folder } = await finishRun(t, { target: loadTarget(file, env), profile: 'sandbox', only });
    assert.deepEqual(verdictsOf(folder, only), ['passed', 'inconclusive', 'inconclusive', 'passed']);
  });

  it('cannot help where an OTP may be sent once, and the reason says what can', async (t) => {
    const { file, env } = await scene(t, { changes: { otpAttempts: 1 } });
    const only = ['OTP-05', 'ENC-11', 'ENC-12'];
    const { results } = await finishRun(t, { target: loadTarget(file, env), profile: 'sandbox', only });
    for (const id of ['ENC-11', 'ENC-12']) {
      const row = results.obligations.find((each) => each.id === id);
      assert.equal(row?.verdict, 'not-tested');
      assert.match(plainTextOrEmpty(row.reason), /set limits\.otpAttempts to 2$/);
    }
    const [leftOut] = results.obligations.find(({ id }) => id === 'ENC-12')?.facets ?? [];
    assert.match(plainTextOrEmpty(leftOut?.reason), /set limits\.otpAttempts to 2$/);
  });
});

describe('the doctor', () => {
  const lineOf = async ({ file, env }: WrittenTarget) => {
    const { stdout } = await conform(['doctor', '--target', file, '--json'], { env });
    const lines = JSON.parse(stdout) as { readonly name: string; readonly state: string; detail: string }[];
    return lines.find(({ name }) => name === 'otp.command');
  };

  it('looks whether the program is there, and does not start it', async (t) => {
    const right = await scene(t);
    assert.equal((await lineOf(right))?.state, 'good');
    assert.deepEqual(right.starts(), []);
    assert.equal((await lineOf(await scene(t, { command: ['node', 'fresh-otp'] })))?.state, 'good');
    for (const command of [['./no-otp'], ['no-program-of-this-name']]) {
      const missing = await lineOf(await scene(t, { command }));
      assert.equal(missing?.state, 'bad');
      assert.match(missing.detail, /is no program that can be run, (from the folder|on the PATH)/);
    }
    const plainFile = await scene(t);
    chmodSync(join(plainFile.folder, 'fresh-otp'), 0o644);
    assert.equal((await lineOf(plainFile))?.state, 'bad');
  });
});
