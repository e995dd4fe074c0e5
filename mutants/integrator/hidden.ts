import type { HiddenObligations } from '../mutant';
import { partialProvidersHidden } from './payer/partial-providers';

/** What a broken integrator keeps from being judged, although its failure is not the cause. */
export const integratorHidden: readonly HiddenObligations[] = [
  ...partialProvidersHidden,
  {
    because:
      'no path of the registry begins behind its base address, so it is open which part is its version',
    by: ['registry-without-prefix'],
    hides: ['VER-01'],
  },
  {
    because: 'without a preauthorization no cycle of one begins',
    by: ['jwt-ignored-without-preauthorizations'],
    hides: ['FLW-03', 'FLW-04', 'FLW-05', 'FLW-10', 'CBK-03', 'CBK-05'],
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
