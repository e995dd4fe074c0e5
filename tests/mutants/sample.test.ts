import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { TrialPool } from '../../mutants/pool';
import { sample } from '../../mutants/sample';
import { passedUnrecorded, tryOut } from '../../mutants/trial';

const pool = new TrialPool(4);
after(() => {
  pool.close();
});

// Integrators wait for most of their time: they do so while the services are tried.
const trials = sample
  .filter(({ subject }) => subject === 'integrator')
  .map((specimen) => ({ specimen, trial: pool.tryOut(specimen) }));
const unrecorded = pool.passedUnrecorded('integrator');
for (const each of [...trials.map(({ trial }) => trial), unrecorded]) each.catch(() => undefined);

for (const specimen of sample.filter(({ subject }) => subject === 'service')) {
  test(`${specimen.kind} ${specimen.name}: ${specimen.story}`, async () => {
    assert.deepEqual((await tryOut(specimen)).problems, []);
  });
}

for (const { specimen, trial } of trials) {
  test(`${specimen.kind} ${specimen.name}: ${specimen.story}`, async () => {
    assert.deepEqual((await trial).problems, []);
  });
}

test('nothing passes with a recording that keeps nothing', async () => {
  assert.deepEqual(await passedUnrecorded('service'), []);
  assert.deepEqual(await unrecorded, []);
});
