import assert from 'node:assert/strict';
import { appendFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { OpenedReport, ReportStore } from '../../support/desk/server/inspect/opened-report';
import { RecordingIndex } from '../../support/desk/server/inspect/recording-index';
import { obligationView } from '../../support/desk/server/inspect/obligation-view';
import { reportView } from '../../support/desk/server/inspect/report-view';
import type { Evidence } from '../../support/exchange/evidence';
import type { Exchange } from '../../support/exchange/exchange';
import { headerLine } from '../../support/exchange/recording-header';
import { recordingLine } from '../../support/exchange/recording-line';
import type { Results } from '../../support/judging/results';
import { ConfigurationError } from '../../support/targets/errors';
import { temporaryFolder } from '../report/embedded-run';
import { sampleResults } from '../report/sample-results';
import { keptRun } from '../runs/kept';

const exchange = (seq: number, more: Partial<Exchange> = {}): Exchange => ({
  ...{
    seq,
    arrivedAt: 1000 * seq,
    answeredAt: 1000 * seq + 1,
    sender: 'integrator',
    facts: { scheme: 'http', loopback: true },
  },
  request: { method: 'GET', url: `http://x/${seq}`, headers: [] },
  ...more,
});

/** The index of a recording of some evidence. */
function indexOf(file: string, all: readonly Evidence[], run: Partial<Results['run']> = {}, head = '') {
  writeFileSync(file, head + all.map((each) => recordingLine(each)).join(''));
  return RecordingIndex.of(file, { ...sampleResults({}, run), exchanges: all.length });
}

describe('a recording of which single exchanges are read', () => {
  it('gives any of them, with the call that it belongs to, whatever stands before it', async (t) => {
    const file = join(temporaryFolder(t), 'recording.jsonl');
    const all: Evidence[] = [
      exchange(1, { request: { method: 'GET', url: 'http://é😀/\u2028', headers: [] } }),
      { kind: 'adapter answer', seq: 2, arrivedAt: 5000, askedAt: 2500, method: 'otp.verify', facts: {} },
      exchange(3),
    ];
    const index = await indexOf(file, all, {}, headerLine('nonce-of-a-certifier'));
    assert.equal(index.count, 3);
    const [third] = await index.read([3]);
    assert.deepEqual(third, { ...exchange(3), call: { answer: 2, method: 'otp.verify' } });
    assert.deepEqual(
      (await index.read([3, 1, 3, 9])).map(({ seq }) => seq),
      [1, 3],
    );
    assert.deepEqual(index.neighbours(1), { after: 2 });
    assert.deepEqual(index.behind(1, 5), [2, 3]);
  });

  it('goes by the numbers of traffic, which has gaps', async (t) => {
    const file = join(temporaryFolder(t), 'recording.jsonl');
    const index = await indexOf(file, [exchange(4), exchange(9), exchange(12)], {
      traffic: { note: '', files: [] },
    });
    assert.deepEqual(index.neighbours(9), { before: 4, after: 12 });
    assert.equal(index.has(5), false);
    assert.deepEqual(
      (await index.read([9])).map(({ seq }) => seq),
      [9],
    );
  });

  it('binds a negative to the twin of its round that was accepted', async (t) => {
    const file = join(temporaryFolder(t), 'recording.jsonl');
    const asked = (part: 'negative' | 'valid', variant: string, status: number) => ({
      ...{ asked: { part, variant, round: 'r' }, response: { status, headers: [] } },
    });
    const all = [
      exchange(1, asked('valid', 'refused', 500)),
      exchange(2, asked('negative', 'wrong', 400)),
      exchange(3, asked('valid', 'good', 200)),
    ];
    const index = await indexOf(file, all);
    assert.deepEqual(
      index.boundTo(2).map(({ seq }) => seq),
      [3],
    );
    assert.deepEqual(
      index.boundTo(3).map(({ seq }) => seq),
      [2],
    );
  });

  it('is refused where it is cut, longer, edited, or not there', async (t) => {
    const file = join(temporaryFolder(t), 'recording.jsonl');
    const all = [exchange(1), exchange(2)];
    const index = await indexOf(file, all);
    writeFileSync(file, readFileSync(file, 'utf8').replace('"seq":2', '"seq":7'));
    await assert.rejects(index.read([2]), /is not exchange 2 of a recording/);
    const results = { ...sampleResults(), exchanges: 3 };
    await assert.rejects(RecordingIndex.of(file, results), /ends too early/);
    appendFileSync(file, recordingLine(exchange(3)).repeat(2));
    await assert.rejects(RecordingIndex.of(file, results), /holds more than the 3/);
    rmSync(file);
    await assert.rejects(RecordingIndex.of(file, results), ConfigurationError);
  });
});

describe('reports that are looked into', () => {
  it('are read once, until they are written anew', async (t) => {
    const { folder: reports } = await keptRun('broken-service', t);
    const store = new ReportStore(reports);
    const first = store.open('latest');
    assert.equal(store.open('latest'), first);
    assert.equal(await first.recording(), await store.open('latest').recording());
    const file = join(reports, 'results.json');
    writeFileSync(file, `${readFileSync(file, 'utf8')}\n`);
    assert.notEqual(store.open('latest'), first);
    assert.throws(() => store.open('../latest'), /names no report/);
    assert.throws(() => store.open('4'), /has no report 4/);
  });

  it('are those of the history, whatever a folder here is called', async (t) => {
    const { folder: reports } = await keptRun('broken-service', t);
    const before = process.cwd();
    const elsewhere = temporaryFolder(t);
    mkdirSync(join(elsewhere, 'latest'));
    process.chdir(elsewhere);
    t.after(() => {
      process.chdir(before);
    });
    assert.equal(new ReportStore(reports).open('latest').results.run.target.name, 'mutant');
  });

  it('tell the cause of each failure, and every obligation with its area', async (t) => {
    const { folder, results } = await keptRun('broken-service', t);
    const view = reportView(new OpenedReport('latest', folder));
    assert.deepEqual(view.causes, [{ id: 'SES-09', consequences: ['SES-08'] }]);
    assert.deepEqual(
      view.rows.map(({ id }) => id),
      results.obligations.map(({ id }) => id),
    );
    const areas = new Set(view.areas.map(({ name }) => name));
    assert.ok(view.rows.every(({ area }) => areas.has(area)));
  });

  it('show an obligation without its exchanges where the recording is gone, and say so', async (t) => {
    const { folder: reports } = await keptRun('broken-service', t);
    rmSync(join(reports, 'recording.jsonl'));
    const view = await obligationView(new ReportStore(reports), 'latest', 'ses-08');
    assert.equal(view.verdict, 'failed');
    assert.deepEqual([view.exchanges, view.negatives], [[], []]);
    assert.match(view.noRecording ?? '', /recording\.jsonl.* is missing beside its results/);
  });

  it('show what a client refused as it must, beside the twin that it carried out', async (t) => {
    const { folder: reports } = await keptRun('self-test', t);
    const view = await obligationView(new ReportStore(reports), 'latest', 'HDT-02');
    assert.equal(view.verdict, 'passed');
    const [first] = view.negatives;
    assert.equal(first?.mistake, 'a key that expired ten minutes ago');
    assert.equal(first.isBroken, false);
    assert.match(first.answer, /"code":-32001/);
    assert.match(first.twin?.answer ?? '', /^\{"keyMaterial"/);
  });
});
