import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { checkSchema } from '../../support/contract/schemas';
import { resultsOf } from '../../support/judging/results-of';
import { trafficTarget } from '../../support/targets/traffic-target';
import { endedTraffic, trafficBasis } from '../../support/traffic/ended-traffic';
import { recordToFile } from '../../support/traffic/file-recording';
import { judgePartition, openPartition, sweepPartition } from '../../support/traffic/parts/judge-partition';
import type { Split } from '../../support/traffic/parts/layout';
import { mergeParts, readParts } from '../../support/traffic/parts/merge-parts';
import { partName } from '../../support/traffic/parts/part';
import type { Part } from '../../support/traffic/parts/part';
import { splitInputs } from '../../support/traffic/parts/split-inputs';
import { openSource } from '../../support/traffic/sources';
import { randomInt } from '../seed';
import { clientsArbitrary } from './client-arbitrary';
import { auditingFiles, dealt, harText, interleaved, trafficOf } from './several';

const target = trafficTarget;

async function inFolder<Value>(act: (folder: string) => Promise<Value>): Promise<Value> {
  const folder = mkdtempSync(join(tmpdir(), 'parts-'));
  try {
    return await act(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Writes traffic to several files, whose names are in order. */
function writeInputs(folder: string, texts: readonly string[]): string[] {
  return texts.map((text, index) => {
    const file = join(folder, `input-${index}.har`);
    writeFileSync(file, text);
    return file;
  });
}

async function splitAll(files: readonly string[], parts: string, of: number): Promise<void> {
  // Each by a task of its own, the last one first.
  for (const file of files.toReversed()) await splitInputs([await openSource(file)], { parts, of, target });
}

async function judgeOne(parts: string, number: number, out: string): Promise<string> {
  const folder = join(out, String(number));
  mkdirSync(folder, { recursive: true });
  const recording = recordToFile(join(folder, 'recording.jsonl'));
  const part = await judgePartition(openPartition(join(parts, String(number)), target), target, recording);
  recording.finish();
  assert.deepEqual(checkSchema('part', JSON.parse(JSON.stringify(part))), []);
  writeFileSync(join(folder, partName), JSON.stringify(part));
  return folder;
}

async function judgeAll(parts: string, of: number, out: string): Promise<string[]> {
  const folders: string[] = [];
  for (let number = of - 1; number >= 0; number -= 1) folders.push(await judgeOne(parts, number, out));
  return folders;
}

async function mergeAll(folders: readonly string[], folder: string) {
  const recording = recordToFile(join(folder, 'merged.jsonl'));
  const { files, judged } = await mergeParts(readParts(folders), recording);
  recording.finish();
  const basis = trafficBasis({
    profile: 'audit',
    target: readParts(folders)[0]?.part.target ?? assert.fail('no part'),
    subjects: ['service', 'integrator'],
    only: [],
    startedAt: new Date(0),
    files,
  });
  return {
    results: resultsOf(endedTraffic(basis, judged)),
    recording: readFileSync(join(folder, 'merged.jsonl'), 'utf8'),
  };
}

const keyIn = (parts: string): Buffer =>
  Buffer.from((JSON.parse(readFileSync(join(parts, 'split.json'), 'utf8')) as Split).key, 'base64');

type Written = Pick<Awaited<ReturnType<typeof mergeAll>>, 'results' | 'recording'>;

/** What two ways of judging must have in common: all but what is new for each run. */
function common({ results, recording }: Written): unknown[] {
  const { id, startedAt, finishedAt, ...run } = results.run;
  assert.ok([id, startedAt, finishedAt].every((each) => each !== ''));
  return [JSON.stringify({ ...results, run }), recording];
}

const runs = { numRuns: 12, seed: randomInt(0, 2 ** 31) };

describe('traffic that is judged in parts', () => {
  it('comes to what one process says, however it was cut', async () => {
    await fc.assert(
      fc.asyncProperty(
        clientsArbitrary,
        fc.integer({ min: 1, max: 5 }),
        fc.integer({ min: 1, max: 40 }),
        (clients, of, cut) =>
          inFolder(async (folder) => {
            const seen = interleaved(trafficOf(clients));
            const files = writeInputs(folder, [harText(seen.slice(0, cut)), harText(seen.slice(cut))]);
            const parts = join(folder, 'parts');
            await splitAll(files, parts, of);
            const merged = await mergeAll(await judgeAll(parts, of, join(folder, 'out')), folder);
            const wanted = await auditingFiles(files, { key: keyIn(parts) });
            assert.deepEqual(common(merged), common(wanted));
          }),
      ),
      runs,
    );
  });

  it('comes to what one process says of the files of several nodes', async () => {
    await fc.assert(
      fc.asyncProperty(
        clientsArbitrary,
        fc.integer({ min: 1, max: 4 }),
        fc.array(fc.nat(3), { minLength: 1, maxLength: 40 }),
        (clients, of, picks) =>
          inFolder(async (folder) => {
            const nodes = dealt(interleaved(trafficOf(clients)), picks);
            const files = writeInputs(folder, nodes.map(harText));
            const parts = join(folder, 'parts');
            await splitAll(files, parts, of);
            const merged = await mergeAll(await judgeAll(parts, of, join(folder, 'out')), folder);
            const wanted = await auditingFiles(files, { key: keyIn(parts) });
            assert.deepEqual(common(merged), common(wanted));
          }),
      ),
      runs,
    );
  });

  it('comes to the same where it is all of one client, and counts what cannot be read', () =>
    inFolder(async (folder) => {
      const har = JSON.parse(harText(interleaved(trafficOf([{ clientId: 'SBX_1' }])))) as {
        log: { entries: unknown[] };
      };
      har.log.entries.splice(3, 0, {}, { request: { method: 'GET', url: 'https://cdn.example/logo.svg' } });
      const text = JSON.stringify(har, null, 2);
      const files = writeInputs(folder, [text, text.slice(0, -900)]);
      const parts = join(folder, 'parts');
      await splitAll(files, parts, 3);
      const merged = await mergeAll(await judgeAll(parts, 3, join(folder, 'out')), folder);
      const wanted = await auditingFiles(files, { key: keyIn(parts) });
      // Of one client alone, one process does not say with each exchange whose it is.
      assert.equal(common(merged)[0], common(wanted)[0]);
      assert.equal(merged.results.run.traffic?.files[0]?.brokenCount, 2);
      assert.match(merged.results.run.traffic.files[1]?.cut ?? '', /it ends in the middle/);
    }));

  it('keeps raw traffic for this user alone, until it is swept', () =>
    inFolder(async (folder) => {
      const files = writeInputs(folder, [harText(interleaved(trafficOf(two)))]);
      const parts = join(folder, 'parts');
      await splitAll(files, parts, 2);
      assert.equal(statSync(join(parts, 'split.json')).mode & 0o777, 0o600);
      assert.equal(statSync(join(parts, 'loose')).mode & 0o777, 0o700);
      for (const number of [0, 1]) sweepPartition(openPartition(join(parts, String(number)), target));
      assert.equal(existsSync(parts), false);
    }));
});

const two = [{ clientId: 'SBX_1' }, { clientId: 'SBX_2', opaque: true as const }];

describe('parts that do not belong together', () => {
  const merging = (act: (out: string, folders: string[], parts: string) => Promise<void> | void) =>
    inFolder(async (folder) => {
      const files = writeInputs(folder, [harText(interleaved(trafficOf(two)))]);
      const [parts, out] = [join(folder, 'parts'), join(folder, 'out')];
      await splitAll(files, parts, 3);
      await act(out, await judgeAll(parts, 3, out), parts);
    });
  const changed = (folder: string, change: (part: Part) => unknown): void => {
    const file = join(folder, partName);
    writeFileSync(file, JSON.stringify(change(JSON.parse(readFileSync(file, 'utf8')) as Part)));
  };

  it('merge where all of them are there', () =>
    merging((_out, folders) => {
      assert.deepEqual(
        readParts(folders).map(({ part }) => part.split.part),
        [0, 1, 2],
      );
    }));

  it('are refused where one is missing, by its number', () =>
    merging((_out, folders) => {
      assert.throws(() => readParts(folders.slice(1)), /part 2 of 3 is missing/);
    }));

  it('are refused where one is there twice', () =>
    merging((out, folders) => {
      assert.throws(() => readParts([...folders, join(out, '1')]), /part 1 is there twice: .*1, .*1/);
    }));

  it('are refused where one is of another split, or of an earlier state of it', () =>
    merging((out, folders) => {
      const split = { id: '00000000-0000-4000-8000-000000000000' };
      changed(join(out, '1'), (part) => ({ ...part, split: { ...part.split, ...split } }));
      assert.throws(() => readParts(folders), /is of another split than/);
      const id = (JSON.parse(readFileSync(join(out, '0', partName), 'utf8')) as Part).split.id;
      const inputs = 'a'.repeat(64);
      changed(join(out, '1'), (part) => ({ ...part, split: { ...part.split, id, inputs } }));
      assert.throws(() => readParts(folders), /is of another state of the split than/);
    }));

  it('are refused where another version of the suite judged one', () =>
    merging((out, folders) => {
      changed(join(out, '2'), (part) => ({ ...part, suite: `sha256:${'0'.repeat(64)}` }));
      assert.throws(() => readParts(folders), /another version of this suite/);
    }));

  it('are refused where one says a time that no calendar has', () =>
    merging((_out, folders) => {
      const { folder = '' } = readParts(folders).find(({ part }) => part.clients.length > 0) ?? {};
      for (const time of ['firstAt', 'lastAt'] as const) {
        const before = readFileSync(join(folder, partName));
        changed(folder, ({ clients: [first, ...others], ...part }) => ({
          ...part,
          clients: [{ ...first, [time]: 1e16 }, ...others],
        }));
        assert.throws(() => readParts(folders), new RegExp(`part\\.schema\\.json: .*/${time} must be <=`));
        writeFileSync(join(folder, partName), before);
      }
    }));

  it('are refused where a recording lost lines', () =>
    merging(async (out, folders) => {
      const found = readParts(folders).find(({ part }) => part.exchanges > 0);
      const file = join(found?.folder ?? '', 'recording.jsonl');
      writeFileSync(file, readFileSync(file, 'utf8').split('\n').slice(0, -3).join('\n'));
      await assert.rejects(mergeAll(folders, join(out, '0')), /has \d+ of the \d+ exchanges of part\.json/);
    }));

  it('are not judged before an input is split to its end, or where a file of it is not whole', () =>
    merging((_out, _folders, parts) => {
      const stem = join(parts, 'inputs', 'a'.repeat(32));
      writeFileSync(`${stem}.json.begun`, 'late.har');
      assert.throws(() => openPartition(join(parts, '0'), target), /was not split to its end: late\.har/);
    }));
});
