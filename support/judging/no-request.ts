import type { DiagnosisCheck } from './results';

/**
 * Returns the failed check for a diagnosis if no request of the client reached the mock.
 * @param why a sentence part such as `the client does not trust ca.pem`
 */
export const noRequestCheck = (why: string): DiagnosisCheck => ({
  kind: 'no-request',
  name: 'a request reached the mock',
  state: 'bad',
  detail: why,
});

/** Whether a diagnosis contains the check of {@link noRequestCheck}. */
export const hasNoRequest = (diagnosis: readonly DiagnosisCheck[]): boolean =>
  diagnosis.some(({ kind }) => kind === 'no-request');
