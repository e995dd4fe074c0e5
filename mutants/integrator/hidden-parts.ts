import type { Hidden } from '../mutant';

/** What is seen in one part alone. */
export const hiddenParts: readonly Hidden[] = [
  {
    because: 'no claim is ever decided: the payer is told of another cycle',
    by: ['trigger-of-an-unknown-cycle', 'trigger-of-a-number'],
    hides: ['CBK-03'],
  },
  {
    because: 'all decided cycles are of one kind',
    by: ['method-always-preauth', 'claim-as-preauthorization', 'preauthorization-as-claim'],
    hides: ['CBK-03', 'CBK-05'],
  },
  {
    because: 'all decided cycles are of one kind',
    by: [
      'preauthorization-without-version',
      'preauthorization-misspelt',
      'claim-on-its-callback',
      'breaks-over-claims',
      'breaks-over-preauthorizations',
    ],
    hides: ['CBK-05'],
  },
  {
    because: 'no preauthorization is ever decided, and none shows what odd callbacks do',
    by: ['breaks-over-preauthorizations'],
    hides: ['CBK-06'],
  },
];
