import assert from 'node:assert/strict';
import { readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import { largestResults } from '../../support/report/runs/read-report-text';
import { aboutRun } from '../../support/report/runs/find-run';
import { readReports } from '../../support/report/runs/read-run';
import type { Results } from '../../support/judging/results';
import { ConfigurationError } from '../../support/targets/errors';
import { copyCachedRun } from '../runs/kept';

const reportsOf = (t: TestContext) => copyCachedRun('certificates', t);

/** The one line that a person gets. */
async function refusal(folder: string): Promise<string> {
  try {
    await readReports(folder);
  } catch (error) {
    assert.ok(error instanceof ConfigurationError, String(error));
    return error.line.replace(folder, 'DIR');
  }
  return 'was read';
}

test('what a run wrote is read again: results, and the exchanges that they refer to', async (t) => {
  const { folder, results } = await reportsOf(t);
  const read = await readReports(folder);
  assert.deepEqual(read.results, results);
  const row = results.obligations.find(({ id }) => id === 'CRT-02');
  assert.ok((row?.evidence.length ?? 0) > 0);
  for (const seq of row?.evidence ?? []) assert.equal(read.evidence.get(seq)?.seq, seq);
});

const changes: Readonly<Record<string, (results: Results) => unknown>> = {
  'is a report with schemaVersion 4, and this suite reads schemaVersion 3': (results) => ({
    ...results,
    schemaVersion: 4,
  }),
  'is a report with schemaVersion 2, and this suite reads schemaVersion 3': (results) => ({
    ...results,
    schemaVersion: 2,
  }),
  'is a report with schemaVersion "3", and this suite reads schemaVersion 3': (results) => ({
    ...results,
    schemaVersion: '3',
  }),
  'is not results of this suite: it has no schemaVersion': ({ run }) => ({ run }),
  'does not keep to schemas/results.schema.json': (results) => ({ ...results, surprise: true }),
};

for (const [message, change] of Object.entries(changes))
  test(`results.json that ${message} is refused`, async (t) => {
    const { folder, results } = await reportsOf(t);
    assert.equal(await refusal(folder), 'was read');
    writeFileSync(join(folder, 'results.json'), JSON.stringify(change(results)));
    const line = await refusal(folder);
    assert.ok(line.includes(`DIR/results.json: `) && line.includes(message), line);
    assert.match(line, / — \S/);
  });

test('null, a list, half a file and no file at all are refused', async (t) => {
  const { folder } = await reportsOf(t);
  const file = join(folder, 'results.json');
  const text = readFileSync(file, 'utf8');
  for (const [content, message] of [
    ['null', /it has no schemaVersion/],
    ['[]', /it has no schemaVersion/],
    [text.slice(0, text.length / 2), /is not JSON/],
    ['', /is not JSON/],
    [
      '['.repeat(2_000_000),
      /results\.json: is beyond bounds: nested more than 1000 deep — it was cut or edited/,
    ],
    [`[${'0,'.repeat(1_100_000)}0]`, /results\.json: is beyond bounds: more than 1000000 members/],
  ] as const) {
    writeFileSync(file, content);
    assert.match(await refusal(folder), message);
  }
  rmSync(file);
  assert.match(await refusal(folder), /cannot be read \(ENOENT\) — run npx conform run first/);
});

test('a recording that was cut anywhere is refused with the line where it ends', async (t) => {
  const { folder, results } = await reportsOf(t);
  const file = join(folder, 'recording.jsonl');
  const text = readFileSync(file);
  const ends = text.toString('utf8').split('\n').length - 1;
  assert.equal(ends, 1 + results.exchanges);
  for (const part of [0.1, 0.3, 0.5, 0.7, 0.9, 0.999]) {
    writeFileSync(file, text);
    truncateSync(file, Math.floor(text.length * part));
    assert.match(
      await refusal(folder),
      /recording\.jsonl:\d+: (ends too early|is not exchange \d+)/,
      `${part}`,
    );
  }
  // Without its last line it is cut, too, though every line is whole.
  writeFileSync(file, `${text.toString('utf8').trimEnd().split('\n').slice(0, -1).join('\n')}\n`);
  assert.match(await refusal(folder), /ends too early: results\.json counts/);
  writeFileSync(file, text);
  assert.equal(await refusal(folder), 'was read');
  rmSync(file);
  assert.match(await refusal(folder), /recording\.jsonl: is missing beside its results/);
});

test('a recording of another run, whose lines have other numbers, is refused', async (t) => {
  const { folder } = await reportsOf(t);
  const file = join(folder, 'recording.jsonl');
  const [head = '', first = '', ...others] = readFileSync(file, 'utf8').trimEnd().split('\n');
  writeFileSync(file, `${[head, ...others, first].join('\n')}\n`);
  assert.match(await refusal(folder), /recording\.jsonl:\d+: is not exchange \d+ of a recording/);
});

test('results that are larger than any are refused before they are read', async (t) => {
  const { folder } = await reportsOf(t);
  const file = join(folder, 'results.json');
  const text = readFileSync(file, 'utf8');
  // Blanks: the same results, and as many bytes as may be.
  writeFileSync(file, text + ' '.repeat(largestResults - Buffer.byteLength(text)));
  assert.equal(await refusal(folder), 'was read');
  truncateSync(file, largestResults + 1);
  assert.match(
    await refusal(folder),
    /DIR\/results\.json: is larger than 67108864 bytes — no report is that large/,
  );
  truncateSync(file, 3 * 1024 ** 3);
  assert.match(await refusal(folder), /is larger than 67108864 bytes/, 'more than a string can hold');
  assert.equal(aboutRun(folder), undefined, 'the history lists it as unreadable');
});
