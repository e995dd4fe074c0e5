import assert from 'node:assert/strict';
import { appendFileSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { TestContext } from 'node:test';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { AuditedFile } from '../../support/judging/results';
import { ConfigurationError } from '../../support/targets/errors';
import { trafficTarget } from '../../support/targets/traffic-target';
import type { Shard } from '../../support/traffic/audit';
import { auditClients, judgeShard } from '../../support/traffic/audit';
import { assignShards } from '../../support/traffic/clients/client-namer';
import { firstPass } from '../../support/traffic/first-pass';
import { openSource } from '../../support/traffic/sources';
import { temporaryFolder } from '../report/embedded-run';
import { trafficLogOf } from '../../mutants/traffic/traffic-log';
import { randomInt } from '../seed';
import { clientsArbitrary } from './client-arbitrary';
import type { Audit } from './several';
import { auditTexts, auditingOf, dealt, harText, interleaved, testKey, trafficOf } from './several';

/** All that an audit writes, but for what is new each time. */
function written({ results, recording }: Audit): string {
  const { id, finishedAt, ...run } = results.run;
  assert.ok(id !== '' && finishedAt !== '');
  return JSON.stringify({ ...results, run }) + recording;
}

const runs = { numRuns: 12, seed: randomInt(0, 2 ** 31) };
const counts = fc.constantFrom(1, 2, 3, 5);

describe('traffic that is judged in shards', () => {
  it('comes to what one process says, to the letter, however it was cut into files', async () => {
    await fc.assert(
      fc.asyncProperty(
        clientsArbitrary,
        counts,
        fc.integer({ min: 1, max: 40 }),
        async (clients, shards, cut) => {
          const seen = interleaved(trafficOf(clients));
          const inputs = [harText(seen.slice(0, cut)), harText(seen.slice(cut))];
          assert.equal(written(await auditTexts(inputs, { shards })), written(await auditTexts(inputs)));
        },
      ),
      runs,
    );
  });

  it('does so where several nodes wrote it', async () => {
    await fc.assert(
      fc.asyncProperty(
        clientsArbitrary,
        counts,
        fc.array(fc.nat(3), { minLength: 1, maxLength: 40 }),
        async (clients, shards, picks) => {
          const inputs = dealt(interleaved(trafficOf(clients)), picks).map(harText);
          assert.equal(written(await auditTexts(inputs, { shards })), written(await auditTexts(inputs)));
        },
      ),
      runs,
    );
  });

  it('counts what cannot be read once, and tells of a file that is cut', async () => {
    for (const clients of [[{ clientId: 'SBX_1' }], two]) {
      const har = JSON.parse(harText(interleaved(trafficOf(clients)))) as { log: { entries: unknown[] } };
      har.log.entries.splice(3, 0, {}, { request: { method: 'GET', url: 'https://cdn.example/logo.svg' } });
      har.log.entries.splice(9, 0, 7);
      const text = JSON.stringify(har);
      const inputs = [text, text.slice(0, -700)];
      const [one, other] = [await auditTexts(inputs), await auditTexts(inputs, { shards: 3 })];
      assert.equal(one.files[0]?.brokenCount, 3);
      assert.match(one.files[1]?.cut ?? '', /it ends in the middle, behind entry \d+/);
      assert.equal(written(other), written(one));
    }
  });

  it('takes recordings between its other inputs', async () => {
    const seen = interleaved(trafficOf(two));
    const { recording } = await auditTexts([harText(seen)]);
    const inputs = [harText(seen.slice(0, 9)), recording, harText(seen.slice(9))];
    assert.equal(written(await auditTexts(inputs, { shards: 2 })), written(await auditTexts(inputs)));
  });

  it('judges old recordings again, each of the clients that they name', async () => {
    const seen = interleaved(trafficOf(two));
    const { recording } = await auditTexts([harText(seen)]);
    const inputs = [recording, recording];
    const again = await auditTexts(inputs, { everyRule: true });
    assert.equal(written(await auditTexts(inputs, { everyRule: true, shards: 2 })), written(again));
    assert.deepEqual(
      again.results.clients?.map(({ label, exchanges }) => [label, exchanges]),
      [
        ['SBX_1', 60],
        ['SBX_2', 60],
      ],
    );
  });
});

const two = [{ clientId: 'SBX_1' }, { clientId: 'SBX_2', opaque: true as const }];

it('clients go to the shard that has the least so far, the largest first', () => {
  assert.deepEqual(assignShards([9, 5, 4, 3, 1], 2), [1, 2, 2, 1, 2]);
  assert.deepEqual(assignShards([9, 5], 4), [1, 2]);
});

it('shards take clients by size, though the smallest come first', async (t) => {
  const clients = [4, 7, 9, 12, 20].map((exchanges, at) => ({ clientId: `SBX_${at + 1}`, exchanges }));
  const text = harText(interleaved(trafficOf(clients)));
  const open = async () => [await openSource('-', Readable.from([Buffer.from(text)]))];
  const own = auditingOf(temporaryFolder(t), open);
  const found = await firstPass(own);
  const sizes = async (number: number): Promise<number[]> =>
    (await judgeShard(own, found, { number, of: 2 })).clients
      .map(({ exchanges }) => exchanges)
      .sort((one, other) => other - one);
  assert.deepEqual(await sizes(1), [20, 7]);
  assert.deepEqual(await sizes(2), [12, 9, 4]);
  own.recording.finish();
});

it('all processes order clients alike, whatever key they name them under', async () => {
  const text = harText(interleaved(trafficOf([...two, { clientId: 'a client of 9 letters' }])));
  const order = async (key: Buffer) => {
    const { inputs, clients } = await firstPass({
      open: async () => [await openSource('-', Readable.from([Buffer.from(text)]))],
      target: trafficTarget,
      key,
    });
    return [inputs.map(({ clientOf }) => [...clientOf]), clients.map(({ items }) => items)];
  };
  assert.deepEqual(await order(testKey), await order(Buffer.alloc(32, 8)));
});

describe('a file that is written to while it is audited', () => {
  const audited = async (
    t: TestContext,
    change: (file: string) => void,
    shard?: Shard,
  ): Promise<AuditedFile> => {
    const folder = temporaryFolder(t);
    const file = join(folder, 'traffic.jsonl');
    const { recording } = await auditTexts([harText(interleaved(trafficOf(two)))]);
    writeFileSync(file, recording);
    let opened = 0;
    const own = auditingOf(folder, async () => {
      opened += 1;
      if (opened === 2) change(file);
      return [await openSource(file)];
    });
    const { files } = await (shard === undefined
      ? auditClients(own)
      : judgeShard(own, await firstPass(own), shard));
    own.recording.finish();
    return files[0] ?? assert.fail('no file');
  };

  it('is judged as far as it was there at first, and is not called whole', async (t) => {
    const grown = await audited(t, (file) => {
      appendFileSync(file, `${readFileSync(file, 'utf8').split('\n')[0] ?? ''}\n`);
    });
    assert.equal(grown.exchanges, 60);
    assert.equal(grown.cut, 'it grew while it was read, behind line 61');
  });

  it('is not called whole where it changed', async (t) => {
    const changed = await audited(t, (file) => {
      writeFileSync(file, readFileSync(file, 'utf8').replace('"method":"POST"', '"method":"PUT"'));
    });
    assert.equal(changed.cut, 'it changed while it was read, behind line 0');
    const cut = (file: string) => {
      writeFileSync(file, readFileSync(file, 'utf8').slice(0, 9000));
    };
    await assert.rejects(audited(t, cut, { number: 1, of: 2 }), ConfigurationError);
    const same = await audited(t, () => undefined);
    assert.equal(same.cut, undefined);
  });

  it('shifts nothing of what others hold, nor judges what another client sends in its place', async (t) => {
    const folder = temporaryFolder(t);
    const files = [join(folder, 'a.jsonl'), join(folder, 'b.jsonl')];
    const [one, other] = trafficOf([{ clientId: 'SBX_1' }, { clientId: 'SBX_2' }]).map((seen) =>
      trafficLogOf(seen),
    );
    const texts = [`${one ?? ''}${other ?? ''}`, `${other ?? ''}${one ?? ''}`];
    const after = (changed: string) => {
      for (const [at, file] of files.entries()) writeFileSync(file, texts[at] ?? '');
      let opened = 0;
      return auditingOf(mkdtempSync(join(folder, 'of-')), async () => {
        opened += 1;
        if (opened === 2) writeFileSync(files[0] ?? '', changed);
        return Promise.all(files.map((file) => openSource(file)));
      });
    };
    const ofEach = async (changed: string) => {
      const own = after(changed);
      const { files: read, judged } = await auditClients(own);
      own.recording.finish();
      const rows = judged.clients?.map(({ name, exchanges }) => [name.label, exchanges]);
      const broken = [...judged.conclusions].filter(([, { breachCount }]) => breachCount > 0);
      return { rows, cuts: read.map(({ cut }) => cut), broken: broken.map(([id]) => id) };
    };
    const whole = await ofEach(texts[0] ?? '');
    assert.deepEqual(whole.cuts, [undefined, undefined]);
    const shrunk = await ofEach((texts[0] ?? '').split('\n').slice(0, 10).join('\n'));
    assert.deepEqual(shrunk.cuts, ['it changed while it was read, behind line 10', undefined]);
    assert.deepEqual(shrunk.rows, [
      ['SBX_1', 40],
      ['SBX_2', 30],
    ]);
    const replaced = await ofEach(other ?? '');
    assert.deepEqual(replaced.cuts, ['it changed while it was read, behind line 0', undefined]);
    assert.deepEqual(replaced.rows, [
      ['SBX_1', 30],
      ['SBX_2', 30],
    ]);
    for (const id of [...shrunk.broken, ...replaced.broken]) assert.ok(whole.broken.includes(id), id);
  });
});
