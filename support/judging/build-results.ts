import type { ObligationId } from '../obligations';
import { obligation, obligations } from '../obligations';
import { sourceDocument } from '../contract/source';
import type { AnsweredChallenge } from '../run/answered-challenge';
import type { Run } from '../run/run';
import { ruleContext } from '../run/run';
import type { Conclusion } from '../obligations/judges';
import { bearsOn, createRule, judged } from '../obligations/judges';
import { whyNotApplicable } from './applicability';
import { cyclesOf } from './cycle-steps';
import { decide } from './decide';
import { overallOf } from './overall';
import type { ScenarioCollector } from './scenarios';
import type { ObligationResult, Overall } from './verdict';
import { obligationsDigest } from '../report/digest';
import { leftIn, warningsOf, withoutGaps } from './gaps';
import type { Plan } from '../run/plan';
import { planOf, whyUnplanned } from '../run/plan';
import type { Results } from './results';
import { countsOf, readingRows, statedBy, suiteRow, waivedIn } from './results-parts';

/** Gathers everything that is known at the end of a run into its results. */
export function buildResults(run: Run, scenarios: ScenarioCollector): Results {
  const plan = planOf(run, scenarios);
  const conclusions = concludeAll(run);
  const rows = obligations.map(({ id }) => decideOne(id, run, scenarios, plan, conclusions.get(id)));
  return {
    schemaVersion: 1,
    suite: suiteRow(),
    run: describeRun(run, scenarios, plan, rows),
    obligations: rows,
    readings: readingRows(run.target),
    exchanges: run.recording.exchanges.length,
    cycles: cyclesOf(run.recording.exchanges),
    counts: countsOf(rows),
  };
}

function describeRun(
  run: Run,
  scenarios: ScenarioCollector,
  plan: Plan,
  rows: readonly ObligationResult[],
): Results['run'] {
  const { settings, target } = run;
  const overall = settings.subjects.map((subject) => [
    subject,
    render(withoutGaps(subject, overallOf(subject, rows), scenarios.hookErrors, run), plan.partial),
  ]);
  return {
    id: run.id,
    startedAt: run.startedAt.toISOString(),
    finishedAt: new Date().toISOString(),
    subjects: settings.subjects,
    profile: settings.profile,
    ...ownIn(run),
    ...(settings.challenge !== undefined && { challenge: describeChallenge(settings.challenge) }),
    target: {
      name: target.name,
      file: target.file ?? null,
      services: target.services,
      embedded: run.embedded,
    },
    environment: target.environment,
    product: target.product ?? null,
    ...statedBy(target),
    roles: target.roles,
    overall: Object.fromEntries(overall) as Results['run']['overall'],
    partial: plan.partial,
    seed: settings.seed ?? null,
    sourceDigest: sourceDocument.digest,
    obligationsDigest: obligationsDigest(),
    plan: { obligations: plan.planned, scenarios: scenarios.planned.length, ...leftIn(run) },
    diagnosis: run.diagnosis,
    faults: scenarios.hookErrors,
    ...warningsOf(run, scenarios.planned.length),
    ...waivedIn(settings.waivers, rows, run.startedAt),
  };
}

/** Services answer to what the suite sent them, integrators for what they sent themselves. */
function concludeAll(run: Run): Map<ObligationId, Conclusion> {
  const rules = judged.flatMap((id) => {
    const rule = createRule(id, ruleContext(run));
    return rule === undefined ? [] : [{ id, rule }];
  });
  for (const exchange of run.recording.exchanges)
    for (const { id, rule } of rules) if (bearsOn(id, exchange)) rule.observe(exchange);
  return new Map(rules.map(({ id, rule }) => [id, rule.conclude()]));
}

function decideOne(
  id: ObligationId,
  run: Run,
  scenarios: ScenarioCollector,
  plan: Plan,
  conclusion: Conclusion | undefined,
): ObligationResult {
  const { file, declarations } = run.target;
  const declaration = declarations[id];
  const unplanned = whyUnplanned(id, run, plan);
  const notApplicable = whyNotApplicable(obligation(id), run.target);
  return decide({
    obligation: obligation(id),
    ...(unplanned !== undefined && { unplanned }),
    ...(notApplicable !== undefined && { notApplicable }),
    ...(conclusion !== undefined && unplanned === undefined && { conclusion }),
    scenarios: scenarios.outcomes.filter((outcome) => outcome.obligations.includes(id)),
    ...(declaration !== undefined && { declaration }),
    ...(file !== undefined && { targetFile: file }),
    ...(run.settings.challenge !== undefined && { challenge: true }),
    exchanges: run.recording.exchanges,
  });
}

function render(overall: Overall, partial: boolean): string {
  return partial ? `partial: ${overall}` : overall;
}

/** What was judged in place of a run, in words that a reader of the results cannot miss. */
function describeChallenge({ id, createdAt, items, answers }: AnsweredChallenge) {
  const note = `Answers to a challenge, judged offline: nothing crossed a wire (${answers} of ${items} items answered)`;
  return { id, createdAt: new Date(createdAt).toISOString(), items, answers, note };
}

/** Which subjects are the suite's own; all of them make a self-test. */
function ownIn(run: Run): Pick<Results['run'], 'selfTest' | 'ownSubjects'> {
  const { subjects } = run.settings;
  const own = subjects.filter((subject) => (subject === 'service' ? run.embedded : ownClient(run)));
  return { selfTest: own.length === subjects.length, ...(own.length > 0 && { ownSubjects: own }) };
}

function ownClient({ settings, target: { integrator } }: Run): boolean {
  if (integrator === undefined || settings.challenge !== undefined) return false;
  return integrator.command === undefined && integrator.url === undefined && integrator.manual !== true;
}
