import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { generate } from '../../mutants/traffic/generate';
import { harOf } from '../../mutants/traffic/har-file';
import { readResults, temporaryFolder } from '../report/embedded-run';
import type { Ended } from './conform';
import { conform, conformProcess, root } from './conform';

type Loose = Record<string, unknown>;

const traffic = () => harOf([...generate({ exchanges: 60, seed: 3 })], { creator: 'generated' });

/** A HAR file of 60 entries of which the fourth is another. */
function harWith(change: (entry: Loose) => unknown): string {
  const har = traffic();
  const [before, [odd], after] = [
    har.log.entries.slice(0, 3),
    har.log.entries.slice(3, 4),
    har.log.entries.slice(4),
  ];
  const entries = [...before, change(structuredClone(odd) as unknown as Loose), ...after];
  return JSON.stringify({ log: { ...har.log, entries } });
}

interface Judged extends Ended {
  readonly folder: string;
  readonly maxMiB: number;
}

async function auditing(
  t: TestContext,
  content: string | Buffer,
  options: readonly string[] = [],
): Promise<Judged> {
  const base = temporaryFolder(t);
  const [file, folder, rss] = ['traffic', 'reports', 'rss'].map((name) => join(base, name)) as [
    string,
    string,
    string,
  ];
  writeFileSync(file, content);
  const env = { NODE_OPTIONS: `--require ${join(root, 'tests/max-rss.cjs')}`, MAX_RSS: rss };
  const ended = await conformProcess(['audit', file, '--reports', folder, ...options], { env });
  return { ...ended, folder, maxMiB: Number(readFileSync(rss, 'utf8')) / 1024 };
}

/** No input may take more, whoever wrote it. */
const mostMiB = 512;
const MiB = 1 << 20;

/** What is told of the odd entry, and how many are judged. */
const entries: Readonly<
  Record<string, readonly [() => string | Buffer, told: RegExp | undefined, judged: number]>
> = {
  'headers that are null': [
    () =>
      harWith((entry) => ({ ...entry, request: { ...(entry.request as Loose), headers: [null, 5, {}] } })),
    undefined,
    60,
  ],
  'a megabyte of brackets': [
    () => harWith(() => 'X').replace('"X"', `{"a":${'['.repeat(MiB)}${']'.repeat(MiB)}}`),
    /^ {2}entry 4: nested more than 1000 deep$/m,
    59,
  ],
  'more members than memory has room for': [
    () => harWith((entry) => ({ ...entry, x: Array.from({ length: 1_100_000 }, () => []) })),
    /^ {2}entry 4: more than 1000000 members$/m,
    59,
  ],
  'one string of many megabytes': [
    () => harWith((entry) => ({ ...entry, x: 'x'.repeat(40 * MiB) })),
    /^ {2}entry 4: larger than 16777216 bytes$/m,
    59,
  ],
  'an address of many megabytes': [
    () =>
      harWith((entry) => ({
        ...entry,
        request: { ...(entry.request as Loose), url: `https://a.example/?${'+%2B'.repeat(MiB)}` },
      })),
    /^ {2}entry 4: its address and headers are longer than 262144 characters$/m,
    59,
  ],
  'a broken entry': [() => harWith(() => 'X').replace('"X"', '{"a": tru}'), /^ {2}entry 4: no JSON$/m, 59],
  'an entry that is null': [() => harWith(() => null), /^ {2}entry 4: an entry that is no object$/m, 59],
};

describe('a HAR file with', { concurrency: 2 }, () => {
  for (const [name, [content, told, judged]] of Object.entries(entries))
    it(`${name} is judged as far as it can be, in little memory`, async (t) => {
      const { stdout, stderr, code, folder, maxMiB } = await auditing(t, content());
      assert.equal(stderr, '');
      assert.ok(code === 0 || code === 1, String(code));
      assert.equal(readResults(folder).exchanges, judged);
      if (told === undefined) assert.doesNotMatch(stdout, /cannot be read/);
      else assert.match(stdout, told);
      assert.ok(maxMiB < mostMiB, `${Math.round(maxMiB)} MiB`);
    });
});

/** What many small pieces are made of. */
const crumbs = [
  '\tx',
  '<a>',
  'a:',
  '1 ',
  '&#43;',
  'a=b&',
  '=3D',
  '\\u002b',
  'a=%25+\\n&',
  '1,',
  '"a":"b",',
  '[',
];

describe('a HAR file of bodies of a megabyte of small pieces', () => {
  it('is judged in little memory', async (t) => {
    const har = traffic();
    const entries = har.log.entries.slice(0, 18).map((entry, index) => {
      const crumb = crumbs[index % crumbs.length] ?? '';
      const text = crumb.repeat(Math.ceil(MiB / crumb.length)).slice(0, MiB);
      return {
        ...entry,
        request: { ...entry.request, bodySize: MiB, postData: { mimeType: 'text/plain', text } },
        response: { ...entry.response, content: { size: MiB, mimeType: 'text/plain', text } },
      };
    });
    const ended = await auditing(t, JSON.stringify({ log: { ...har.log, entries } }));
    assert.equal(ended.stderr, '');
    assert.equal(readResults(ended.folder).exchanges, 18);
    assert.ok(ended.maxMiB < mostMiB, `${Math.round(ended.maxMiB)} MiB`);
  });
});

describe('what unpacks to gigabytes', { concurrency: 2 }, () => {
  const bomb = (before: string) =>
    gzipSync(Buffer.concat([Buffer.from(before), Buffer.alloc(300 * MiB, 'A')]), { level: 1 });
  for (const [name, before] of [
    ['a HAR file', '{"log":{"entries":[{"x":"'],
    ['a recording', '{"seq":1,"facts":{},"x":"'],
  ] as const)
    it(`${name} is given up, in little memory`, async (t) => {
      const { stdout, stderr, code, maxMiB } = await auditing(t, bomb(before));
      assert.deepEqual([stderr, code], ['', 3]);
      assert.match(stdout, /not read to its end: its gzip unpacks to more than 200 times its size/);
      assert.ok(maxMiB < mostMiB, `${Math.round(maxMiB)} MiB`);
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
      writeFileSync(har, JSON.stringify(traffic()));
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
