import type { Evidence } from '../exchange/evidence';
import { withCalls } from '../exchange/evidence';
import { ruleContextForRun, whyExcluded } from '../judging/scope';
import type { Basis } from '../judging/basis';
import { circumstancesIn, circumstancesOf } from '../judging/basis';
import { JudgingLoop } from '../judging/loop';
import type { Observed } from '../judging/observed';
import { describeObserved } from '../judging/observed';
import { TrafficCounter } from '../judging/traffic-span';
import { IrregularityDetector, settleConclusions, excuseIrregularFailure } from '../judging/regularity';
import type { ResultsInput } from '../judging/build-results';
import type { Catalogue } from '../obligations';

/** Judges a run from its basis and its recording, when it ends and when it is judged again. */
export function judgeRun(basis: Basis, evidence: readonly Evidence[], catalogue: Catalogue): ResultsInput {
  const { run, target, plan, txnIds } = basis;
  const loop = new JudgingLoop(
    catalogue.all,
    ruleContextForRun(target, { subjects: run.subjects, txnIds, reach: target.integrator }),
  );
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
    narrowedBy: plan.narrowedBy ?? [],
    unplanned: plan.unplanned,
    whyNot: (obligation) => whyExcluded(obligation, about),
    circumstances: circumstancesIn(basis),
    isObstructed: (subject) => basis.obstructed.includes(subject),
    cutShort: basis.cutShort,
    waivers: basis.waivers,
    count: evidence.length,
    evidence: timeline,
    ...(run.challenge === undefined && { observed: observedIn(basis, evidence) }),
  };
}

function observedIn({ run, target }: Basis, evidence: readonly Evidence[]): Observed {
  const counter = new TrafficCounter();
  const clients = new Set<string>();
  for (const each of evidence) {
    counter.add(each);
    if (each.kind === undefined && each.sender === 'integrator') clients.add(each.clientInstance ?? '');
  }
  const { profile } = run;
  return describeObserved({ profile, files: [], target, spans: [counter.all], clients: clients.size });
}
