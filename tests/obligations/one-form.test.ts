import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { leaks } from '../exchange/canaries';
import { assertProperty } from '../hold';
import { context, differingIn, keeperOf, recorded } from './one-form';
import { isTrueSecret, scenes } from './one-form-scenes';

test('kept exchanges are judged as whole ones', async () => {
  await assertProperty(
    fc.property(scenes, (scene) => {
      assert.deepEqual(differingIn(scene), []);
    }),
    300,
  );
});

test('no announced secret is recorded, in whatever encoding', async () => {
  await assertProperty(
    fc.property(scenes, (scene) => {
      const canaries = Object.fromEntries(
        scene.announced.filter(isTrueSecret).map(({ value }, index) => [`secret ${index}`, value]),
      );
      const kept = recorded(scene, keeperOf(context, scene.announced));
      assert.deepEqual(leaks(JSON.stringify(kept), canaries), []);
    }),
    100,
  );
});
