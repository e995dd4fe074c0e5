import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sample } from '../../mutants/sample';
import { passedUnrecorded, tryOut } from '../../mutants/trial';

for (const specimen of sample) {
  test(`${specimen.kind} ${specimen.name}: ${specimen.story}`, async () => {
    assert.deepEqual((await tryOut(specimen)).problems, []);
  });
}

test('nothing passes with a recording that keeps nothing', async () => {
  assert.deepEqual(await passedUnrecorded(), []);
});
