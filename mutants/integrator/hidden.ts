import type { HiddenObligations } from '../mutant';

/** What a broken integrator keeps from being judged, although its failure is not the cause. */
export const integratorHidden: readonly HiddenObligations[] = [
  {
    because:
      'no path of the registry begins behind its base address, so it is open which part is its version',
    by: ['registry-without-prefix'],
    hides: ['VER-01'],
  },
  {
    because: 'without a preauthorization no cycle of one begins',
    by: ['jwt-ignored-on-prompts'],
    hides: ['FLW-03', 'FLW-04', 'FLW-05', 'FLW-10', 'CBK-03', 'CBK-05', 'CBK-06'],
  },
  {
    because: 'no decision or query can be forged while the submission of its cycle has not arrived',
    by: ['submit-after-its-trigger'],
    hides: ['CBK-04'],
  },
  {
    because: 'the client has each claim approved by itself',
    by: ['triggers-claims-itself-and-verifies-nothing', 'triggers-a-foreign-cycle-itself'],
    hides: ['FLW-07', 'FLW-08'],
  },
  {
    because: 'the client has each preauthorization and each claim approved by itself',
    by: ['triggers-itself-and-verifies-nothing'],
    hides: ['FLW-04', 'FLW-05', 'FLW-07', 'FLW-08', 'FLW-10', 'CBK-03', 'CBK-05'],
  },
];
