import type { DiagnosisCheck } from './results';

/** The name of the check in a diagnosis for a client without any session: the mock refused all its session requests. */
const checkName = 'session credentials';

/**
 * Returns the line of a diagnosis for a client without any session.
 * @param why a sentence part such as `each of 4 session requests had a wrong clientSecret`
 */
export const refusedSessionsCheck = (why: string): DiagnosisCheck => ({
  name: checkName,
  state: 'unknown',
  detail: why,
});

/** Returns why the mock refused every session request, or `undefined` if it did not. */
export function whySessionsRefused(diagnosis: readonly DiagnosisCheck[]): string | undefined {
  return diagnosis.find(({ name }) => name === checkName)?.detail;
}
