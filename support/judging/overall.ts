import type { Subject } from '../contract/words';
import type { ObligationResult, Overall } from './verdict';

/** The verdict on one subject: it conforms once every applicable `must` of the plan is passed or declared. */
export function overallOf(subject: Subject, results: readonly ObligationResult[]): Overall {
  const musts = results.filter(
    (result) =>
      result.subject === subject &&
      result.planned &&
      result.level === 'must' &&
      result.verdict !== 'not-applicable',
  );
  if (musts.some(({ verdict }) => verdict === 'failed')) return 'does-not-conform';
  // A plan without a single applicable `must` shows nothing: it never conforms.
  const settled =
    musts.length > 0 && musts.every(({ verdict }) => verdict === 'passed' || verdict === 'declared');
  return settled ? 'conforms' : 'incomplete';
}

const exitCodes: Readonly<Record<Overall, number>> = { conforms: 0, 'does-not-conform': 1, incomplete: 3 };

/** The exit code of a run: 0, 1 or 3; a failure outweighs an incomplete subject. */
export function exitCodeOf(overall: readonly Overall[]): number {
  const codes = overall.map((each) => exitCodes[each]);
  if (codes.includes(1)) return 1;
  return codes.length === 0 ? 3 : Math.max(...codes);
}
