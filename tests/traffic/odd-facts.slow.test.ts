import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { conform } from '../cli/conform';
import { readResults, temporaryFolder } from '../report/embedded-run';
import { keptRun } from '../runs/kept';

type Loose = Record<string, unknown>;

/** What stands where rules read something else. The schema of a recording leaves `facts.arrived` to the rules. */
const odd: readonly unknown[] = [null, 5, 'x', true, [null], {}, { flaw: null }, { a: { b: [] } }];

test('a recording of a run in which facts are odd ends as any other', async (t) => {
  const { folder } = await keptRun('self-test', t);
  const lines = readFileSync(join(folder, 'recording.jsonl'), 'utf8').trim().split('\n');
  let count = 0;
  const changed = lines.map((line) => {
    const evidence = JSON.parse(line) as { facts: { arrived?: Loose } };
    const { arrived } = evidence.facts;
    if (arrived === undefined) return line;
    const members = Object.keys(arrived).map((name) => [name, odd[(count += 1) % odd.length]]);
    return JSON.stringify({
      ...evidence,
      facts: { ...evidence.facts, arrived: Object.fromEntries(members) as unknown },
    });
  });
  assert.ok(count > 5 * odd.length, `${count} facts that rules read`);
  const base = temporaryFolder(t);
  const [file, reports] = [join(base, 'odd.jsonl'), join(base, 'reports')];
  writeFileSync(file, changed.join('\n'));
  const { code, stderr } = await conform(['audit', '--rejudge', file, '--reports', reports]);
  assert.equal(stderr, '');
  assert.ok(code === 1 || code === 3, String(code));
  assert.equal(readResults(reports).exchanges, lines.length);
});
