import type { Hidden } from '../mutant';

/** What a broken integrator keeps from being judged, although its failure is not the cause. */
export const integratorHidden: readonly Hidden[] = [
  {
    because: 'a client that offers no field.encrypt is given no value that is too long',
    by: ['identity-key-for-good', 'registry-key-for-good', 'identity-sha1-alone', 'identity-under-sha256'],
    hides: ['ENC-14'],
  },
  {
    because:
      'no certificate is fetched where the document has it, so that nothing shows which headers go there',
    by: [
      'identity-key-of-the-gateway',
      'certificates-at-an-old-path-by-post',
      'certificate-at-an-old-path-for-each-value',
      'certificate-at-an-old-path-for-good',
    ],
    hides: ['CRT-04'],
  },
  {
    because:
      'the registry certificate is fetched under another version or none, where the document has no certificate',
    by: ['registry-key-of-v4', 'registry-key-without-version'],
    hides: ['CRT-05'],
  },
  {
    because: 'without a preauthorization no cycle of one begins',
    by: ['jwt-ignored-on-prompts'],
    hides: ['FLW-03', 'FLW-04', 'FLW-05', 'FLW-10', 'CBK-03', 'CBK-05', 'CBK-06'],
  },
];
