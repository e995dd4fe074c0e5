import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { TrialPool } from '../../mutants/pool';
import { sample } from '../../mutants/sample';
import { passedUnrecorded, tryOut } from '../../mutants/trial';

const pool = new TrialPool(4);
after(() => {
  pool.close();
});

// Trials of integrators mostly wait, so they start first and run beside the trials of services.
const trials = sample
  .filter(({ subject }) => subject === 'integrator')
  .map((specimen) => ({ specimen, trial: pool.tryOut(specimen) }));
// A trial may fail while a test awaits another trial; the test of the failed trial reports the error.
for (const { trial } of trials) trial.catch(() => undefined);

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

// The matrix tries this with the integrator too. That takes longer, because the suite waits for unrecorded requests.
test('no obligation of a service passes with a recording that keeps nothing', async () => {
  assert.deepEqual(await passedUnrecorded('service'), []);
});
