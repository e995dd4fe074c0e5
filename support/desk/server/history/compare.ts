import { answerLines, comparedLines, sideText, slowerLines } from '../../../cli/diff-text';
import { printableLine } from '../../../contract/printable';
import type { Difference } from '../../../report/diff/compare';
import type { VerdictChange } from '../../../report/diff/verdicts';
import { readTrend } from '../../../report/history/trend';
import { contractObligations } from '../../../obligations';
import { ConfigurationError } from '../../../targets/errors';
import type { DiffAnswer, TrendAnswer } from '../../wire/history';
import { outcomesOf } from './list';

/** A difference in the words of `conform diff`. */
export function toldDifference(difference: Difference): DiffAnswer {
  const { old, now, isRegression, unlike, changed, verdicts, faults, answers } = difference;
  const { worse, unwaived, better, other } = verdicts;
  const groups = [
    { kind: 'worse', changes: worse.filter((change) => !isUnjudged(change)) },
    { kind: 'unwaived', changes: unwaived },
    { kind: 'unjudged', changes: worse.filter(isUnjudged) },
    { kind: 'better', changes: better },
    { kind: 'other', changes: other },
  ] as const;
  return {
    old: sideText(old),
    now: sideText(now),
    isRegression,
    unlike: unlike.map(printableLine),
    system: changed.system.map(printableLine),
    suite: changed.suite.map(printableLine),
    faults: faults.map(printableLine),
    groups: groups.filter(({ changes }) => changes.length > 0),
    answers: (answers?.changed ?? []).map((each) => answerLines(each).map((line) => line.trim())),
    slower: slowerLines(difference),
    closing: comparedLines(difference),
  };
}

/** `conform diff` counts it as worse; a service that was stopped is enough for it. */
const isUnjudged = ({ to }: VerdictChange): boolean => to === 'inconclusive' || to === 'not-tested';

/** The trend of a target; by default, that of the latest whole run. Throws a ConfigurationError where there is none. */
export function toldTrend(reports: string, target?: string): TrendAnswer {
  const trend = readTrend(reports, target);
  if (trend === undefined || (trend.runs.length === 0 && trend.leftOut === 0))
    throw new ConfigurationError(
      target === undefined ? 'holds no whole run' : `holds no whole run on ${target}`,
      { file: reports },
      'a trend is of runs that leave nothing out: run without a narrower choice',
    );
  return {
    target: trend.target,
    runs: trend.runs.map(({ id, name, finishedAt, overall }) => ({
      key: id,
      name,
      finishedAt,
      outcome: outcomesOf(overall)
        .map(({ text }) => text)
        .join(', '),
    })),
    rows: trend.obligations.map((row) => ({ ...row, title: contractObligations.find(row.id)?.title ?? '' })),
    leftOut: trend.leftOut,
  };
}
