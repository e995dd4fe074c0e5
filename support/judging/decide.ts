import type { Obligation, ObligationId } from '../obligations';
import type { Exchange } from '../exchange/exchange';
import type { Conclusion } from '../obligations/judges';
import type { Declaration } from '../targets/target';
import { explainBreach } from './explain';
import type { ObligationResult, ScenarioOutcome, Verdict } from './verdict';

/** All that bears on one obligation at the end of a run. */
export interface Case {
  readonly obligation: Obligation & { readonly id: ObligationId };
  /** Why it is outside the plan; absent: it is in it. */
  readonly unplanned?: string;
  readonly notApplicable?: string;
  readonly conclusion?: Conclusion;
  readonly scenarios: readonly ScenarioOutcome[];
  readonly targetFile?: string;
  /** Answers to a challenge were judged. */
  readonly challenge?: boolean;
  readonly traffic?: 'audit' | 'proxy' | 'rejudge';
  /** What was recorded: failures show cycles from it. */
  readonly exchanges?: readonly Exchange[];
  /** What the target declares about it. */
  readonly declaration?: Declaration;
}

interface Decision {
  readonly verdict: Verdict;
  readonly reason?: string;
}

/** One verdict from the rule's findings over the whole recording and the outcomes of the scenarios. */
export function decide(about: Case): ObligationResult {
  const { obligation, conclusion } = about;
  const { verdict, reason } = decideVerdict(about);
  const breaches = conclusion?.breaches ?? [];
  const failures = breaches.map((breach) => explainBreach(obligation.id, breach, about));
  const notes = conclusion?.notes ?? [];
  return {
    id: obligation.id,
    clause: obligation.clauses.join(', '),
    subject: obligation.subject,
    role: obligation.roles.join(' or '),
    level: obligation.level,
    title: obligation.title,
    rule: obligation.rule,
    planned: about.unplanned === undefined,
    verdict,
    ...(reason !== undefined && { reason }),
    observations: conclusion?.observations ?? 0,
    evidence: conclusion?.evidence ?? [],
    ...(notes.length > 0 && { notes }),
    ...(failures.length > 0 && { failures, breaches }),
    ...(verdict === 'declared' && about.declaration && { declaredBy: declaredBy(about.declaration) }),
    scenarios: about.scenarios.map(({ obligations, ...scenario }) => scenario),
  };
}

function declaredBy({ by, date, statement }: Declaration): string {
  return `${by}, ${date}: ${statement}`;
}

function decideVerdict(about: Case): Decision {
  const { obligation, unplanned, notApplicable, conclusion, scenarios } = about;
  if (unplanned !== undefined) return { verdict: 'not-tested', reason: unplanned };
  if (notApplicable !== undefined) return { verdict: 'not-applicable', reason: notApplicable };
  if (obligation.seen === 'declared')
    return about.declaration === undefined
      ? {
          verdict: 'not-tested',
          reason: `nobody declares it: set declarations.${obligation.id} with name and date`,
        }
      : { verdict: 'declared' };
  const failed = scenarios.find(({ verdict }) => verdict === 'failed');
  if (obligation.level !== 'observe' && ((conclusion?.breachCount ?? 0) > 0 || failed !== undefined))
    return { verdict: obligation.level === 'must' ? 'failed' : 'warning', ...failureReason(conclusion) };
  for (const verdict of ['inconclusive', 'not-tested'] as const) {
    const found = scenarios.find((scenario) => scenario.verdict === verdict);
    if (found !== undefined) return { verdict, reason: found.message ?? `${found.location} gave no reason` };
  }
  // What was seen by the way does not make up for what could not be asked for at all.
  const [excused] = scenarios;
  if (excused !== undefined && scenarios.every(({ verdict }) => verdict === 'not-applicable'))
    return { verdict: 'not-applicable', reason: excused.message ?? 'the scenario does not apply' };
  if ((conclusion?.observations ?? 0) > 0)
    return { verdict: obligation.level === 'observe' ? 'observed' : 'passed' };
  const [why = 'nothing in the run exercised it'] = conclusion?.unjudged ?? [];
  return { verdict: conclusion?.unjudged.length ? 'inconclusive' : 'not-tested', reason: why };
}

function failureReason(conclusion: Conclusion | undefined): { reason?: string } {
  if (conclusion === undefined || conclusion.breachCount === 0) return {};
  const seqs = conclusion.breaches.map(({ exchanges }) => `#${exchanges[0] ?? 0}`);
  return {
    reason: `broken ${conclusion.breachCount} of ${conclusion.observations} times: ${seqs.slice(0, 5).join(', ')}`,
  };
}
