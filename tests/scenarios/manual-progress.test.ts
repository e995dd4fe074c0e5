import assert from 'node:assert/strict';
import fs, { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { formatRecordingHeader, defaultRedactionSettings } from '../../support/exchange/recording';
import { loadInterruptedRun, ManualProgress } from '../../support/run/manual-progress';
import type { Target } from '../../support/targets/target';
import { embeddedTarget } from '../../support/run/targets';
import { runSettingsFrom } from '../../support/cli/run';
import { ConfigurationError } from '../../support/targets/errors';
import { conform } from '../cli/conform';
import { temporaryFolder } from '../report/embedded-run';
import { handTarget } from './hand';
import { linesIn } from '../recorded-lines';

const target = { ...embeddedTarget, name: 'by hand' };
const begun = { startedAt: new Date('2020-11-22T10:00:00.000Z'), nonce: 'nonce-of-the-certifier' };
const exchange = {
  seq: 1,
  sender: 'integrator',
  arrivedAt: Date.parse('2020-11-22T10:00:01.000Z'),
  answeredAt: Date.parse('2020-11-22T10:00:02.000Z'),
  clientInstance: 'process-3',
  request: {
    method: 'GET',
    url: 'http://127.0.0.1/',
    headers: [['Authorization', 'Bearer ‹jwt, 700, ~abcdefghijklmn›']],
  },
  facts: { scheme: 'http', loopback: true, leaks: [{ planted: 'otp-7', place: 'url', encoding: 'raw' }] },
} as const;

test('what was done is known again; a journey that cannot be taken up in its middle only once it had ended', (t) => {
  const folder = temporaryFolder(t);
  const first = new ManualProgress(folder, target, begun);
  first.give('transaction');
  first.note('main', '1 session.create', { kind: 'result' });
  first.note('short', '1 session.create', { kind: 'refused', message: 'answered 503' });
  first.append(exchange);

  const resumption = loadInterruptedRun(folder, target);
  assert.deepEqual(resumption?.state.txnIds, ['transaction']);
  assert.deepEqual(resumption.evidence.length, 1);
  assert.equal(resumption.lastNumbers.get('otp'), 7);
  assert.equal(resumption.lastNumbers.get('process'), 3);
  const next = new ManualProgress(folder, target, resumption);
  const short = { name: 'short', piecewise: false };
  assert.deepEqual(next.answered({ name: 'main', piecewise: true }, '1 session.create'), { kind: 'result' });
  assert.equal(next.answered({ name: 'main', piecewise: true }, '2 otp.verify'), undefined);
  assert.equal(next.answered(short, '1 session.create'), undefined);
  next.end('short');
  assert.deepEqual(next.answered(short, '1 session.create'), { kind: 'refused', message: 'answered 503' });
});

test('a line that the disk has no room for is not begun, and what comes later stands whole and once', (t) => {
  const folder = temporaryFolder(t);
  const progress = new ManualProgress(folder, target, begun);
  const append = fs.appendFileSync;
  const full = t.mock.method(fs, 'appendFileSync', (file: string, text: string) => {
    if (!text.includes('"seq":2')) {
      append(file, text);
      return;
    }
    append(file, text.slice(0, 20));
    throw Object.assign(new Error('no space'), { code: 'ENOSPC' });
  });
  const all = [exchange, { ...exchange, seq: 2 }];
  assert.throws(() => {
    progress.keep(all);
  }, /no space/);
  full.mock.restore();
  progress.keep(all);
  const lines = linesIn(join(folder, 'manual-recording.jsonl'));
  assert.deepEqual(
    lines.map((line) => (JSON.parse(line) as { seq: number }).seq),
    [1, 2],
  );
});

test('a last line that the interruption cut off is left out', (t) => {
  const folder = temporaryFolder(t);
  const progress = new ManualProgress(folder, target, begun);
  progress.append(exchange);
  const file = join(folder, 'manual-recording.jsonl');
  writeFileSync(file, `${readFileSync(file, 'utf8')}{"seq":2,"sen`);

  const resumption = loadInterruptedRun(folder, target);
  assert.equal(resumption?.evidence.length, 1);
  new ManualProgress(folder, target, resumption);
  // Its head, which states the nonce, the exchange, and nothing behind its end.
  assert.equal(readFileSync(file, 'utf8').split('\n').length, 3);
});

test('a run that does not resume starts anew', (t) => {
  const folder = temporaryFolder(t);
  const first = new ManualProgress(folder, target, begun);
  first.note('main', '1 session.create', { kind: 'result' });
  first.append(exchange);
  new ManualProgress(folder, target, begun);

  assert.deepEqual(loadInterruptedRun(folder, target)?.evidence, []);
  assert.deepEqual(loadInterruptedRun(folder, target)?.state.journeys, {});
});

test('where nothing was left there is nothing to go on from', (t) => {
  assert.equal(loadInterruptedRun(temporaryFolder(t), target), undefined);
});

test('a run that goes on is the run that was begun: its start, its nonce and its product are those', (t) => {
  const folder = temporaryFolder(t);
  new ManualProgress(folder, target, begun).append(exchange);
  for (const nonce of [undefined, begun.nonce]) {
    const { state } = loadInterruptedRun(folder, target, nonce) ?? {};
    assert.deepEqual([state?.startedAt, state?.nonce], [begun.startedAt.toISOString(), begun.nonce]);
  }
  const isRefused = (act: () => unknown, told: RegExp): void => {
    assert.throws(act, (error) => error instanceof ConfigurationError && told.test(error.line));
  };
  isRefused(
    () => loadInterruptedRun(folder, target, 'nonce-of-another'),
    /manual-progress\.json: is of a run that was begun for the nonce nonce-of-the-certifier, and not for nonce-of-another — leave out --resume to start again/,
  );
  isRefused(
    () => loadInterruptedRun(folder, { ...target, product: { name: 'Product', version: '2' } }),
    /is of another product, or another version of it, than the target names/,
  );
});

test('an old recording does not get in: it is older than the run, or of another nonce', (t) => {
  const [old, now] = [temporaryFolder(t), temporaryFolder(t)];
  const recording = 'manual-recording.jsonl';
  const put = (from: string): void => {
    writeFileSync(join(now, recording), from);
  };
  new ManualProgress(old, target, begun).append(exchange);
  const recorded = readFileSync(join(old, recording), 'utf8');
  const load = () => loadInterruptedRun(now, target);

  new ManualProgress(now, target, { ...begun, startedAt: new Date('2020-11-23T10:00:00.000Z') });
  put(recorded);
  assert.throws(load, /holds what was recorded before its run began, at 2020-11-23T10:00:00\.000Z/);

  new ManualProgress(now, target, { ...begun, nonce: 'nonce-of-another' });
  put(recorded);
  assert.throws(
    load,
    /is of a run for the nonce nonce-of-the-certifier, and manual-progress\.json of one for/,
  );
  put(recorded.split('\n').slice(1).join('\n'));
  assert.throws(
    load,
    /is of a run without a nonce, and manual-progress\.json of one for the nonce nonce-of-another/,
  );
  new ManualProgress(now, target, { startedAt: begun.startedAt });
  put(recorded);
  assert.throws(
    load,
    /is of a run for the nonce nonce-of-the-certifier, and manual-progress\.json of one without/,
  );
});

test('a run does not go on under other readings than those that its first part was recorded under', (t) => {
  const folder = temporaryFolder(t);
  const progress = new ManualProgress(folder, target, begun);
  progress.append(exchange);
  const other: Target = { ...target, readings: { ...target.readings, 'encrypted-members': ['pin'] } };
  assert.equal(loadInterruptedRun(folder, target)?.evidence.length, 1);
  assert.throws(
    () => loadInterruptedRun(folder, other),
    /was recorded under other names or readings than the target has now/,
  );
});

test('who resumes without a nonce goes on under that of the run, and says so', async (t) => {
  const { file, reports } = handTarget(t);
  mkdirSync(reports);
  const state = { ...good, nonce: begun.nonce };
  writeFileSync(join(reports, 'manual-progress.json'), JSON.stringify(state));
  const asked = { target: file, resume: true, reports, profile: 'certification' } as const;
  const { nonce, resumed } = runSettingsFrom(asked);
  assert.deepEqual([nonce, resumed?.state.startedAt], [begun.nonce, good.startedAt]);
  assert.equal(runSettingsFrom({ ...asked, nonce: begun.nonce }).nonce, begun.nonce);
  const other = await conform([
    'run',
    '--target',
    file,
    '--resume',
    '--reports',
    reports,
    '--nonce',
    'nonce-of-another',
  ]);
  assert.equal(other.code, 2);
  assert.match(other.stderr, /was begun for the nonce nonce-of-the-certifier, and not for nonce-of-another/);
});

const good = {
  version: 2,
  startedAt: '2020-11-22T10:00:00.000Z',
  target: 'by hand',
  roles: ['session', 'identity', 'registry'],
  txnIds: [],
  journeys: {},
};
const text = JSON.stringify(good);
const head = formatRecordingHeader(undefined, defaultRedactionSettings);

for (const [name, state, recording, message] of [
  ['is cut off', text.slice(0, 40), '', /manual-progress\.json: is not JSON/],
  ['is something else', '{"version":2}', '', /is no progress of a run by hand/],
  [
    'has an unknown version',
    '{"version":1}',
    '',
    /manual-progress\.json: is progress by hand with version 1, and this suite reads version 2 — leave out --resume/,
  ],
  ['says no time', text.replace('2020-11-22T', ''), '', /is no progress of a run by hand/],
  ['has calls of another form', text.replace('{}', '{"main":{"calls":{"1":3}}}'), '', /is no progress/],
  ['is of another target', text.replace('by hand', 'other'), '', /is of target "other"/],
  ['has a recording that is not one', text, `${head}x\n`, /manual-recording\.jsonl: is not JSON/],
  ['has a recording of something else', text, `${head}{}\n`, /holds a line that is no exchange/],
  [
    'has a recording without a form',
    text,
    '{}\n',
    /manual-recording\.jsonl: is a recording with no form, and this suite reads form 2 — /,
  ],
  [
    'has a recording of an unknown form',
    text,
    head.replace('"form":2', '"form":3'),
    /is a recording with form 3, /,
  ],
] as const)
  test(`progress that ${name} is one clear error`, async (t) => {
    const { file, reports } = handTarget(t);
    mkdirSync(reports);
    writeFileSync(join(reports, 'manual-progress.json'), state);
    writeFileSync(join(reports, 'manual-recording.jsonl'), recording);
    const { code, stderr } = await conform(['run', '--target', file, '--resume', '--reports', reports]);

    assert.equal(code, 2);
    assert.match(stderr, message);
    assert.equal(stderr.trim().split('\n').length, 1);
  });

test('only a run by hand can be resumed', async () => {
  const { code, stderr } = await conform(['run', '--self-test', '--resume']);
  assert.equal(code, 2);
  assert.match(stderr, /--resume continues a run by hand, and this target has none/);
});
