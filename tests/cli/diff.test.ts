import assert from 'node:assert/strict';
import { cpSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import type { RunSettings } from '../../support/run/plan';
import type { MockOptions } from '../../support/mock/start-mock';
import type { ReportDifference } from '../../support/report/diff/compare';
import type { MockHandler } from '../../support/mock/seams';
import type { Results } from '../../support/judging/results';
import { loadTarget } from '../../support/run/targets';
import { runningMock } from '../mock/running-mock';
import { finishRun, readResults, temporaryFolder } from '../report/embedded-run';
import { conform } from './conform';
import { writeMockTarget } from './targets';

const only = ['SES-05', 'SES-08', 'SES-09', 'CRT-02'] as const;

/** The folder of a run against a mock with these seams. */
async function reportOn(
  t: TestContext,
  seams: NonNullable<MockOptions['seams']> = {},
  settings: Partial<RunSettings> = {},
): Promise<string> {
  const mock = await runningMock(t, { seams });
  const { file, env } = await writeMockTarget(t, mock);
  const { folder } = await finishRun(t, {
    target: loadTarget(file, env),
    profile: 'sandbox',
    only,
    ...settings,
  });
  return folder;
}

const brokenCertificate = { certificate: { registry: () => 'no key today' } } as const;

/** A service that refuses wrong credentials with another code, and one member more in its good answers. */
const otherAnswers: NonNullable<MockOptions['seams']> = ({ handlers }) => {
  const session: MockHandler = async (call, state) => {
    const reply = await handlers['session.create'](call, state);
    const body = reply.body as object;
    if (reply.status === 200) return { ...reply, body: { ...body, version: 'north' } };
    return { ...reply, body: { error: { code: 'XYZ-9999', message: 'Invalid user credentials' } } };
  };
  return { handlers: { 'session.create': session } };
};

function edited(t: TestContext, from: string, change: (results: Results) => Results): string {
  const folder = temporaryFolder(t);
  cpSync(from, folder, { recursive: true });
  writeFileSync(join(folder, 'results.json'), JSON.stringify(change(readResults(from))));
  return folder;
}

test('two runs on the same service differ in nothing', async (t) => {
  const [old, now] = [await reportOn(t), await reportOn(t)];
  const { code, stdout, stderr } = await conform(['diff', old, now]);
  assert.deepEqual([code, stderr], [0, '']);
  assert.match(stdout, /^0 verdicts changed; \d+ obligations? outside of either plan left out\.$/m);
  assert.match(
    stdout,
    /^[1-9]\d* kinds of questions to services were compared, 0 are answered otherwise; 0 stand/m,
  );
  assert.match(stdout, /^No regression\.$/m);
  assert.doesNotMatch(stdout, /Different scope/);
});

test('a verdict that became worse is a regression, its return none, and a waived one neither', async (t) => {
  const [old, now] = [await reportOn(t), await reportOn(t, brokenCertificate)];
  const worse = await conform(['diff', old, now]);
  assert.equal(worse.code, 1);
  assert.match(worse.stdout, /^Worse:\n {2}CRT-02 {2}passed → failed .*\n {10}\S/m);
  assert.match(worse.stdout, /^A regression\.$/m);

  const back = await conform(['diff', now, old]);
  assert.equal(back.code, 0);
  assert.match(back.stdout, /^Better:\n {2}CRT-02 {2}failed → passed/m);
  const same = await conform(['diff', now, now]);
  assert.deepEqual([same.code, /^0 verdicts changed/m.exec(same.stdout)?.index === undefined], [0, false]);

  const waivers = [
    { id: 'CRT-02', reason: 'known', approver: 'A. Reviewer', expires: '2999-12-31' },
  ] as const;
  const waived = await conform(['diff', old, await reportOn(t, brokenCertificate, { waivers })]);
  assert.equal(waived.code, 0);
  assert.match(waived.stdout, /CRT-02 {2}passed → failed \(approved exception\)/);
  const expired = [{ ...waivers[0], expires: '2020-01-01' }];
  assert.equal(
    (await conform(['diff', old, await reportOn(t, brokenCertificate, { waivers: expired })])).code,
    1,
  );
});

test('answers that changed are told by question, and are no regression of themselves', async (t) => {
  const [old, now] = [await reportOn(t), await reportOn(t, otherAnswers)];
  const { stdout } = await conform(['diff', old, now, '--json']);
  const { answers } = JSON.parse(stdout) as ReportDifference;
  const named = (variant: string) => answers?.changed.find(({ question }) => question.variant === variant);
  assert.deepEqual(named('wrong-secret')?.codes, { from: ['SVC-9999'], to: ['XYZ-9999'] });
  assert.deepEqual(named('right-credentials')?.members, [
    { status: '200', member: '/version string', from: 'never', to: 'always' },
  ]);
  const text = await conform(['diff', old, now]);
  assert.match(
    text.stdout,
    /session\.create, asked by the suite, negative: wrong-secret\n {4}code +SVC-9999 → XYZ-9999/,
  );
  assert.match(text.stdout, /body of 200 {2}\/version string: never → always/);

  const few = { only: ['SES-05'] } as const;
  const alone = await conform(['diff', await reportOn(t, {}, few), await reportOn(t, otherAnswers, few)]);
  assert.equal(alone.code, 0, alone.stdout);
  assert.match(alone.stdout, /\/version string/);
});

test('what is not alike is told in one line, and compared all the same', async (t) => {
  const old = await reportOn(t);
  const now = edited(t, old, ({ run, ...results }) => ({
    ...results,
    run: {
      ...run,
      target: { ...run.target, name: 'another\u001b[2J' },
      environment: 'production',
      edition: '2027-03-01-0123456789ab',
    },
  }));
  const { code, stdout } = await conform(['diff', old, now]);
  assert.equal(code, 0);
  assert.match(
    stdout,
    /^! Different scope: target .*, and another.*; edition 2026-11-20-e78329e53661, and 2027-03-01-0123456789ab; environment sandbox, and production\.$/m,
  );
  assert.ok(!stdout.includes('\u001b'));
  assert.match(stdout, /^No regression\.$/m);

  const narrow = edited(t, old, (results) => ({
    ...results,
    obligations: results.obligations.map((row) =>
      row.id === 'CRT-02'
        ? {
            ...row,
            planned: false,
            verdict: 'not-tested',
            reason: { kind: 'left-out', text: 'left out of this run' },
          }
        : row,
    ),
  }));
  const less = await conform(['diff', old, narrow, '--json']);
  assert.equal(less.code, 0, 'what one plan leaves out is not worse');
  const { verdicts } = JSON.parse(less.stdout) as ReportDifference;
  assert.equal(verdicts.leftOut, readResults(old).obligations.length - only.length + 1);
});

test('results alone are compared by their verdicts; what is broken is refused', async (t) => {
  const [old, now] = [await reportOn(t), await reportOn(t, brokenCertificate)];
  const alone = join(temporaryFolder(t), 'results.json');
  cpSync(join(now, 'results.json'), alone);
  const { code, stdout } = await conform(['diff', old, alone]);
  assert.equal(code, 1);
  assert.match(stdout, /Answers are not compared: a results file stands without recording\.jsonl beside it/);

  const refused = async (path: string, told: RegExp): Promise<void> => {
    const ended = await conform(['diff', old, path]);
    assert.deepEqual([ended.code, ended.stdout, ended.stderr.trim().split('\n').length], [2, '', 1], path);
    assert.match(ended.stderr, told);
  };
  await refused(join(now, 'none'), /none: cannot be read \(ENOENT\)/);
  await refused(join(now, 'recording.jsonl'), /recording\.jsonl: is not JSON|is not results/);
  const recording = join(now, 'recording.jsonl');
  const whole = readFileSync(recording);
  truncateSync(recording, whole.length - 20);
  await refused(now, /recording\.jsonl:\d+: is not exchange \d+ of a recording/);
  const lines = whole.toString().trimEnd().split('\n');
  writeFileSync(recording, `${lines.slice(0, -1).join('\n')}\n`);
  await refused(now, /recording\.jsonl:\d+: ends too early: results\.json counts \d+ exchanges/);
  writeFileSync(recording, Buffer.concat([whole, Buffer.from('null\n')]));
  await refused(now, /recording\.jsonl:\d+: is not exchange/);
  rmSync(recording);
  await refused(now, /recording\.jsonl: is missing beside its results/);
});

test('a failure that is no longer waived is a regression once, and so is a fault of the suite', async (t) => {
  const good = await reportOn(t);
  const waiver = { obligation: 'SES-08', reason: 'known', approver: 'A', expires: '2999-12-31' } as const;
  const failing = (run: Partial<Results['run']>): string =>
    edited(t, good, (results) => ({
      ...results,
      run: { ...results.run, ...run },
      obligations: results.obligations.map((row) =>
        row.id === 'SES-08' ? { ...row, verdict: 'failed', reason: { text: 'broken 1 of 1 times' } } : row,
      ),
    }));
  const waived = failing({ waivers: [{ ...waiver, state: 'used' }] });
  const [gone, expired] = [failing({}), failing({ waivers: [{ ...waiver, state: 'expired' }] })];
  const codeOf = async (old: string, now: string): Promise<number | null> =>
    (await conform(['diff', old, now])).code;
  assert.equal(await codeOf(waived, waived), 0);
  const { code, stdout } = await conform(['diff', waived, gone]);
  assert.equal(code, 1);
  assert.match(
    stdout,
    /Failed as before, and no longer settled by an exception or a profile:\n {2}SES-08 {2}failed → failed {2}Wrong/,
  );
  assert.equal(await codeOf(waived, expired), 1);
  assert.equal(await codeOf(gone, gone), 0, 'what was told once is not told again');
  assert.equal(await codeOf(gone, waived), 0);
  const { stdout: worse } = await conform(['diff', good, gone]);
  assert.match(worse, /^Changed in the system: not stated; product\.version .* tells builds apart\.$/m);

  const faulty = edited(t, good, (results) => ({
    ...results,
    run: { ...results.run, faults: ['a hook broke'] },
  }));
  const fault = await conform(['diff', good, faulty]);
  assert.equal(fault.code, 1);
  assert.match(fault.stdout, /Faults of the suite, which hide what else there is:\n {2}a hook broke/);
  assert.deepEqual([await codeOf(faulty, faulty), await codeOf(faulty, good)], [0, 0]);
});

test('what changed in the system is told apart from what changed in the suite', async (t) => {
  const [old, now] = [await reportOn(t), await reportOn(t, brokenCertificate)];
  const product = { name: 'Ward', version: '2.1' };
  const stated = (from: string, suite: Partial<Results['suite']> = {}): string =>
    edited(t, from, (results) => ({
      ...results,
      suite: { ...results.suite, ...suite },
      run: { ...results.run, product },
    }));
  const { code, stdout } = await conform(['diff', stated(old), stated(now, { version: '9.9.9' })]);
  assert.equal(code, 1);
  assert.match(stdout, /^Changed in the system: gateway (https:\S+), and (?!\1)https:\S+; .*\.$/m);
  assert.match(stdout, /^Changed in the suite: {2}suite .*, and 9\.9\.9 \(sha256:[0-9a-f]{12}\)\.$/m);
  assert.match(
    stdout,
    /CRT-02 {2}passed → failed .*\n.*\n {10}judged by another suite, the product is the same$/m,
  );

  const same = await conform(['diff', stated(old), stated(now)]);
  assert.match(same.stdout, /^Changed in the suite: {2}nothing\.$/m);
  assert.doesNotMatch(same.stdout, /judged by/);
});
