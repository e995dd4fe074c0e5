import type { DiagnosisCheck } from './results';

/**
 * Returns the line of a diagnosis for a client without any session.
 * @param why a sentence part such as `each of 4 session requests had a wrong clientSecret`
 */
export const refusedSessionsCheck = (why: string): DiagnosisCheck => ({
  kind: 'refused-sessions',
  name: 'session credentials',
  state: 'unknown',
  detail: why,
});

/** Returns why the mock refused every session request, or `undefined` if it did not. */
export function whySessionsRefused(diagnosis: readonly DiagnosisCheck[]): string | undefined {
  return diagnosis.find(({ kind }) => kind === 'refused-sessions')?.detail;
}
