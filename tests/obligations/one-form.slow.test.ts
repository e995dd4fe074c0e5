import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Conclusion } from '../../support/obligations';
import { isUnredacted } from '../../support/exchange/kept-form';
import { assertProperty } from '../hold';
import { context, differingIn, findings, keeperOf, recorded } from './one-form';
import { scenes } from './one-form-scenes';

test('kept exchanges are judged as whole ones', async () => {
  await assertProperty(
    fc.property(scenes, (scene) => {
      assert.deepEqual(differingIn(scene), []);
    }),
    2000,
  );
});

// A property that holds of nothing would hold, too.
test('scenes keep and break obligations, and most hide something', () => {
  const seen = new Set<string>();
  let hiding = 0;
  for (const scene of fc.sample(scenes, { numRuns: 4000, seed: 1 })) {
    const kept = recorded(scene, keeperOf(context, scene.announced));
    if (!isUnredacted(JSON.stringify(kept))) hiding += 1;
    for (const [id, found] of Object.entries(findings(kept, context))) {
      const { observations, breachCount } = found as Conclusion;
      if (observations > breachCount) seen.add(`${id} kept`);
      if (breachCount > 0) seen.add(`${id} broken`);
    }
  }
  assert.ok(hiding > 3600, String(hiding));
  const telling = ['HDR-01', 'HDR-03', 'HDR-07', 'HDR-10', 'HDR-11', 'SES-03', 'SES-05', 'OTP-01'];
  for (const id of [...telling, 'TOK-04', 'OTP-05', 'DPY-02', 'ENC-13', 'VER-01'])
    for (const how of ['kept', 'broken']) assert.ok(seen.has(`${id} ${how}`), `${id} ${how}`);
});
