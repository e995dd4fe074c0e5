import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Readable } from 'node:stream';
import fc from 'fast-check';
import { trafficLogOf } from '../../mutants/traffic/traffic-log';
import type { TrafficSource } from '../../support/traffic/sources';
import { openSource } from '../../support/traffic/sources';
import { randomInt } from '../seed';
import type { Audit } from './several';
import { auditTexts, interleaved, trafficOf } from './several';

const seen = interleaved(trafficOf([{ clientId: 'SBX_1', breaks: [{ id: 'HDR-07', at: 9 }] }]));
const plain = trafficLogOf(seen);
const lines = plain.trim().split('\n');
const time = '2026-11-20T08:30:00.123456789Z';

/** The verdicts, the recording, and the number of lines that were read and that were not. */
const judged = ({ results, recording, files }: Audit): string =>
  JSON.stringify([results.obligations, recording, files.map(({ exchanges, others }) => [exchanges, others])]);

const sourceOf = (bytes: Buffer): Promise<TrafficSource> => openSource('-', Readable.from([bytes]));

const cutAfter = (text: string, most: number): string[] =>
  Array.from({ length: Math.ceil(text.length / most) }, (_, at) => text.slice(at * most, (at + 1) * most));

const docker = (log: string, stream = 'stdout'): string => JSON.stringify({ log, stream, time });
const dockerParts = (line: string): string[] => cutAfter(`${line}\n`, 16_384).map((log) => docker(log));
const cri = (line: string, most: number): string[] => {
  const parts = cutAfter(line, most);
  return parts.map((part, at) => `${time} stdout ${at === parts.length - 1 ? 'F' : 'P'} ${part}`);
};
const record = (line: string): unknown => JSON.parse(line);

const wraps: Readonly<Record<string, (line: string) => string | string[]>> = {
  "Docker's json-file": dockerParts,
  CRI: (line) => cri(line, 16_384),
  'CRI, in parts': (line) => cri(line, 300),
  'CRI with tags': (line) => `${time} stdout F:tag ${line}`,
  'Fluent Bit, as text': (line) => JSON.stringify({ date: 1795163400.5, log: line }),
  'Fluent Bit, under message': (line) => JSON.stringify({ message: line }),
  'Fluent Bit, nested': (line) => JSON.stringify({ date: 1795163400.5, log: record(line) }),
  'Fluent Bit, nested under message': (line) => JSON.stringify({ message: record(line) }),
  'Fluent Bit, merged': (line) => JSON.stringify({ log: line, ...(record(line) as object) }),
  'Fluent Bit that read CRI': (line) =>
    cri(line, 400).map((each) => {
      const [, stream, _p, log] = /^\S+ (\S+) (.) (.*)$/.exec(each) ?? [];
      return JSON.stringify({ time, stream, _p, log });
    }),
  'Fluent Bit that did not read Docker': (line) =>
    dockerParts(line).map((log) => JSON.stringify({ date: 1, log })),
  'Fluent Bit that did not read CRI': (line) => JSON.stringify({ log: `${time} stdout F ${line}` }),
  'Fluent Bit, with the CRI parser': (line) =>
    JSON.stringify({ stream: 'stdout', logtag: 'F', message: line }),
  'a file of Fluent Bit': (line) => `kube.gw: [1795163400.000000000, ${JSON.stringify({ log: line })}]`,
  Vector: (line) => JSON.stringify({ host: 'gw', message: line, source_type: 'file', timestamp: time }),
  Loki: (line) => JSON.stringify({ labels: { job: 'gw' }, line, timestamp: time }),
  'Google Cloud Logging, as text': (line) => JSON.stringify({ insertId: '1', textPayload: line }),
  'Google Cloud Logging, as JSON': (line) => JSON.stringify({ insertId: '1', jsonPayload: record(line) }),
  'Google Cloud Logging, as a message': (line) =>
    JSON.stringify({ insertId: '1', jsonPayload: { message: line } }),
  'syslog of RFC 3164': (line) => `<190>Nov 20 08:30:00 gw kong[7]: ${line}`,
  'syslog without a host': (line) => `<190>Nov  5 08:30:00 kong: ${line}`,
  'syslog of RFC 5424': (line) => `<190>1 ${time} gw kong 7 - - ${line}`,
  'syslog of RFC 5424 with data': (line) => `<190>1 ${time} gw kong 7 id [a@1 b="c"][d@1] \ufeff${line}`,
  "rsyslog's file": (line) => `${time.replace('Z', '+00:00')} gw kong[7]: ${line}`,
  "rsyslog's traditional file": (line) => `Nov 20 08:30:00 gw kong[7]: ${line}`,
};

describe('a traffic log that other programs wrapped', () => {
  for (const [what, wrap] of Object.entries(wraps))
    it(`is judged as the log itself: ${what}`, async () => {
      const wrapped = `${lines.flatMap(wrap).join('\n')}\n`;
      const found = await auditTexts([wrapped]);
      assert.deepEqual(
        found.files.map(({ form, broken }) => [form, broken]),
        [['log', []]],
      );
      assert.equal(found.files[0]?.exchanges, lines.length);
    });

  it('comes to the same verdicts and the same recording', async () => {
    const wanted = await auditTexts([plain]);
    assert.ok(wanted.results.obligations.some(({ id, verdict }) => id === 'HDR-07' && verdict === 'failed'));
    for (const wrap of [dockerParts, (line: string) => `${time} stdout F ${line}`])
      assert.equal(judged(await auditTexts([lines.flatMap(wrap).join('\n')])), judged(wanted));
  });

  it('has its parts joined, between lines of another stream, wherever they are cut', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 2000 }), fc.nat(7), async (most, apart) => {
        const parts = lines.slice(0, 8).flatMap((line) => cri(line, most));
        const noisy = parts.flatMap((part, at) =>
          at % 8 === apart ? [part, `${time} stderr P {"not`, `${time} stderr F ice"}`] : [part],
        );
        const { items } = await sourceOf(Buffer.from(noisy.join('\n')));
        const texts = (await Array.fromAsync(items)).flatMap((item) => ('text' in item ? [item.text] : []));
        assert.deepEqual(
          texts.filter((text) => text !== '{"notice"}'),
          lines.slice(0, 8),
        );
      }),
      { numRuns: 20, seed: randomInt(0, 2 ** 31) },
    );
  });

  it('keeps letters of several bytes whole that a part ends in', async () => {
    const line = JSON.stringify({
      ...(record(lines[0] ?? '') as object),
      comment: 'ありがとう'.repeat(40),
    });
    const bytes = Buffer.from(line);
    const head = (mark: string) => Buffer.from(`${time} stdout ${mark} `);
    const end = Buffer.from('\n');
    const pieces = Array.from({ length: Math.ceil(bytes.length / 50) }, (_, at) =>
      Buffer.concat([
        head((at + 1) * 50 < bytes.length ? 'P' : 'F'),
        bytes.subarray(at * 50, (at + 1) * 50),
        end,
      ]),
    );
    const items = await Array.fromAsync((await sourceOf(Buffer.concat(pieces))).items);
    assert.deepEqual(items, [{ number: pieces.length, text: line }]);
  });

  it('tells of parts whose rest is missing, and goes on with the next line', async () => {
    const [first = '', second = ''] = lines;
    const text = [docker(`${first}\n`), docker(first.slice(0, 100)), docker(`${second}\n`), docker('{"a')];
    const { items } = await sourceOf(Buffer.from(text.join('\n')));
    assert.deepEqual(await Array.fromAsync(items), [
      { number: 1, text: first },
      { number: 2, flaw: 'the rest of line 2 is not in this file' },
      { number: 3, text: second },
      { number: 4, flaw: 'the rest of line 4 is not in this file' },
    ]);
  });

  it('names what cannot be read by its line, and lets nothing else pass for traffic', async () => {
    const text = ['/docker-entrypoint.sh: ready', '{"startedAt":"soon","request":{}}', lines[0] ?? ''];
    const { files } = await auditTexts([text.map((line) => docker(`${line}\n`)).join('\n')]);
    assert.deepEqual([files[0]?.exchanges, files[0]?.brokenCount], [1, 2]);
    assert.match(files[0]?.broken.join('\n') ?? '', /^line 1: no JSON\nline 2: startedAt is a text; /);
  });

  it('holds nothing that can be read where a container tells of other things', async () => {
    for (const text of [docker('ready\n'), `${time} stdout F ready`]) {
      const { files } = await auditTexts([text]);
      assert.deepEqual(files[0]?.broken, ['line 1: no JSON']);
    }
  });

  it('is held up to a bound, whatever comes in parts and in however many streams', async () => {
    const wide = 'x'.repeat(1 << 20);
    const endless = Array.from({ length: 17 }, (_, at) => `${time} stdout P ${at === 0 ? '{' : ''}${wide}`);
    const many = Array.from({ length: 17 }, (_, at) =>
      JSON.stringify({ kubernetes: { container_name: `c${at}` }, _p: 'P', log: `{${wide}` }),
    );
    for (const parts of [endless, many]) {
      const whole = `${time} stderr F ${lines[0]}`;
      const { items } = await sourceOf(Buffer.from([whole, ...parts, whole].join('\n')));
      const all = await Array.fromAsync(items);
      assert.ok(
        all.some((item) => 'flaw' in item && item.flaw.startsWith('longer than 16777216 bytes, in parts')),
      );
      assert.deepEqual(
        all.filter((item) => 'text' in item && item.text === lines[0]).map(({ number }) => number),
        [1, parts.length + 2],
      );
    }
  });

  it('may begin with what the gateway writes while it starts', async () => {
    const notices = Array.from({ length: 200 }, (_, at) => `2026/11/20 [notice] ${at}: {worker} started`);
    const { files } = await auditTexts([[...notices, plain].join('\n')]);
    assert.deepEqual([files[0]?.exchanges, files[0]?.brokenCount], [lines.length, 200]);
  });
});

describe('a JSON list of the lines of a log', () => {
  for (const [what, text] of [
    ['in one line', JSON.stringify(lines.map(record))],
    ['in many', JSON.stringify(lines.map(record), null, 2)],
    ['several in a row', lines.map((line, at) => `[${line}${at === 0 ? ',{}' : ''}]`).join('\n')],
    [
      'of lines that are wrapped',
      JSON.stringify(
        lines.map((log) => ({ date: 1, log })),
        null,
        1,
      ),
    ],
  ] as const)
    it(`is taken as the log itself: ${what}`, async () => {
      const { files, recording } = await auditTexts([text]);
      const wanted = await auditTexts([plain]);
      assert.equal(files[0]?.exchanges, wanted.files[0]?.exchanges);
      // The entries of a list are numbered as entries, and not as lines.
      const numbered = recording.replace(/"readFrom":\{"file":1,"entry":/g, '"readFrom":{"file":1,"line":');
      if (what !== 'several in a row') assert.equal(numbered, wanted.recording);
      else assert.match(files[0]?.broken.join() ?? '', /^entry 2: startedAt is missing; it is a time/);
    });

  it('that breaks off is judged as far as it goes', async () => {
    const { files } = await auditTexts([JSON.stringify(lines.map(record)).slice(0, -40)]);
    assert.match(files[0]?.cut ?? '', /it ends in the middle, behind entry 29/);
  });
});

describe('what is no wrapped log', () => {
  it('stays what it is, though it holds the same words', async () => {
    const har = JSON.stringify({ log: { pages: [{ title: '{"request":1}', message: 'x' }], entries: [] } });
    assert.equal((await sourceOf(Buffer.from(har))).form, 'har');
    const own = JSON.stringify({ message: 'x', ...(record(lines[0] ?? '') as object) });
    assert.deepEqual(await Array.fromAsync((await sourceOf(Buffer.from(own))).items), [
      { number: 1, text: own },
    ]);
    for (const text of ['{"log":"ready"}', '{"level":"info","message":"ready"}', '[1]'])
      await assert.rejects(sourceOf(Buffer.from(text)), /holds neither/, text);
  });
});
