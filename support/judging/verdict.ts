import type { ObligationId } from '../obligations';
import type { Level, Subject } from '../contract/words';
import type { Breach } from '../obligations/judges';

/** What is known of an obligation at the end of a run. */
export type Verdict =
  | 'passed'
  | 'failed'
  | 'warning'
  | 'observed'
  | 'declared'
  | 'inconclusive'
  | 'not-applicable'
  | 'not-tested';

export const verdicts: readonly Verdict[] = [
  'passed',
  'failed',
  'warning',
  'observed',
  'declared',
  'inconclusive',
  'not-applicable',
  'not-tested',
];

export type ScenarioVerdict = 'passed' | 'failed' | 'inconclusive' | 'not-tested' | 'not-applicable';

/** How one scenario ended. */
export interface ScenarioOutcome {
  readonly name: string;
  /** `features/session/session-answer.feature:12` */
  readonly location: string;
  readonly obligations: readonly ObligationId[];
  readonly verdict: ScenarioVerdict;
  readonly message?: string;
}

/** One row of results.json. */
export interface ObligationResult {
  readonly id: ObligationId;
  readonly clause: string;
  readonly subject: Subject;
  readonly role: string;
  readonly level: Level;
  readonly title: string;
  readonly rule: string;
  readonly planned: boolean;
  readonly verdict: Verdict;
  readonly reason?: string;
  readonly observations: number;
  readonly evidence: readonly number[];
  readonly notes?: readonly string[];
  readonly failures?: readonly string[];
  /** The same breaches in their parts, each with the exchanges that show it. */
  readonly breaches?: readonly Breach[];
  readonly declaredBy?: string;
  readonly scenarios: readonly Omit<ScenarioOutcome, 'obligations'>[];
}

export type Overall = 'conforms' | 'does-not-conform' | 'incomplete';
