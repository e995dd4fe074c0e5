import { join } from 'node:path';
import type { Subject } from '../contract/words';
import { mayEndOtherwise } from '../judging/again';
import type { Results } from '../judging/results';
import type { Verdict } from '../judging/verdict';
import { settleForReading } from '../report/history/swap';
import { readResultsFile } from '../report/read-reports';
import { ConfigurationError } from '../targets/errors';
import type { Target } from '../targets/target';

/** Verdicts that another run may change. */
const open: readonly Verdict[] = ['failed', 'warning', 'inconclusive', 'not-tested'];

const at = '--failed-only';

/**
 * What did not pass in the latest report on a target: what was in its plan and failed, or stayed without a verdict.
 * Throws a ConfigurationError where there is no such report, or nothing to run again.
 */
export function failedIn(reports: string, target: Target | undefined, subject?: Subject): string[] {
  settleForReading(reports);
  const file = join(reports, 'results.json');
  const results = readResultsFile(file);
  requireSameTarget(results, target, file);
  const rows = results.obligations.filter(({ planned, verdict }) => planned && open.includes(verdict));
  const judged = rows.filter(mayEndOtherwise);
  const concerned = judged.filter((row) => subject === undefined || row.subject === subject);
  if (concerned.length > 0) return concerned.map(({ id }) => id);
  const undeclared = rows.length - judged.length;
  throw new ConfigurationError(
    'has nothing to run again: all that was judged passed',
    { file, at },
    undeclared > 0
      ? `${rows.map(({ id }) => id).join(', ')} wait for a declaration in the target file`
      : 'leave the option out to run everything',
  );
}

/** A report on another system says nothing of this one, and traffic or a challenge cannot be run again. */
function requireSameTarget({ run }: Results, target: Target | undefined, file: string): void {
  const isRun = run.traffic === undefined && run.challenge === undefined;
  const isSame = target === undefined ? run.target.file === null : run.target.name === target.name;
  if (isRun && isSame) return;
  throw new ConfigurationError(
    isRun ? `is about the target ${run.target.name}` : 'is about traffic or a challenge, and not about a run',
    { file, at },
    'run without the option first, or name the folder of its report with --reports',
  );
}
