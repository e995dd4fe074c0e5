import assert from 'node:assert/strict';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { describe, it, test } from 'node:test';
import { defaultRedactionSettings } from '../../support/exchange/recording';
import type { HistoryEntry } from '../../support/report/runs/find-run';
import { writeReports } from '../../support/report/runs/write-run';
import { wrongVersionError } from '../../support/targets/errors';
import { conform } from '../cli/conform';
import { copyCachedRun } from '../runs/kept';
import { readResults, temporaryFolder } from './embedded-run';
import { destinationAt, nthRun } from './runs/scene';

/** A folder with three whole runs, of which another version of the suite wrote the second and the newest. */
function amongOthers(t: TestContext): string {
  const root = temporaryFolder(t);
  for (const n of [1, 2, 3]) {
    const run = writeReports(
      destinationAt(root),
      { ...nthRun(n), exchanges: 0 },
      [],
      defaultRedactionSettings,
    );
    const file = join(run, 'results.json');
    const text = readFileSync(file, 'utf8');
    if (n !== 1) writeFileSync(file, text.replace('"schemaVersion": 3', '"schemaVersion": 4'));
  }
  return root;
}

async function requireRefused(args: readonly string[], told: string): Promise<void> {
  const { code, stdout, stderr } = await conform(args);
  assert.deepEqual([code, stdout], [2, ''], args.join(' '));
  assert.ok(stderr.includes(told), stderr);
  assert.match(stderr, / — \S/);
  assert.equal(stderr.trim().split('\n').length, 1);
}

describe('a report in another format', () => {
  const told = 'results.json: is a report with schemaVersion 4, and this suite reads schemaVersion 3';

  it('is listed as unreadable, with its folder', async (t) => {
    const root = amongOthers(t);
    const { code, stdout } = await conform(['history', '--reports', root]);
    assert.equal(code, 0);
    assert.equal(stdout.match(/its results cannot be read: .*0000000[23]$/gm)?.length, 2);
    assert.match(stdout, /00000001 {2}my-system/);
    const { stdout: json } = await conform(['history', '--reports', root, '--json']);
    const entries = JSON.parse(json) as readonly HistoryEntry[];
    assert.deepEqual(entries.map(({ run }) => run?.id.slice(0, 8)).sort(), [
      '00000001',
      undefined,
      undefined,
    ]);
  });

  it('is refused in one line by commands that read it', async (t) => {
    const root = amongOthers(t);
    await requireRefused(['diff', '00000002', '00000001', '--reports', root], told);
    await requireRefused(['report', '00000003', '--reports', root], told);
  });

  it('is not the newest whole run for the run after it', (t) => {
    const root = amongOthers(t);
    writeReports(destinationAt(root), { ...nthRun(0), exchanges: 0 }, [], defaultRedactionSettings);
    assert.match(readResults(root).run.id, /^00000001-/);
  });
});

test('a version that cannot be written is still reported in one line', () => {
  const deep = JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`) as unknown;
  for (const [found, stated] of [
    [deep, 'formatVersion that is no number'],
    ['3'.repeat(1000), `formatVersion "${'3'.repeat(39)}`],
  ] as const) {
    const { line } = wrongVersionError(
      { of: 'a part', member: 'formatVersion', found, readable: 3 },
      { file: 'part.json' },
      'judge it again',
    );
    assert.equal(
      line,
      `part.json: is a part with ${stated}, and this suite reads formatVersion 3 — judge it again`,
    );
  }
});

describe('a recording in another format beside a report', () => {
  it('is refused in one line by commands that read it', async (t) => {
    const { folder: made } = await copyCachedRun('narrowed', t);
    const folder = join(temporaryFolder(t), 'other');
    cpSync(made, folder, { recursive: true });
    const file = join(folder, 'recording.jsonl');
    const text = readFileSync(file, 'utf8');
    for (const [other, stated] of [
      [text.replace('"form":2', '"form":3'), 'form 3'],
      [text.slice(text.indexOf('\n') + 1), 'no form'],
      [`\n${text.slice(text.indexOf('\n') + 1)}`, 'no form'],
    ] as const) {
      writeFileSync(file, other);
      const told = `recording.jsonl: is a recording with ${stated}, and this suite reads form 2`;
      await requireRefused(['diff', made, folder], told);
      await requireRefused(['report', folder], told);
    }
  });
});
