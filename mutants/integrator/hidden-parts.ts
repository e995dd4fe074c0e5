import type { Hidden } from '../mutant';

/** What is seen in one part alone. */
export const hiddenParts: readonly Hidden[] = [
  {
    because: 'the registry gets no ciphertext that it could reject',
    by: [
      'null-where-encryption-fails',
      'otp-raw',
      'otp-in-base64',
      'otp-in-hex',
      'otp-raw-where-encryption-fails',
      'otp-by-get',
    ],
    hides: ['CRT-08'],
  },
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
    hides: ['CBK-04', 'CBK-06'],
  },
];
