import type { IWorld } from '@cucumber/cucumber';
import { BreachError, EnvironmentError, NotTestedError, ShownElsewhereError } from '../contract/outcome';
import type { Evidence, SentEvidence } from '../exchange/evidence';
import { withCalls } from '../exchange/evidence';
import { nameSent, showSent } from '../exchange/show';
import type { Reason } from '../exchange/reason';
import { leftOutInProduction, notTestedError } from '../exchange/reason';
import type { ReportText } from '../exchange/text';
import { toPlainText } from '../exchange/text';
import { cyclesInEvidence } from '../judging/cycles';
import { explainBreach, oneOfEachCause } from '../judging/explain';
import { JudgingLoop, judgeRecordingBy } from '../judging/loop';
import type { Settled } from '../judging/regularity';
import { IrregularityDetector, settleConclusions } from '../judging/regularity';
import { findGapInMethods, findGapInRoles } from '../judging/scope';
import { decisiveReason } from '../judging/verdict';
import type { Breach, Obligation } from '../obligations';
import { isSessionError, missedCallsFor } from '../run/missed-calls';
import type { Run } from '../run/run';
import { ruleContextOfRun } from '../run/run';
import { whyCallbacksImpossible } from '../targets/target';
import type { Scene } from './scene';

/** Maximum number of exchanges attached to one step, and of breaches described in one message. */
const shownAtOnce = 3;

/** Attaches evidence to a step, so that Cucumber's report shows each step with its evidence. */
export function attachSent(
  { attach, log }: Pick<IWorld, 'attach' | 'log'>,
  exchanges: readonly SentEvidence[],
): void {
  if (exchanges.length === 0) log('not seen in this run');
  for (const each of exchanges.slice(0, shownAtOnce))
    attach(showSent(each), { mediaType: 'text/plain', fileName: nameSent(each) });
  const more = exchanges.length - shownAtOnce;
  if (more > 0) log(`and ${more} more like it`);
}

/**
 * Judges an obligation after a scenario: a service by the exchanges of the scene, an integrator by everything recorded
 * so far. Returns the judge's notes. Throws BreachError if the subject broke the obligation, or another error if no
 * evidence showed that the subject fulfilled it.
 */
export function judgeScenario(run: Run, obligation: Obligation, scene: Scene): readonly ReportText[] {
  const shown =
    obligation.subject === 'service' ? scene.exchanges : withCalls(run.evidence.recording.evidence);
  const conclusion = conclude(run, obligation, shown);
  // This obligation can only be declared in the target file, and the suite cannot check the declaration
  // against the evidence.
  if (conclusion === undefined) return [];
  if (conclusion.breachCount > 0) {
    run.plan.events?.broken(obligation.id, conclusion.breaches.slice(0, shownAtOnce));
    const exchanges = conclusion.breaches.flatMap((breach) => breach.exchanges);
    throw new BreachError(explain(run, obligation, conclusion.breaches), exchanges);
  }
  // This obligation can only be declared in the target file. The evidence does not contradict the
  // declaration, so it counts as kept.
  if (obligation.judge === undefined) return conclusion.notes;
  const unanswered = run.plan.challenge?.unanswered[obligation.id] ?? [];
  if (unanswered.length > 0)
    throw new NotTestedError('not-exercised', `not answered: ${unanswered.join(', ')}`);
  // The messages of a provider do not show all that its missing methods would show, such as the state of a cycle.
  if (conclusion.observations === 0 || obligation.providerMethods !== undefined)
    requireRoles(run, obligation);
  if (conclusion.observations > 0) return conclusion.notes;
  throw whyUnseen(run, obligation, scene, conclusion.unjudged);
}

/**
 * Returns the first broken obligation that may explain a mismatch in the scene. A breach of one obligation
 * can change the evidence that steps about another obligation compare. Only considers obligations of the same
 * subjects as `asserted`. If the scene lacks evidence, a breach anywhere in the recording counts.
 */
export function findBrokenIn(
  run: Run,
  asserted: readonly Obligation[],
  scene: Scene,
): Obligation | undefined {
  const shown = new Set(scene.all.map(({ seq }) => seq));
  const isShown = ({ exchanges }: Breach): boolean =>
    shown.size === 0 || scene.isPartial || exchanges.some((seq) => shown.has(seq));
  return run.plan.catalogue.judged
    .filter(({ subject }) => asserted.some((each) => each.subject === subject))
    .find(({ id }) => {
      const { breaches = [], breachCount = 0, irregular } = wholeConclusions(run).get(id) ?? {};
      // An answer that the judges excuse as irregular also counts as an explanation, because the step may
      // have compared it. So does a breach that was counted but not listed, because it may be in the scene.
      return irregular !== undefined || breachCount > breaches.length || breaches.some(isShown);
    });
}

/**
 * Caches the conclusions of all judges on the whole recording. An entry becomes invalid when the recording
 * grows.
 */
const looked = new WeakMap<Run, { readonly count: number; readonly found: ReadonlyMap<string, Settled> }>();

function wholeConclusions(run: Run): ReadonlyMap<string, Settled> {
  const { evidence, exchanges } = run.evidence.recording;
  const kept = looked.get(run);
  if (kept?.count === evidence.length) return kept.found;
  const loop = new JudgingLoop(run.plan.catalogue.all, ruleContextOfRun(run));
  for (const each of withCalls(evidence)) loop.observe(each);
  const found = settleConclusions(loop.conclude(), IrregularityDetector.of(exchanges));
  looked.set(run, { count: evidence.length, found });
  return found;
}

function conclude(run: Run, obligation: Obligation, shown: readonly Evidence[]): Settled | undefined {
  const found = judgeRecordingBy(obligation, shown, ruleContextOfRun(run));
  return found && IrregularityDetector.of(run.evidence.recording.exchanges).settle(found);
}

/**
 * Throws NotTestedError if the client cannot play any role of the obligation, because its adapter lacks
 * methods or it cannot receive callbacks. Does nothing before the adapter has declared its methods.
 */
export function requireRoles(
  { evidence: { offer, selfTriggered }, target }: Run,
  obligation: Obligation,
): void {
  const about = { uncalled: whyCallbacksImpossible(target), triggersItself: selfTriggered.size > 0 };
  throwGap(offer && findGapInRoles(obligation, target.roles, offer, about));
}

/**
 * Returns an error that explains why no evidence showed the obligation. Throws if the adapter lacks the
 * methods for an action that the obligation needs.
 */
function whyUnseen(run: Run, obligation: Obligation, scene: Scene, unjudged: readonly Reason[]): Error {
  const {
    evidence: { offer, refusals, selfTriggered },
    target,
  } = run;
  throwGap(offer && findGapInMethods(obligation, target.roles, offer, target.dummyPayerToken !== undefined));
  const why = decisiveReason(unjudged);
  if (why?.optional === true) return notTestedError(why);
  if (why !== undefined) return new EnvironmentError(toPlainText(why.text), why.kind);
  if (scene.obstacle !== undefined) return scene.obstacle;
  if (target.environment === 'production')
    return notTestedError(leftOutInProduction('what would exercise it is not sent there'));
  if (scene.hasNegative && isShownByOthers(run, obligation))
    return new ShownElsewhereError('the answer to this says nothing of it, and those of other rows do');
  const own = obligation.unseen?.({ selfTriggered, offer, refusals });
  if (own !== undefined) return notTestedError(own);
  const missed = missedCallsFor(obligation, run.evidence.missedCalls);
  const notDone = missed.length > 0 ? `; not done: ${missed.map(({ text }) => text).join(', ')}` : '';
  return new NotTestedError(
    'not-exercised',
    `not exercised in this scenario${notDone}`,
    missed.some(isSessionError) ? { topic: 'session-error' } : {},
  );
}

/**
 * Whether another row of the scenario's table shows the obligation. The suite sends the requests of all rows
 * at once, so they are already recorded.
 */
function isShownByOthers(run: Run, obligation: Obligation): boolean {
  return (
    (judgeRecordingBy(obligation, run.evidence.recording.exchanges, ruleContextOfRun(run))?.observations ??
      0) > 0
  );
}

function explain(
  { plan, evidence: { recording }, target }: Run,
  obligation: Obligation,
  breaches: readonly Breach[],
): string {
  const origin = {
    targetFile: target.file,
    isProfileSigned: target.fieldProfile?.signed !== undefined,
    container: plan.container,
    challenge: plan.challenge !== undefined,
    cycles: cyclesInEvidence(recording.evidence, target.readings),
  };
  const about = { ...obligation, clause: obligation.clauses.join(', ') };
  const shown = oneOfEachCause(breaches).slice(0, shownAtOnce);
  const told = shown.map((breach) =>
    explainBreach(about, { ...breach, cause: { text: breach.cause } }, origin),
  );
  const more = breaches.length - told.length;
  return [...told, ...(more > 0 ? [`  and ${more} more, in compliance.html`] : [])].join('\n');
}

function throwGap(gap: Reason | undefined): void {
  if (gap !== undefined) throw notTestedError(gap);
}
