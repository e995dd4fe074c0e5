import { formatCount } from '../contract/format-count';
import type { ReportText } from '../exchange/text';
import { joinTexts, linkToExchange, reportText } from '../exchange/text';
import type { Conclusion } from '../obligations';
import type { Disagreement, ScenarioOutcome, StepsResult, Verdict } from './verdict';

/** The verdict on an obligation, and everything that the steps and the judge found about it. */
interface BothSides {
  readonly verdict: Verdict;
  readonly scenarios: readonly ScenarioOutcome[];
  readonly conclusion?: Conclusion | undefined;
}

/** The maximum number of exchanges that the judge's side names. */
const mostNamed = 5;

/**
 * Returns both sides if the steps and the judge of an obligation disagree; otherwise `undefined`. If a step
 * differs and the judge found no breach, the obligation is `inconclusive`. If the judge found a breach that no step of
 * any scenario noticed, the obligation keeps the verdict of the judge.
 */
export function disagreementAbout({ verdict, scenarios, conclusion }: BothSides): Disagreement | undefined {
  const having = (kind: StepsResult['kind']): ScenarioOutcome | undefined =>
    scenarios.find(({ steps }) => steps?.kind === kind);
  if (verdict === 'inconclusive') return sidesOf('step-differs', having('differ'), whatJudgeSaw(conclusion));
  if (conclusion === undefined || conclusion.breachCount === 0) return undefined;
  if ((verdict !== 'failed' && verdict !== 'warning') || having('differ') !== undefined) return undefined;
  const found = whatJudgeFound(conclusion);
  return (
    sidesOf('step-broke-down', having('broke-down'), found) ?? sidesOf('step-silent', having('hold'), found)
  );
}

function sidesOf(
  kind: Disagreement['kind'],
  scenario: ScenarioOutcome | undefined,
  judge: ReportText,
): Disagreement | undefined {
  if (scenario?.steps === undefined) return undefined;
  const { name, location, steps } = scenario;
  return { kind, scenario: `${name} (${location})`, step: steps.text, judge };
}

function whatJudgeSaw({ observations = 0, evidence = [] }: Partial<Conclusion> = {}): ReportText {
  const seen = formatCount(observations, 'observation');
  return evidence.length === 0
    ? reportText`no breach in ${seen}`
    : reportText`no breach in ${seen}: ${namesOf(evidence)}`;
}

function whatJudgeFound({ breaches, breachCount }: Conclusion): ReportText {
  const [first] = breaches;
  const found = formatCount(breachCount, 'breach', 'breaches');
  const shown = breaches.flatMap(({ exchanges }) => exchanges.slice(0, 1));
  return shown.length === 0
    ? reportText`${found}: ${first?.cause ?? ''}`
    : reportText`${found}: ${first?.cause ?? ''} (${namesOf(shown)})`;
}

const namesOf = (seqs: readonly number[]): ReportText =>
  joinTexts(seqs.slice(0, mostNamed).map(linkToExchange), ', ');

/** Describes a disagreement, with both sides. */
export function textOfDisagreement({ kind, scenario, step, judge }: Disagreement): ReportText {
  const what = kind === 'step-silent' ? 'only the judge found this' : 'a step and the judge disagree';
  return reportText`${what}. The step, in ${scenario}: ${step}. The judge: ${judge}`;
}

/** Whether a disagreement shows a fault of the suite: either the step or the judge is wrong. */
export const isFaultOfSuite = ({ kind }: Disagreement): boolean => kind !== 'step-silent';
