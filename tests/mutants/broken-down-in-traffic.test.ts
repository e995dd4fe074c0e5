import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Mutant } from '../../mutants/mutant';
import { problemsInTraffic } from '../../mutants/traffic/matrix';

test('a specimen that throws in traffic has a problem, and does not end the matrix', async () => {
  const specimen: Mutant = {
    kind: 'mutant',
    name: 'throws',
    subject: 'integrator',
    story: 'It cannot be started.',
    breaks: [],
    start: () => Promise.reject(new Error('no such port')),
  };
  const [problem, ...others] = (await problemsInTraffic(specimen)) ?? [];
  assert.match(problem ?? '', /^broke down: Error: no such port/);
  assert.deepEqual(others, []);
});
