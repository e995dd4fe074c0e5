import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { plantedIds } from '../../../mutants/traffic/generate';
import { seededRandom } from '../../../mutants/traffic/seeded';
import { randomInt } from '../../seed';
import { isBroken, judgeDay } from './judge-window';
import { choiceOf, drawWindows, requireAgreement } from './property';

/** `DAYS=500 npm test -- tests/traffic/windows` judges more days than a night does. */
const days = Number(process.env.DAYS ?? 40);
const windowsPerDay = 12;

describe('days that are drawn', () => {
  it(`${days} days break nothing, and no window contradicts its day`, async () => {
    for (let count = 0; count < days; count += 1) {
      const seed = randomInt(1, 2 ** 31);
      const judged = await judgeDay(choiceOf(seed));
      assert.deepEqual(judged.rows.filter(isBroken), [], `day ${seed}`);
      await requireAgreement(judged, drawWindows(judged, seededRandom(seed), windowsPerDay));
    }
  });

  for (const id of plantedIds)
    it(`days with a breach of ${id}`, async () => {
      for (let count = 0; count < Math.ceil(days / 10); count += 1) {
        const seed = randomInt(1, 2 ** 31);
        const at = randomInt(2, 5);
        const judged = await judgeDay(choiceOf(seed, { fault: { id, at } }));
        const broken = judged.rows.filter(isBroken).map((row) => row.id);
        const isPlanted = judged.day.exchanges.some(({ isBreach }) => isBreach);
        assert.deepEqual(broken, isPlanted ? [id] : [], `day ${seed}, fault ${id}@${at}`);
        await requireAgreement(judged, drawWindows(judged, seededRandom(seed), windowsPerDay));
      }
    });
});
