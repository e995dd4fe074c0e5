import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { generateTraffic } from '../../mutants/traffic/generate';
import { trafficLogOf } from '../../mutants/traffic/traffic-log';
import type { Exchange } from '../../support/exchange/exchange';
import { expandInputNames } from '../../support/traffic/named-inputs';
import { conform } from '../cli/conform';
import { readResults, temporaryFolder } from '../report/embedded-run';
import type { Audit } from './several';
import { auditTexts, auditingFiles } from './several';

const lines = trafficLogOf([
  ...generateTraffic({ exchanges: 40, seed: 3, breaks: [{ id: 'HDR-07', at: 25 }] }),
])
  .trim()
  .split('\n');
const part = (from: number, to: number): string => `${lines.slice(from, to).join('\n')}\n`;
const docker = (text: string): string =>
  text.replaceAll(/.+/g, (line) => JSON.stringify({ log: `${line}\n`, stream: 'stdout', time: 'x' }));

/** Each file tells by itself which headers it keeps: a log may have been set up otherwise since. */
const seenIn = ({ recording }: Audit): unknown[] =>
  recording
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => {
      const { seq, arrivedAt, request } = JSON.parse(line) as Exchange;
      return [seq, arrivedAt, request.url];
    });

const failedIn = ({ results }: Audit): string[] =>
  results.obligations.filter(({ verdict }) => verdict === 'failed').map(({ id }) => id);

const rotations: Readonly<Record<string, readonly [oldest: string, older: string, now: string]>> = {
  'by number': ['traffic.jsonl.10.gz', 'traffic.jsonl.2', 'traffic.jsonl'],
  'by date in front of the ending': ['traffic-20251231.jsonl.gz', 'traffic-20260101.jsonl', 'traffic.jsonl'],
  'by date behind the ending': ['traffic.jsonl-20251231.gz', 'traffic.jsonl-20260101', 'traffic.jsonl'],
  'by time': ['t.ndjson.2026-01-01T00-00-00Z', 't.ndjson.2026-01-02T00-00-00Z', 't.ndjson'],
  'against their names': ['traffic.jsonl', 'traffic.jsonl.1', 'traffic.jsonl.2.gz'],
  'as Docker does': ['c1-json.log.2.gz', 'c1-json.log.1', 'c1-json.log'],
};

describe('a folder of a log that was rotated', () => {
  for (const [how, [oldest, older, now]] of Object.entries(rotations))
    it(`is judged as one log, in the order of what it contains: ${how}`, async (t) => {
      const folder = temporaryFolder(t);
      const wrap = how.includes('Docker') ? docker : String;
      for (const [name, text] of [
        [oldest, part(0, 13)],
        [older, part(13, 26)],
        [now, part(26, 99)],
      ] as const)
        writeFileSync(join(folder, name), name.endsWith('.gz') ? gzipSync(wrap(text)) : wrap(text));
      const wanted = await auditTexts([lines.join('\n')]);
      const found = await auditingFiles(expandInputNames([folder]));
      assert.deepEqual(seenIn(found), seenIn(wanted));
      assert.deepEqual(failedIn(found), failedIn(wanted));
    });

  it('comes in the order of its names where times are the same', async (t) => {
    const folder = temporaryFolder(t);
    const at = (number: number): string =>
      part(number, number + 1).replaceAll(/"startedAt":"[^"]*"/g, '"startedAt":"2026-01-01T00:00:00.000Z"');
    const same = lines.slice(0, 6).map((_, number) => at(number));
    const names = [
      'traffic.jsonl.10',
      'traffic.jsonl.9.gz',
      'traffic.jsonl.1',
      'traffic.jsonl',
      'u.jsonl-20260101',
      'u.jsonl',
    ];
    for (const [number, name] of names.entries())
      writeFileSync(
        join(folder, name),
        name.endsWith('.gz') ? gzipSync(same[number] ?? '') : (same[number] ?? ''),
      );
    const files = expandInputNames([folder]);
    assert.deepEqual(
      files,
      names.map((name) => join(folder, name)),
    );
    assert.deepEqual(expandInputNames([join(folder, '*')]), files);
    assert.deepEqual(seenIn(await auditingFiles(files)), seenIn(await auditTexts([same.join('')])));
  });

  it('may hold files into which nothing was written yet, packed or not', async (t) => {
    const folder = temporaryFolder(t);
    writeFileSync(join(folder, 'traffic.jsonl'), '');
    writeFileSync(join(folder, 'traffic.jsonl.1'), part(0, 99));
    writeFileSync(join(folder, 'traffic.jsonl.2.gz'), gzipSync(''));
    const reports = join(folder, 'reports');
    const { code, stdout, stderr } = await conform(['audit', folder, '--reports', reports]);
    assert.equal(code, 1, stderr);
    assert.match(stdout, /traffic\.jsonl\.2\.gz: 0 exchanges.*\n {2}no exchange: it is empty/);
    assert.equal(readResults(reports).exchanges, 40);
  });

  it('is judged in shards alike', async (t) => {
    const folder = temporaryFolder(t);
    const logs = join(folder, 'logs');
    mkdirSync(logs);
    writeFileSync(join(logs, 'traffic.jsonl.1'), docker(part(0, 20)));
    writeFileSync(join(logs, 'traffic.jsonl'), docker(part(20, 99)));
    const [one, other, all] = [join(folder, '1'), join(folder, '2'), join(folder, 'all')];
    await conform(['audit', '--shard', '1/2', '--reports', one, logs]);
    await conform(['audit', '--shard', '2/2', '--reports', other, logs]);
    await conform(['merge', one, other, '--reports', all]);
    const { obligations, exchanges, run } = readResults(all);
    assert.equal(exchanges, 40);
    assert.deepEqual(
      run.traffic?.files.map(({ name, exchanges: each }) => [basename(name), each]),
      [
        ['traffic.jsonl.1', 20],
        ['traffic.jsonl', 20],
      ],
    );
    const ids = obligations.filter(({ verdict }) => verdict === 'failed').map(({ id }) => id);
    assert.ok(ids.includes('HDR-07'), ids.join());
  });
});
