import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ReadingOverrides } from '../../support/contract/readings';
import { resolveReadings } from '../../support/contract/readings';
import { finishRun, quickTarget, verdictsIn } from '../report/embedded-run';

const agreed: Readonly<Record<string, ReadingOverrides>> = {
  'keys of 4096 bits and certificates as JSON': { 'key-bits': 4096, 'certificate-form': 'json' },
  'both of the identity service alone': {
    'key-bits': { identity: 4096 },
    'certificate-form': { identity: 'json' },
  },
};

for (const [what, overrides] of Object.entries(agreed))
  test(`${what}, where a target reads the document so: both subjects conform`, async (t) => {
    const { results } = await finishRun(t, {
      target: {
        ...quickTarget,
        readings: resolveReadings(overrides),
        overridden: ['key-bits', 'certificate-form'],
      },
      subjects: ['service', 'integrator'],
      profile: 'test',
    });
    assert.deepEqual(verdictsIn(results), { service: 'conforms', integrator: 'conforms' });
    const oversize = results.obligations.find(({ id }) => id === 'ENC-14');
    assert.equal(oversize?.verdict, 'passed');
  });
