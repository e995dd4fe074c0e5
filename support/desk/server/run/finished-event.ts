import type { Written } from '../../../run/run-events';
import { basename, relative } from 'node:path';
import { mayEndOtherwise } from '../../../judging/again';
import type { Verdict } from '../../../judging/verdict';
import { reportOf } from '../../../report/model/report';
import type { RunFinished } from '../../wire/run';

/** Verdicts that ask for a look. */
export const openVerdicts: readonly Verdict[] = ['failed', 'warning', 'inconclusive', 'not-tested'];

/** Letters of an explanation that the page of the run shows; the inspector shows all. */
const longestWhy = 6000;

/** What a run has come to, for its page. */
export function finishedEvent({ results, folder }: Written, root: string, stopped: boolean): RunFinished {
  const { headlines, counts, planned, warnings } = reportOf(results);
  const open = planned.filter(({ verdict }) => openVerdicts.includes(verdict));
  return {
    type: 'run.finished',
    at: Date.parse(results.run.finishedAt),
    headlines: headlines.map(({ subject, verdict, partial, sentence, basis }) => ({
      ...{ subject, verdict, partial, sentence, basis },
    })),
    selfTest: results.run.selfTest,
    stopped,
    counts,
    verdicts: Object.fromEntries(planned.map(({ id, verdict }) => [id, verdict])),
    open: open.map(({ id, title, verdict, why }) => ({ id, title, verdict, why: why.slice(0, longestWhy) })),
    again: open.filter(mayEndOtherwise).length,
    faults: results.run.faults,
    warnings,
    entry: relative(root, folder) === '' ? 'latest' : basename(folder),
  };
}
