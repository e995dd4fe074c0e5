import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { generateTraffic } from '../../mutants/traffic/generate';
import { harOf } from '../../mutants/traffic/har-file';
import { readResults, temporaryFolder } from '../report/embedded-run';
import { conformProcess } from './conform';
import { linesIn } from '../recorded-lines';

test('two audits into one reports folder at once leave the report of each, whole', async (t) => {
  const cwd = temporaryFolder(t);
  const sizes = [30, 50];
  const files = sizes.map((exchanges, index) => {
    const file = join(cwd, `${index}.har`);
    writeFileSync(
      file,
      JSON.stringify(harOf([...generateTraffic({ exchanges, seed: index })], { creator: 'x' })),
    );
    return file;
  });
  const both = await Promise.all(files.map((file) => conformProcess(['audit', file], { cwd })));
  for (const { code, stderr } of both) {
    assert.equal(stderr, '');
    assert.ok(code === 0 || code === 1, String(code));
  }
  const found = globSync('**/results.json', { cwd });
  const kept = found.map((file) => readResults(join(cwd, file, '..')));
  assert.deepEqual(kept.map(({ exchanges }) => exchanges).sort(), sizes);
  for (const file of found) {
    const [folder, run] = [join(cwd, file, '..'), readResults(join(cwd, file, '..'))];
    const lines = linesIn(join(folder, 'recording.jsonl'));
    assert.equal(lines.length, run.exchanges);
    const page = readFileSync(join(folder, 'compliance.html'), 'utf8');
    assert.ok(page.includes(run.run.id), 'the page is of that run');
  }
});

test('a report whose recording is audited stays where it was named, and is put into the history', async (t) => {
  const cwd = temporaryFolder(t);
  const first = join(cwd, 'first.har');
  writeFileSync(
    first,
    JSON.stringify(harOf([...generateTraffic({ exchanges: 30, seed: 1 })], { creator: 'x' })),
  );
  await conformProcess(['audit', first, '--reports', 'reports'], { cwd });
  const { code, stderr } = await conformProcess(['audit', 'reports/recording.jsonl'], { cwd });
  assert.equal(stderr, '');
  assert.ok(code === 0 || code === 1, String(code));
  const kept = globSync('reports/history/*/results.json', { cwd }).map((file) =>
    readResults(join(cwd, file, '..')),
  );
  assert.deepEqual(
    kept.map(({ exchanges }) => exchanges),
    [30, 30],
  );
  assert.ok(existsSync(join(cwd, 'reports/recording.jsonl')));
});
