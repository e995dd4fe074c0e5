import type { Evidence } from '../exchange/evidence';
import { withCalls } from '../exchange/evidence';
import { ruleContextWithTxnIds, whyNotApplicable } from '../judging/scope';
import type { Basis } from '../judging/basis';
import { circumstancesIn, circumstancesOf } from '../judging/basis';
import { JudgingLoop } from '../judging/loop';
import { IrregularityDetector, settleConclusions, excuseIrregularFailure } from '../judging/regularity';
import type { ResultsInput } from '../judging/build-results';
import type { Catalogue } from '../obligations';

/** Judges a run from its basis and its recording, when it ends and when it is judged again. */
export function judgeRun(basis: Basis, evidence: readonly Evidence[], catalogue: Catalogue): ResultsInput {
  const { run, target, plan, txnIds } = basis;
  const loop = new JudgingLoop(catalogue.all, ruleContextWithTxnIds(target, txnIds));
  const timeline = withCalls(evidence);
  for (const each of timeline) loop.observe(each);
  const conclusions = settleConclusions(loop.conclude(), IrregularityDetector.of(evidence));
  const about = circumstancesOf(target);
  return {
    ...run,
    startedAt: new Date(run.startedAt),
    finishedAt: new Date(run.finishedAt),
    target,
    embedded: basis.embedded,
    catalogue,
    conclusions,
    scenarios: basis.scenarios.map((each) => excuseIrregularFailure(each, conclusions)),
    planned: plan.scenarios,
    ...(plan.left !== undefined && { left: plan.left }),
    partial: plan.partial,
    unplanned: plan.unplanned,
    whyNot: (obligation) => whyNotApplicable(obligation, about),
    circumstances: circumstancesIn(basis),
    incomplete: (subject) => basis.incomplete.includes(subject),
    cutShort: basis.cutShort,
    waivers: basis.waivers,
    count: evidence.length,
    evidence: timeline,
  };
}
