import type { Subject } from '../../contract/words';
import type { Results } from '../../judging/results';
import type { OverallResult, OverallVerdict, OverallWhyKind } from '../../judging/overall';
import type { ReportedObligation } from './reported-obligation';
import { verdictSentence, verdictText } from './scope';
import { formatCount } from '../../contract/format-count';
import { isNarrowedRun } from '../planned';

/** The outcome for one subject. */
export interface Headline {
  readonly subject: Subject;
  readonly verdict: OverallVerdict;
  /** `conforms for session; payer flows not assessed` */
  readonly text: string;
  /** The verdict as a sentence without a period: `The integrator conforms …` */
  readonly sentence: string;
  /** The numbers of obligations that the verdict is based on, as a sentence. */
  readonly basis: string;
  /** The reasons why the test is incomplete, one sentence each, without those about open obligations. */
  readonly gaps: readonly string[];
}

/** Returns the outcome for each subject of the run. All reports use these texts. */
export function headlinesOf(results: Results, rows: readonly ReportedObligation[]): Headline[] {
  const { subjects, overall: overalls } = results.run;
  return subjects.flatMap((subject) => {
    const overall = overalls[subject];
    if (overall === undefined) return [];
    const { verdict } = overall;
    const musts = rows.filter((row) => row.subject === subject && isPlannedMust(row));
    return [
      {
        subject,
        verdict,
        text: verdictText(overall),
        sentence: verdictSentence(subject, overall, subjects.length === 1),
        basis: basisOf(verdict, musts, isNarrowedRun(results.run) ? 'in the plan that apply' : 'that apply'),
        gaps: gapsOf(overall),
      },
    ];
  });
}

const isPlannedMust = ({ planned, level, verdict }: ReportedObligation): boolean =>
  planned && level === 'must' && verdict !== 'not-applicable';

const isOpen = ({ verdict }: ReportedObligation): boolean =>
  verdict === 'inconclusive' || verdict === 'not-tested';

/**
 * Returns a sentence with the numbers of obligations that a verdict is based on. If the run had the whole plan and one
 * subject, the sentence counts the same obligations as the row `must` of the table of requirements, except those in the
 * column `not concerned`.
 */
function basisOf(verdict: OverallVerdict, musts: readonly ReportedObligation[], which: string): string {
  const failed = musts.filter((row) => row.verdict === 'failed').length;
  const open = musts.filter(isOpen).length;
  const rest = open === 0 ? '' : `; ${open} ${open === 1 ? 'is' : 'are'} open`;
  const [one, many] = [`demand ${which.replace(/apply$/, 'applies')}`, `demands ${which}`];
  const demands = musts.length === 1 ? `1 ${one}` : `${musts.length} ${many}`;
  if (musts.length === 0) return `There are no ${many}, so nothing was shown.`;
  if (verdict === 'conforms')
    return musts.length === 1
      ? `The one ${one} is passed or declared.`
      : `All ${demands} are passed or declared${exceptionsIn(musts)}.`;
  if (verdict === 'does-not-conform')
    return `${failed} of ${demands} ${failed === 1 ? 'is' : 'are'} broken${rest}.`;
  const none = musts.length === 1 ? `The one ${one} is not broken` : `None of ${demands} is broken`;
  return `${none}${open === 0 ? ', but not everything was checked' : rest}.`;
}

/** Counts the musts that were not passed although the subject conforms: `, except 1 that the run could not show`. */
function exceptionsIn(musts: readonly ReportedObligation[]): string {
  const warned = musts.filter(({ verdict }) => verdict === 'warning').length;
  const open = musts.filter(isOpen).length;
  const parts = [
    ...(warned === 0 ? [] : [`${warned} with a warning`]),
    ...(open === 0 ? [] : [`${open} that the run could not show`]),
  ];
  return parts.length === 0 ? '' : `, except ${parts.join(' and ')}`;
}

/**
 * Returns the reasons for the verdict `incomplete`, one sentence each, and an empty list for other verdicts. Leaves out
 * open musts, because the lists of obligations show these.
 */
function gapsOf({ verdict, why }: OverallResult): string[] {
  if (verdict !== 'incomplete') return [];
  return why
    .filter(({ kind }) => kind !== 'open-must')
    .map(({ kind, text }) => `${whyHeadings[kind] ?? ''}${text}.`)
    .map((text) => text.charAt(0).toUpperCase() + text.slice(1));
}

const whyHeadings: Readonly<Partial<Record<OverallWhyKind, string>>> = {
  'suite-fault': 'the suite itself failed: ',
};

/** `2 of 119 obligations are in the plan of this run` */
export function planText(planned: number, all: number): string {
  return `${planned} of ${formatCount(all, 'obligation')} ${planned === 1 ? 'is' : 'are'} in the plan of this run`;
}
