import { withFormsFoundByTrying } from '../adapter/key-forms';
import type { AdapterOffer } from '../adapter/roles';
import type { Subject } from '../contract/words';
import type { Basis } from '../judging/basis';
import { basisTarget, basisVersion } from '../judging/basis';
import type { Results } from '../judging/results';
import type { AnsweredChallenge } from '../cases/answered-challenge';
import { leadingZeroWarnings } from '../obligations';
import { coverageOf } from './coverage';
import type { Run } from './run';
import type { RunLog } from './run-log';

/** What a run noted besides its recording, at its end. */
export function basisOf(run: Run, log: RunLog): Basis {
  const { plan, services, evidence, target } = run;
  const { left } = plan.budget;
  const planned = log.planned.length;
  return {
    basisVersion,
    run: describe(run, log),
    embedded: services.embedded,
    target: basisTarget(target),
    txnIds: evidence.txnIds,
    plan: { scenarios: planned, ...(left > 0 && { left }), ...coverageOf(run.plan, log) },
    ...(evidence.offer && { offer: offerIn(evidence.offer, run) }),
    refusals: Object.fromEntries(evidence.refusals),
    ...(evidence.selfTriggered.size > 0 && { selfTriggered: Object.fromEntries(evidence.selfTriggered) }),
    obstructed: [...new Set(evidence.obstacles.values())],
    cutShort: log.obstacles,
    scenarios: log.outcomes,
    ...(plan.waivers && { waivers: plan.waivers }),
  };
}

function describe(run: Run, log: RunLog): Basis['run'] {
  const { plan, evidence } = run;
  return {
    id: run.id,
    startedAt: run.startedAt.toISOString(),
    finishedAt: new Date().toISOString(),
    ...(plan.resumed && { resumed: true }),
    profile: plan.profile,
    subjects: plan.subjects,
    ...ownIn(run),
    ...(evidence.adapter && { adapter: evidence.adapter }),
    ...(plan.challenge && { challenge: describeChallenge(plan.challenge) }),
    seed: plan.seed ?? null,
    ...(plan.nonce !== undefined && { nonce: plan.nonce }),
    diagnosis: evidence.diagnosis,
    faults: log.faults,
    ...warningsOf(run, log),
  };
}

function offerIn(
  { capabilities, transferKeyForms: declared, callbackUrl }: AdapterOffer,
  { evidence: { foundForms } }: Run,
): NonNullable<Basis['offer']> {
  const transferKeyForms = withFormsFoundByTrying(declared, foundForms);
  return {
    capabilities,
    ...(transferKeyForms && { transferKeyForms }),
    takesCallbacks: callbackUrl !== undefined,
  };
}

/** What was judged in place of a run, in words that a reader of the results cannot miss. */
function describeChallenge({ id, createdAt, items, answers }: AnsweredChallenge) {
  const note = `Answers to a challenge, judged offline: nothing crossed a wire (${answers} of ${items} items answered)`;
  return { id, createdAt: new Date(createdAt).toISOString(), items, answers, note };
}

/** Which subjects are the suite's own; all of them make a self-test. */
function ownIn(run: Run): Pick<Results['run'], 'selfTest' | 'ownSubjects'> {
  const { subjects } = run.plan;
  const isOwn = (subject: Subject): boolean =>
    subject === 'service' ? run.services.embedded : ownClient(run);
  const own = subjects.filter(isOwn);
  return { selfTest: own.length === subjects.length, ...(own.length > 0 && { ownSubjects: own }) };
}

function ownClient({ plan, target: { integrator } }: Run): boolean {
  if (integrator === undefined || plan.challenge !== undefined) return false;
  return integrator.command === undefined && integrator.url === undefined && integrator.manual !== true;
}

/** What needs attention, where there is anything; with it what may have helped a client to pass. */
function warningsOf(run: Run, { planned }: RunLog): Pick<Results['run'], 'warnings'> {
  const { budget } = run.plan;
  const scenarios = planned.length;
  const luck = leadingZeroWarnings(run.evidence.recording.evidence);
  const late =
    budget.left === 0 ? [] : [`${budget.reason}: ${budget.left} of ${scenarios} scenarios were left`];
  const all = [...run.evidence.warnings, ...late, ...luck];
  return all.length === 0 ? {} : { warnings: all };
}
