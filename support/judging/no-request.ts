import type { DiagnosisCheck } from './results';

/** The name of the check that fails if connections of a client reached the mock, but no request. */
const checkName = 'a request reached the mock';

/**
 * Returns the failed check for a diagnosis if no request of the client reached the mock.
 * @param why a sentence part such as `the client does not trust ca.pem`
 */
export const noRequestCheck = (why: string): DiagnosisCheck => ({
  name: checkName,
  state: 'bad',
  detail: why,
});

/** Whether a diagnosis contains the check of {@link noRequestCheck}. */
export const hasNoRequest = (diagnosis: readonly DiagnosisCheck[]): boolean =>
  diagnosis.some(({ name }) => name === checkName);
