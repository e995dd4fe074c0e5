import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import type { TestContext } from 'node:test';
import { describe, it, test } from 'node:test';
import { checkSchema } from '../../support/contract/schemas';
import { defaultRedactionSettings } from '../../support/exchange/recording';
import { recordToFile } from '../../support/traffic/recording-file';
import type { FoundPart, ShardPart } from '../../support/traffic/shard-part';
import { mergeParts, partName, createShardPart, readParts } from '../../support/traffic/shard-part';
import { openSource } from '../../support/traffic/sources';
import { maxListed } from '../../support/obligations/judge/judge';
import { trafficTarget } from '../../support/targets/traffic-target';
import type { JudgedClient } from '../../support/traffic/clients/combine-clients';
import { shippedProfiles } from '../../support/targets/field-profiles';
import { conclusionWithBreaches } from '../judging/rows';
import { temporaryFolder } from '../report/embedded-run';
import { auditingOf, harText, interleaved, trafficOf, writeShard } from './several';

const two = [{ clientId: 'SBX_1' }, { clientId: 'SBX_2', opaque: true as const }];

test('a part lists no more breaches than traffic does, and counts all of them', () => {
  const client: JudgedClient = {
    name: { label: 'SBX_1', by: 'client id' },
    exchanges: 30,
    hosts: [],
    tools: [],
    conclusions: new Map([['SES-05', conclusionWithBreaches(maxListed + 5)]]),
  };
  const part = createShardPart(
    { files: [], clients: [client], kept: defaultRedactionSettings },
    { inputs: [] },
    { profile: 'rejudge', shard: { number: 1, of: 1 }, startedAt: '', exchanges: 30, target: trafficTarget },
  );
  const written = part.clients[0]?.conclusions['SES-05'];
  assert.deepEqual([written?.breaches.length, written?.breachCount], [maxListed, maxListed + 5]);
});

describe('parts that do not belong together', () => {
  const parts = async (t: TestContext): Promise<[string, string, string]> => {
    const folder = temporaryFolder(t);
    const text = harText(interleaved(trafficOf(two)));
    const source = async () => [await openSource('traffic.har', Readable.from([Buffer.from(text)]))];
    const written = [3, 2, 1].map((number) =>
      writeShard(auditingOf(temporaryFolder(t), source), { number, of: 3 }, folder),
    );
    return (await Promise.all(written)) as [string, string, string];
  };
  const changed = (folder: string, change: (part: ShardPart) => unknown): void => {
    const file = join(folder, partName);
    writeFileSync(file, JSON.stringify(change(JSON.parse(readFileSync(file, 'utf8')) as ShardPart)));
  };

  it('merge where all of them are there', async (t) => {
    const found = readParts(await parts(t));
    assert.deepEqual(
      found.map(({ part }) => part.shard.number),
      [3, 2, 1],
    );
    for (const { part } of found) assert.deepEqual(checkSchema('part', part), []);
  });

  it('are refused where one is missing, by its number, and where one is there twice', async (t) => {
    const [three, second, one] = await parts(t);
    assert.throws(() => readParts([three, one]), {
      message: 'part 2 of 3 is missing',
      hint: /--shard 2\/3 FILES/,
    });
    assert.throws(() => readParts([three, second, one, second]), /part 2 is there twice: .*2, .*2/);
  });

  it('are refused where one is of another number of shards', async (t) => {
    const [three, second, one] = await parts(t);
    changed(second, (part) => ({ ...part, shard: { number: 2, of: 4 } }));
    assert.throws(() => readParts([three, second, one]), /is one of another number of shards than .*3$/);
  });

  it('are refused where one is of other files, or of one that changed meanwhile', async (t) => {
    const [three, second, one] = await parts(t);
    const digest = `sha256:${'0'.repeat(64)}`;
    changed(second, ({ files, ...part }) => ({ ...part, files: files.map((file) => ({ ...file, digest })) }));
    assert.throws(() => readParts([three, second, one]), /read traffic\.har when it held something else/);
    changed(second, ({ files, ...part }) => ({
      ...part,
      files: files.map((file) => ({ ...file, name: 'other.har' })),
    }));
    assert.throws(() => readParts([three, second, one]), /is of other files than .*3$/);
  });

  it('are refused where one is for another target, but not where the target file stands elsewhere', async (t) => {
    const folders = await parts(t);
    const [, second] = folders;
    changed(second, ({ target, ...part }) => ({
      ...part,
      target: { ...target, file: '/elsewhere/target.yaml' },
    }));
    assert.equal(readParts(folders).length, 3);
    changed(second, ({ target, ...part }) => ({ ...part, target: { ...target, name: 'another' } }));
    assert.throws(() => readParts(folders), /was judged for another target/);
  });

  it('are refused where one is for a target with another field profile', async (t) => {
    const folders = await parts(t);
    const [, second] = folders;
    const [fieldProfile] = shippedProfiles();
    assert.ok(fieldProfile);
    changed(second, ({ target, ...part }) => ({ ...part, target: { ...target, fieldProfile } }));
    assert.throws(() => readParts(folders), /was judged for another target/);
  });

  it('are refused if another version of the suite judged one, and if one has another format', async (t) => {
    const folders = await parts(t);
    const [three, second] = folders;
    const of = (number: string, message: string) => ({
      message,
      place: { file: join(dirname(three), number, partName) },
      hint: 'judge it again: conform audit --shard',
    });
    changed(second, (part) => ({ ...part, suite: `sha256:${'0'.repeat(64)}` }));
    assert.throws(() => readParts(folders), of('2', 'was judged by another version of this suite'));
    for (const [version, stated] of [
      [1, '1'],
      ['4', '"4"'],
    ] as const) {
      changed(three, (part) => ({ ...part, formatVersion: version }));
      const message = `is a part with formatVersion ${stated}, and this suite reads formatVersion 4`;
      assert.throws(() => readParts(folders), of('3', message));
    }
  });

  it('are refused if the recording of one has another form', async (t) => {
    const folders = await parts(t);
    const found = readParts(folders);
    const { folder } = found.find(({ part }) => part.exchanges > 0) ?? found[0];
    const file = join(folder, 'recording.jsonl');
    writeFileSync(file, readFileSync(file, 'utf8').replace('"form":2', '"form":3'));
    const merged = recordToFile(join(temporaryFolder(t), 'merged.jsonl'));
    await assert.rejects(mergeParts(found, merged), {
      message: 'is a recording with form 3, and this suite reads form 2',
      place: { file },
    });
  });

  it('are refused where one says a time that no calendar has', async (t) => {
    const folders = await parts(t);
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
  });

  it('are refused where a recording lost lines', async (t) => {
    const folders = await parts(t);
    const found: FoundPart | undefined = readParts(folders).find(({ part }) => part.exchanges > 0);
    const file = join(found?.folder ?? '', 'recording.jsonl');
    writeFileSync(file, readFileSync(file, 'utf8').split('\n').slice(0, -3).join('\n'));
    const merging = mergeParts(readParts(folders), recordToFile(join(temporaryFolder(t), 'merged.jsonl')));
    await assert.rejects(merging, /has \d+ of the \d+ exchanges of part\.json/);
  });
});
