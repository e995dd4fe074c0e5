import { test } from 'node:test';
import assert from 'node:assert/strict';
import { contractObligations } from '../../support/obligations';
import { releaseSlot, slotForHandle } from '../../support/run/handles';
import type { Run } from '../../support/run/run';
import { ConformWorld } from '../../support/world';

/** A world whose run knows nothing but its obligations. */
function worldWith(tags: readonly string[]): ConformWorld {
  const handed = { handle: 'untagged' };
  slotForHandle(handed).run = { plan: { catalogue: contractObligations } } as Run;
  const nothing = (): void => undefined;
  const attach = (): Promise<void> => Promise.resolve();
  const world = new ConformWorld({ attach, log: nothing, link: nothing, parameters: handed });
  world.tags = tags;
  return world;
}

test('a scenario that is tagged with no obligation fails at its end', (t) => {
  t.after(() => {
    releaseSlot({ handle: 'untagged' });
  });
  const untagged = worldWith(['@service']);
  assert.throws(() => {
    untagged.conclude();
  }, /tagged with no obligation/);
  assert.deepEqual(
    worldWith(['@service', '@SEC-02']).asserted.map(({ id }) => id),
    ['SEC-02'],
  );
});
