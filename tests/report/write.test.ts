import assert from 'node:assert/strict';
import fs, { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { defaultRedactionSettings, createRecording } from '../../support/exchange/recording';
import { renderers } from '../../support/report/files';
import {
  destinationWithoutHistory,
  requireWritable,
  writeReports,
} from '../../support/report/runs/write-run';
import { copyCachedRun } from '../runs/kept';
import { temporaryFolder } from './embedded-run';
import { linesIn } from '../recorded-lines';

const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });

function contents(folder: string): Record<string, string> {
  return Object.fromEntries(
    readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]),
  );
}

test('a run writes results, recording and what is rendered from them, and nothing else', async (t) => {
  const { folder, results } = await copyCachedRun('narrowed', t);
  const others = ['basis.json', 'cucumber.html', 'messages.ndjson', 'recording.jsonl', 'results.json'];
  assert.deepEqual(readdirSync(folder).sort(), [...others, ...Object.keys(renderers)].sort());
  const lines = linesIn(join(folder, 'recording.jsonl'));
  assert.equal(lines.length, results.exchanges);
});

for (const broken of ['recording.jsonl', 'results.json', 'compliance.html', 'cucumber.html', 'junit.xml'])
  test(`where ${broken} cannot be written, the earlier files stay and nothing is left behind`, async (t) => {
    const { folder, results } = await copyCachedRun('narrowed', t);
    const before = contents(folder);
    const write = fs.writeFileSync;
    t.mock.method(fs, 'writeFileSync', (file: string, text: string) => {
      write(file, text.slice(0, 10));
      if (file.includes(broken)) throw full;
    });
    assert.throws(() => {
      writeReports(
        destinationWithoutHistory(folder),
        results,
        createRecording().exchanges,
        defaultRedactionSettings,
        {
          'cucumber.html': 'new',
        },
      );
    }, full);
    assert.deepEqual(contents(folder), before);
  });

test('a folder is made, and one that cannot be is refused in one line', (t) => {
  const folder = temporaryFolder(t);
  requireWritable(join(folder, 'a/b'));
  assert.deepEqual(readdirSync(join(folder, 'a/b')), []);

  const file = join(folder, 'file');
  writeFileSync(file, 'mine');
  // /proc answers ENOENT for every new folder, at which Node's own recursive mkdir loops for ever.
  const odd = existsSync('/proc/self') ? ['/proc/conform/reports'] : [];
  for (const name of [file, join(file, 'below'), ...odd])
    assert.throws(() => {
      requireWritable(name);
    }, /^ConfigurationError: the reports folder .* cannot be written \(\w+\)/);
  assert.equal(readFileSync(file, 'utf8'), 'mine');
});

test('what stands in the folder already is left alone', (t) => {
  const folder = temporaryFolder(t);
  mkdirSync(join(folder, 'kept'));
  writeFileSync(join(folder, 'notes.txt'), 'mine');
  requireWritable(folder);
  assert.deepEqual(readdirSync(folder).sort(), ['kept', 'notes.txt']);
});
