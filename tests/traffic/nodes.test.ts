import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { WireRecord } from '../../support/exchange/raw-exchange';
import { randomInt } from '../seed';
import { clientsArbitrary } from './client-arbitrary';
import type { Audit } from './several';
import { auditTexts, dealt, harText, interleaved, trafficOf } from './several';

/** Returns all that an audit writes, without what is new each time and without the names and places of its inputs. */
function written({ results, recording }: Audit): string {
  const { id, finishedAt, traffic, observed, ...run } = results.run;
  assert.ok(id !== '' && finishedAt !== '' && traffic !== undefined && observed !== undefined);
  const { files: _files, ...seen } = observed;
  const text = JSON.stringify({ ...results, run: { ...run, seen } }) + recording;
  return text.replace(/"readFrom":\{[^}]*\},?/g, '');
}

const runs = { numRuns: 12, seed: randomInt(0, 2 ** 31) };

const carriesToken = ({ request }: WireRecord): boolean =>
  request.headers.some(([name]) => name.toLowerCase() === 'authorization');

/** The numbers of the exchanges of a recording, in its order. */
const seqsIn = ({ recording }: Audit): number[] =>
  recording
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => (JSON.parse(line) as { seq: number }).seq);

describe('the files of several nodes of a gateway', () => {
  it('are judged as one file in the order of time, by however many jobs', async () => {
    await fc.assert(
      fc.asyncProperty(
        clientsArbitrary,
        fc.array(fc.nat(3), { minLength: 1, maxLength: 40 }),
        async (clients, picks) => {
          const nodes = dealt(interleaved(trafficOf(clients)), picks);
          // A HAR file in which no request carries it may have left it out.
          fc.pre(nodes.every((seen) => seen.some(carriesToken)));
          const texts = nodes.map(harText);
          const wanted = written(await auditTexts([harText(interleaved(nodes))]));
          assert.equal(written(await auditTexts(texts)), wanted);
        },
      ),
      runs,
    );
  });

  it('are read to their ends where one of them is cut, which is told', async () => {
    const nodes = dealt(interleaved(trafficOf([{ clientId: 'SBX_1' }, { clientId: 'SBX_2' }])), [0, 1]);
    const [one = '', other = ''] = nodes.map(harText);
    const { files } = await auditTexts([one.slice(0, -700), other]);
    assert.match(files[0]?.cut ?? '', /it ends in the middle, behind entry 2\d/);
    assert.deepEqual([files[1]?.cut, files[1]?.exchanges], [undefined, 30]);
  });

  it('keep the order of each file, whatever times it states, and what cannot be read keeps its place', async () => {
    const [seen = []] = trafficOf([{ clientId: 'SBX_1', exchanges: 6 }]);
    const [first, second, third, ...late] = seen;
    assert.ok(first && second && third);
    // The second states an earlier time than the first, as entries that a gateway writes when they end.
    const one = JSON.parse(harText([second, first, ...late])) as { log: { entries: unknown[] } };
    one.log.entries.splice(1, 0, {});
    const audited = await auditTexts([JSON.stringify(one), harText([third])]);
    assert.deepEqual(
      audited.files.map(({ exchanges, brokenCount }) => [exchanges, brokenCount]),
      [
        [5, 1],
        [1, 0],
      ],
    );
    // The broken entry is the second of all, and leaves a gap; the other file's comes behind the next.
    assert.deepEqual(seqsIn(audited), [1, 3, 4, 5, 6, 7]);
    const times = audited.recording
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => (JSON.parse(line) as { arrivedAt: number }).arrivedAt);
    const inOrder = [second, first, third, ...late].map(({ arrivedAt }) => arrivedAt);
    assert.deepEqual(times, inOrder);
  });
});

describe('recordings', () => {
  it('are judged one behind the other, whatever their times', async () => {
    const [one = [], other = []] = dealt(interleaved(trafficOf([{ clientId: 'SBX_1' }])), [0, 1]);
    const [first, second] = [await auditTexts([harText(one)]), await auditTexts([harText(other)])];
    const both = await auditTexts([second.recording, first.recording]);
    const times = both.recording
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => (JSON.parse(line) as { arrivedAt: number }).arrivedAt);
    assert.deepEqual(
      times,
      [...other, ...one].map(({ arrivedAt }) => arrivedAt),
    );
  });
});
