import type { IWorld } from '@cucumber/cucumber';
import { BreachError, EnvironmentError, NotApplicableError, NotTestedError } from '../contract/outcome';
import type { Evidence, Sent } from '../exchange/evidence';
import { withCalls } from '../exchange/evidence';
import { nameSent, showSent } from '../exchange/show';
import type { Text } from '../exchange/text';
import { plainText } from '../exchange/text';
import { cyclesOf } from '../judging/cycles';
import { notExercised } from '../judging/decide';
import { explainBreach, oneOfEachCause } from '../judging/explain';
import { JudgingLoop, judgeBy } from '../judging/loop';
import type { Settled } from '../judging/regularity';
import { Regularity, settled } from '../judging/regularity';
import type { Gap } from '../judging/scope';
import { gapInActs, gapInRoles } from '../judging/scope';
import type { Breach, Obligation } from '../obligations';
import { leftOutFor } from '../run/left-out';
import type { Run } from '../run/run';
import { ruleContext } from '../run/run';
import { whyNoCallbacks } from '../targets/target';
import type { Scene } from './scene';

/** So many exchanges are attached to one step, and so many breaches told by it. */
const shownAtOnce = 3;

/** Attaches exchanges, as they were recorded: the page of Cucumber tells the story with its evidence. */
export function attachSent(
  { attach, log }: Pick<IWorld, 'attach' | 'log'>,
  exchanges: readonly Sent[],
): void {
  if (exchanges.length === 0) log('not seen in this run');
  for (const each of exchanges.slice(0, shownAtOnce))
    attach(showSent(each), { mediaType: 'text/plain', fileName: nameSent(each) });
  const more = exchanges.length - shownAtOnce;
  if (more > 0) log(`and ${more} more like it`);
}

/**
 * What the judge of an obligation makes of a scenario: of a service's on what it saw, of an integrator's on all that it
 * has sent so far. What was not observed does not pass. Gives what is only noted.
 */
export function judgeScenario(run: Run, obligation: Obligation, scene: Scene): readonly Text[] {
  const shown =
    obligation.subject === 'service' ? scene.exchanges : withCalls(run.evidence.recording.evidence);
  const conclusion = conclude(run, obligation, shown);
  // Of what is declared, nothing may speak to the contrary; more is not to be seen.
  if (conclusion === undefined) return [];
  if (conclusion.breachCount > 0) {
    run.plan.events?.broken(obligation.id, conclusion.breaches.slice(0, shownAtOnce));
    throw new BreachError(explain(run, obligation, conclusion.breaches));
  }
  // Where nothing speaks against a declaration, there is nothing more to see.
  if (obligation.judge === undefined) return conclusion.notes;
  const unanswered = run.plan.challenge?.unanswered[obligation.id] ?? [];
  if (unanswered.length > 0) throw new NotTestedError(`not answered: ${unanswered.join(', ')}`);
  if (conclusion.observations > 0) return conclusion.notes;
  requireRoles(run, obligation);
  throw whyUnseen(run, obligation, scene, conclusion.unjudged);
}

/**
 * The first obligation of the same subjects that is broken in the scene: a slip there changes what steps about other
 * obligations see, and they differ for that reason. What is missing in a scene may be anywhere.
 */
export function brokenIn(run: Run, asserted: readonly Obligation[], scene: Scene): Obligation | undefined {
  const shown = new Set(scene.all.map(({ seq }) => seq));
  const isShown = ({ exchanges }: Breach): boolean =>
    shown.size === 0 || scene.isPartial || exchanges.some((seq) => shown.has(seq));
  return run.plan.catalogue.judged
    .filter(({ subject }) => asserted.some((each) => each.subject === subject))
    .find(({ id }) => {
      const { breaches = [], breachCount = 0, irregular } = wholeConclusions(run).get(id) ?? {};
      // An irregular answer is not a breach, but the step may have seen that answer. A breach may be counted but not listed.
      return irregular !== undefined || breachCount > breaches.length || breaches.some(isShown);
    });
}

/** What all judges make of all that was recorded so far, kept until more is recorded. */
const looked = new WeakMap<Run, { readonly count: number; readonly found: ReadonlyMap<string, Settled> }>();

function wholeConclusions(run: Run): ReadonlyMap<string, Settled> {
  const { evidence, exchanges } = run.evidence.recording;
  const kept = looked.get(run);
  if (kept?.count === evidence.length) return kept.found;
  const loop = new JudgingLoop(run.plan.catalogue.all, ruleContext(run));
  for (const each of withCalls(evidence)) loop.observe(each);
  const found = settled(loop.conclude(), Regularity.of(exchanges));
  looked.set(run, { count: evidence.length, found });
  return found;
}

function conclude(run: Run, obligation: Obligation, shown: readonly Evidence[]): Settled | undefined {
  const found = judgeBy(obligation, shown, ruleContext(run));
  return found && Regularity.of(run.evidence.recording.exchanges).settle(found);
}

/** What a client lacks that its role cannot do without leaves untested what it did not show all the same. */
export function requireRoles({ evidence: { offer }, target }: Run, obligation: Obligation): void {
  throwGap(offer && gapInRoles(obligation, target.roles, offer, whyNoCallbacks(target)));
}

/** Why nothing exercised an obligation. Throws for an act that the client does not offer. */
function whyUnseen(run: Run, obligation: Obligation, scene: Scene, unjudged: readonly Text[]): Error {
  const {
    evidence: { offer },
    target,
  } = run;
  throwGap(offer && gapInActs(obligation, offer, target.dummyPayerToken !== undefined));
  const [why] = unjudged;
  if (why !== undefined) return new EnvironmentError(plainText(why));
  if (scene.obstacle !== undefined) return scene.obstacle;
  if (target.environment === 'production')
    return new NotApplicableError('the environment is production: what would exercise it is not sent there');
  if (scene.hasNegative && isShownByOthers(run, obligation))
    return new NotApplicableError('the answer to this says nothing of it, and those of other rows do');
  const leftOut = leftOutFor(obligation, run.evidence.leftOut);
  return new NotTestedError(
    `${notExercised} in this scenario${leftOut.length > 0 ? `; not done: ${leftOut.join(', ')}` : ''}`,
  );
}

/** Of the rows of a table all were sent at once: what one of them leaves open, another shows. */
function isShownByOthers(run: Run, obligation: Obligation): boolean {
  return (judgeBy(obligation, run.evidence.recording.exchanges, ruleContext(run))?.observations ?? 0) > 0;
}

function explain(
  { plan, evidence: { recording }, target }: Run,
  obligation: Obligation,
  breaches: readonly Breach[],
): string {
  const origin = {
    targetFile: target.file,
    container: plan.container,
    challenge: plan.challenge !== undefined,
    cycles: cyclesOf(recording.evidence),
  };
  const about = { ...obligation, clause: obligation.clauses.join(', ') };
  const shown = oneOfEachCause(breaches).slice(0, shownAtOnce);
  const told = shown.map((breach) => explainBreach(about, breach, origin));
  const more = breaches.length - told.length;
  return [...told, ...(more > 0 ? [`  and ${more} more, in compliance.html`] : [])].join('\n');
}

function throwGap(gap: Gap | undefined): void {
  if (gap === undefined) return;
  throw gap.verdict === 'not-tested' ? new NotTestedError(gap.reason) : new NotApplicableError(gap.reason);
}
