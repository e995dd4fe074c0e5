import type { Evidence } from './evidence';

/** Characters at which many readers of lines end one, though JSON does not: NEL and the separators of Unicode. */
const lineEnds = /[\u0085\u2028\u2029]/g;

/** One line of a recording. */
export function recordingLine(evidence: Evidence | Omit<Evidence, 'seq'>): string {
  const json = JSON.stringify(evidence).replace(
    lineEnds,
    (end) => `\\u${end.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return `${json}\n`;
}
