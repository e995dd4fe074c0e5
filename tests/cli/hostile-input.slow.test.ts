import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { describe, it } from 'node:test';
import type { HostileEntry } from '../../mutants/traffic/hostile';
import {
  gzipBomb,
  gzipBombs,
  harmlessHar,
  harOfSmallPieces,
  harWithHostileEntry,
  hostileEntries,
} from '../../mutants/traffic/hostile';
import { readResults, temporaryFolder } from '../report/embedded-run';
import type { ProgramResult } from './conform';
import { conform } from './conform';

type Loose = Record<string, unknown>;

/** What is told of the odd entry; the others are judged. */
const told: Readonly<Record<HostileEntry, RegExp | undefined>> = {
  'headers that are null': /^ {2}entry 4: request\.headers is no list of /m,
  'a megabyte of brackets': /^ {2}entry 4: nested more than 1000 deep$/m,
  'more members than memory has room for': /^ {2}entry 4: more than 1000000 members$/m,
  'one string of many megabytes': /^ {2}entry 4: larger than 16777216 bytes$/m,
  'an address of many megabytes': /^ {2}entry 4: its address and headers are longer than 262144 characters$/m,
  'a status beyond all numbers': /^ {2}entry 4: response\.status is no number from 100 to 999$/m,
  'a year that no clock shows': /^ {2}entry 4: startedDateTime is no date before 2200$/m,
  'a size beyond all numbers': undefined,
  'a broken entry': /^ {2}entry 4: no JSON$/m,
  'an entry that is null': /^ {2}entry 4: an entry that is no object$/m,
};

async function auditing(
  t: TestContext,
  content: string | Buffer,
): Promise<ProgramResult & { readonly folder: string }> {
  const base = temporaryFolder(t);
  const [file, folder] = [join(base, 'traffic'), join(base, 'reports')];
  writeFileSync(file, content);
  return { ...(await conform(['audit', file, '--reports', folder])), folder };
}

describe('a HAR file with', { concurrency: 2 }, () => {
  for (const name of hostileEntries)
    it(`${name} is judged as far as it can be`, async (t) => {
      const { stdout, stderr, code, folder } = await auditing(t, harWithHostileEntry(name));
      assert.equal(stderr, '');
      assert.ok(code === 0 || code === 1, String(code));
      const line = told[name];
      assert.equal(readResults(folder).exchanges, line === undefined ? 60 : 59);
      if (line === undefined) assert.doesNotMatch(stdout, /cannot be read/);
      else assert.match(stdout, line);
    });
});

describe('a HAR file of bodies of a megabyte of small pieces', () => {
  it('is judged', async (t) => {
    const ended = await auditing(t, harOfSmallPieces());
    assert.equal(ended.stderr, '');
    assert.equal(readResults(ended.folder).exchanges, 18);
  });
});

describe('what unpacks to gigabytes', { concurrency: 2 }, () => {
  for (const name of gzipBombs)
    it(`${name} is given up`, async (t) => {
      const { stdout, stderr, code } = await auditing(t, gzipBomb(name));
      assert.deepEqual([stderr, code], ['', 3]);
      assert.match(stdout, /not read to its end: its gzip unpacks to more than 200 times its size/);
    });
});

/** What stands where a recording has something else, and where. */
const members: Readonly<Record<string, readonly [(line: Loose) => Loose, told: string]>> = {
  'headers of null': [
    (line) => ({ ...line, request: { ...(line.request as Loose), headers: [null] } }),
    '/request/headers/0 must be array, is null',
  ],
  'an answer that is null': [(line) => ({ ...line, response: null }), '/response must be object, is null'],
  'a body that is null': [
    (line) => ({ ...line, request: { ...(line.request as Loose), body: null } }),
    '/request/body must be object, is null',
  ],
  'facts that are null': [
    (line) => ({ ...line, facts: { ...(line.facts as Loose), tokens: null } }),
    '/facts/tokens must be object, is null',
  ],
  'a time beyond all times': [
    (line) => ({ ...line, arrivedAt: 1e300 }),
    '/arrivedAt must be <= 8640000000000000, is 1e+300',
  ],
};

describe('a recording with', () => {
  for (const [name, [change, told]] of Object.entries(members))
    it(`${name} has one line that cannot be read`, async (t) => {
      const base = temporaryFolder(t);
      const [har, first] = [join(base, 'a.har'), join(base, 'first')];
      writeFileSync(har, harmlessHar());
      await conform(['audit', har, '--reports', first]);
      const lines = readFileSync(join(first, 'recording.jsonl'), 'utf8').trim().split('\n');
      lines[6] = JSON.stringify(change(JSON.parse(lines[6] ?? '') as Loose));
      const [file, again] = [join(base, 'odd.jsonl'), join(base, 'again')];
      writeFileSync(file, lines.join('\n'));
      const { stdout, stderr, code } = await conform(['audit', '--rejudge', file, '--reports', again]);
      assert.equal(stderr, '');
      assert.equal(code, 1, stdout);
      assert.ok(stdout.includes(`\n  line 7: no exchange: ${told}\n`), stdout.slice(-600));
      assert.equal(readResults(again).exchanges, 59);
    });
});
