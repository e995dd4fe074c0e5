import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { loadProgress, ManualProgress } from '../../support/run/manual-progress';
import { embeddedTarget } from '../../support/run/targets';
import { conform } from '../cli/conform';
import { temporaryFolder } from '../report/embedded-run';
import { handTarget } from './hand';

const target = { ...embeddedTarget, name: 'by hand' };
const exchange = {
  seq: 1,
  sender: 'integrator',
  arrivedAt: 1,
  answeredAt: 2,
  clientInstance: 'process-3',
  request: {
    method: 'GET',
    url: 'http://127.0.0.1/',
    headers: [['Authorization', 'Bearer [access-token-7]']],
  },
  facts: { scheme: 'http', loopback: true },
} as const;

test('what was done is known again; a journey that cannot be taken up in its middle only once it had ended', (t) => {
  const folder = temporaryFolder(t);
  const first = new ManualProgress(folder, target, undefined);
  first.give('transaction');
  first.note('main', '1 session.create', { kind: 'result' });
  first.note('short', '1 session.create', { kind: 'refused', message: 'answered 503' });
  first.append(exchange);

  const resumption = loadProgress(folder, target);
  assert.deepEqual(resumption?.state.txnIds, ['transaction']);
  assert.deepEqual(resumption.evidence.length, 1);
  assert.equal(resumption.lastNumbers.get('access-token'), 7);
  assert.equal(resumption.lastNumbers.get('process'), 3);
  const next = new ManualProgress(folder, target, resumption);
  const short = { name: 'short', piecewise: false };
  assert.deepEqual(next.answered({ name: 'main', piecewise: true }, '1 session.create'), { kind: 'result' });
  assert.equal(next.answered({ name: 'main', piecewise: true }, '2 otp.verify'), undefined);
  assert.equal(next.answered(short, '1 session.create'), undefined);
  next.end('short');
  assert.deepEqual(next.answered(short, '1 session.create'), { kind: 'refused', message: 'answered 503' });
});

test('a last line that the interruption cut off is left out', (t) => {
  const folder = temporaryFolder(t);
  const progress = new ManualProgress(folder, target, undefined);
  progress.append(exchange);
  const file = join(folder, 'manual-recording.jsonl');
  writeFileSync(file, `${readFileSync(file, 'utf8')}{"seq":2,"sen`);

  const resumption = loadProgress(folder, target);
  assert.equal(resumption?.evidence.length, 1);
  new ManualProgress(folder, target, resumption);
  assert.equal(readFileSync(file, 'utf8').split('\n').length, 2);
});

test('a run that does not resume starts anew', (t) => {
  const folder = temporaryFolder(t);
  const first = new ManualProgress(folder, target, undefined);
  first.note('main', '1 session.create', { kind: 'result' });
  first.append(exchange);
  new ManualProgress(folder, target, undefined);

  assert.deepEqual(loadProgress(folder, target)?.evidence, []);
  assert.deepEqual(loadProgress(folder, target)?.state.journeys, {});
});

test('where nothing was left there is nothing to go on from', (t) => {
  assert.equal(loadProgress(temporaryFolder(t), target), undefined);
});

const good = {
  version: 1,
  target: 'by hand',
  roles: ['session', 'identity', 'registry'],
  txnIds: [],
  journeys: {},
};
const text = JSON.stringify(good);

for (const [name, state, recording, message] of [
  ['is cut off', text.slice(0, 40), '', /manual-progress\.json: is not JSON/],
  ['is something else', '{"version":2}', '', /is no progress of a run by hand/],
  ['has calls of another form', text.replace('{}', '{"main":{"calls":{"1":3}}}'), '', /is no progress/],
  ['is of another target', text.replace('by hand', 'other'), '', /is of target "other"/],
  ['has a recording that is none', text, 'x\n', /manual-recording\.jsonl: is not JSON/],
  ['has a recording of something else', text, '{}\n', /holds a line that is no exchange/],
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
