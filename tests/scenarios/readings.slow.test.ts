import assert from 'node:assert/strict';
import { test } from 'node:test';
import { resolveReadings } from '../../support/contract/readings';
import { finishRun, quickTarget, verdictsIn } from '../report/embedded-run';

test('keys of 4096 bits and certificates as JSON, where a target reads the document so: both subjects conform', async (t) => {
  const { results } = await finishRun(t, {
    target: {
      ...quickTarget,
      readings: resolveReadings({ 'key-bits': 4096, 'certificate-form': 'json' }),
      overridden: ['key-bits', 'certificate-form'],
    },
    subjects: ['service', 'integrator'],
    profile: 'test',
  });
  assert.deepEqual(verdictsIn(results), { service: 'conforms', integrator: 'conforms' });
  const oversize = results.obligations.find(({ id }) => id === 'ENC-14');
  assert.equal(oversize?.verdict, 'passed');
});
