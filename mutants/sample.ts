import { named } from './catalogue';
import type { Specimen } from './mutant';

/** Some of each kind and area: quick enough for every run of the tests. */
const names: readonly string[] = [
  'lifetimes-as-text',
  'opaque-tokens',
  'flat-error',
  'code-with-colon',
  'cached-token',
  'stale-500',
  'token-good-once',
  'registry-x509-certificate',
  'java-default-accepted',
  'lenient-base64',
  'txn-id-uppercase',
  'registry-tls-expired',
  'repeated-request-id-refused',
  'nothing-listens',
  'echo',
  'extra-members',
  'request-id-repeated-by-retry',
  'lifetime-hard-coded',
  'certificate-for-good',
  'base64-wrapped-at-76',
  'otp-in-log',
  'answers-without-acting',
  'user-agent',
  'hip-key-per-peer',
  'salt-last-20-both-ways',
  'tag-verified-but-for-its-end',
  'weierstrass-alone',
];

export const sample: readonly Specimen[] = names.map(named);
