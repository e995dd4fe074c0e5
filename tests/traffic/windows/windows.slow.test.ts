import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { crc32 } from 'node:zlib';
import { plantedIds } from '../../../mutants/traffic/generate';
import { seededInteger, seededRandom } from '../../../mutants/traffic/seeded';
import { randomInt } from '../../seed';
import { isBroken, judgeDay } from './judge-window';
import { choiceOf, drawWindows, requireAgreement } from './property';

/**
 * `DAYS=500 npm test -- tests/traffic/windows` judges so many days that SEED draws. Without DAYS, the test judges the same
 * days each time, so that only a change can make it fail.
 */
const { DAYS } = process.env;
const days = Number(DAYS ?? 40);
const windowsPerDay = 12;

/** Returns a function that draws whole numbers from `min` to below `max`. */
function numbersFor(title: string): (min: number, max: number) => number {
  if (DAYS !== undefined) return randomInt;
  const random = seededRandom(crc32(title));
  return (min, max) => seededInteger(random, min, max - 1);
}

describe('days that are drawn', () => {
  it(`${days} days break nothing, and no window contradicts its day`, async () => {
    const draw = numbersFor('no fault');
    for (let count = 0; count < days; count += 1) {
      const seed = draw(1, 2 ** 31);
      const judged = await judgeDay(choiceOf(seed));
      assert.deepEqual(judged.rows.filter(isBroken), [], `day ${seed}`);
      await requireAgreement(judged, drawWindows(judged, seededRandom(seed), windowsPerDay));
    }
  });

  for (const id of plantedIds)
    it(`days with a breach of ${id}`, async () => {
      const draw = numbersFor(id);
      for (let count = 0; count < Math.ceil(days / 10); count += 1) {
        const seed = draw(1, 2 ** 31);
        const at = draw(2, 5);
        const judged = await judgeDay(choiceOf(seed, { fault: { id, at } }));
        const broken = judged.rows.filter(isBroken).map((row) => row.id);
        const isPlanted = judged.day.exchanges.some(({ isBreach }) => isBreach);
        assert.deepEqual(broken, isPlanted ? [id] : [], `day ${seed}, fault ${id}@${at}`);
        await requireAgreement(judged, drawWindows(judged, seededRandom(seed), windowsPerDay));
      }
    });
});
