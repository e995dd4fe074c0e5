import type { HiddenObligations } from '../mutant';

/** What a broken integrator keeps from being judged, although its failure is not the cause. */
export const integratorHidden: readonly HiddenObligations[] = [
  {
    because: 'without a preauthorization no cycle of one begins',
    by: ['jwt-ignored-on-prompts'],
    hides: ['FLW-03', 'FLW-04', 'FLW-05', 'FLW-10', 'CBK-03', 'CBK-05', 'CBK-06'],
  },
];
