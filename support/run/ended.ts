import type { Subject } from '../contract/words';
import { withCalls } from '../exchange/calls';
import { JudgingLoop } from '../judging/loop';
import { Regularity, settled } from '../judging/regularity';
import { whyNotApplicable } from '../judging/applicability';
import type { Results } from '../judging/results';
import type { Ended } from '../judging/results-of';
import type { ScenarioCollector } from '../judging/scenarios';
import { unlessIrregular } from '../judging/scenarios';
import type { AnsweredChallenge } from './answered-challenge';
import { leadingZeroWarnings } from '../obligations';
import { planOf, whyUnplanned } from './plan';
import type { Run } from './run';
import { ruleContext } from './run';

/** What is known at the end of a run. */
export function endedRun(run: Run, scenarios: ScenarioCollector): Ended {
  const { settings, target, catalogue, budget, recording } = run;
  const { evidence } = recording;
  const plan = planOf(run, scenarios);
  const { faults } = scenarios;
  const loop = new JudgingLoop(catalogue.judged, ruleContext(run));
  for (const each of withCalls(evidence)) loop.observe(each);
  const conclusions = settled(loop.conclude(), Regularity.of(evidence));
  const left = budget?.left ?? 0;
  return {
    id: run.id,
    startedAt: run.startedAt,
    profile: settings.profile,
    subjects: settings.subjects,
    ...ownIn(run),
    ...(run.adapter && { adapter: run.adapter }),
    ...(settings.challenge && { challenge: describeChallenge(settings.challenge) }),
    target,
    embedded: run.embedded,
    catalogue,
    conclusions,
    scenarios: scenarios.outcomes.map((each) => unlessIrregular(each, conclusions)),
    planned: scenarios.planned.length,
    partial: plan.partial,
    whyUnplanned: (obligation) => whyUnplanned(obligation, run, plan),
    whyNot: (obligation) => whyNotApplicable(obligation, target),
    circumstances: { ...target, offer: run.offer, refusals: run.refusals, sparesOtps: settings.sparesOtps },
    incomplete: (subject) => faults.length > 0 || left > 0 || [...run.obstacles.values()].includes(subject),
    seed: settings.seed ?? null,
    ...(left > 0 && { left }),
    diagnosis: run.diagnosis,
    faults,
    cutShort: [...run.obstacles.keys()],
    ...warningsOf(run, scenarios.planned.length, leadingZeroWarnings(evidence)),
    waivers: settings.waivers,
    count: evidence.length,
    evidence,
  };
}

/** What was judged in place of a run, in words that a reader of the results cannot miss. */
function describeChallenge({ id, createdAt, items, answers }: AnsweredChallenge) {
  const note = `Answers to a challenge, judged offline: nothing crossed a wire (${answers} of ${items} items answered)`;
  return { id, createdAt: new Date(createdAt).toISOString(), items, answers, note };
}

/** Which subjects are the suite's own; all of them make a self-test. */
function ownIn(run: Run): Pick<Results['run'], 'selfTest' | 'ownSubjects'> {
  const { subjects } = run.settings;
  const isOwn = (subject: Subject): boolean => (subject === 'service' ? run.embedded : ownClient(run));
  const own = subjects.filter(isOwn);
  return { selfTest: own.length === subjects.length, ...(own.length > 0 && { ownSubjects: own }) };
}

function ownClient({ settings, target: { integrator } }: Run): boolean {
  if (integrator === undefined || settings.challenge !== undefined) return false;
  return integrator.command === undefined && integrator.url === undefined && integrator.manual !== true;
}

/**
 * What needs attention, where there is anything. `scenarios` is how many were planned, `luck` what may have
 * helped a client to pass.
 */
function warningsOf(
  { warnings, budget }: Run,
  scenarios: number,
  luck: readonly string[],
): Pick<Results['run'], 'warnings'> {
  const late =
    budget === undefined || budget.left === 0
      ? []
      : [`${budget.reason}: ${budget.left} of ${scenarios} scenarios were left`];
  const all = [...warnings, ...late, ...luck];
  return all.length === 0 ? {} : { warnings: all };
}
