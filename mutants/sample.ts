import { findSpecimen } from './catalogue';
import type { Specimen } from './mutant';

/** Twelve of several kinds and areas: quick enough for every run of the tests. */
const names: readonly string[] = [
  'flat-error',
  'stale-500',
  'registry-x509-certificate',
  'java-default-accepted',
  'repeated-request-id-refused',
  'nothing-listens',
  'extra-members',
  'request-id-repeated-by-retry',
  'base64-wrapped-at-76',
  'otp-in-log',
  'answers-without-acting',
  'salt-last-20-both-ways',
];

export const sample: readonly Specimen[] = names.map(findSpecimen);
