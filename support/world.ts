import { World } from '@cucumber/cucumber';
import type { Breach, Obligation } from './obligations';
import { BreachError, EnvironmentError, NotApplicableError, NotTestedError } from './contract/outcome';
import { withCalls } from './exchange/calls';
import type { Exchange } from './exchange/exchange';
import { plainText } from './exchange/text';
import { withRepeated } from './scenarios/service/repeat';
import type { Handed } from './run/handles';
import { runOf, slotOf } from './run/handles';
import type { Run } from './run/run';
import { ruleContext } from './run/run';
import { cyclesOf } from './judging/cycles';
import { judgeBy } from './judging/loop';
import { Regularity } from './judging/regularity';
import { explainBreach } from './judging/explain';
import type { Gap } from './judging/offers';
import { gapInActs, gapInRoles } from './judging/offers';
import { Exam } from './vectors/exam';
import { Examination } from './vectors/examination';

/** What the steps of one scenario share. */
export class ConformWorld extends World<Handed> {
  readonly #exchanges: Exchange[] = [];
  #obstacle: Error | undefined;
  #exam: Exam | undefined;
  /** Tags of the scenario, its rule and its feature. */
  tags: readonly string[] = [];

  get run(): Run {
    return runOf(this.parameters);
  }

  /** Known answers, for whoever the run examines by them: the suite's own code, unless it says otherwise. */
  get exam(): Exam {
    const slot = slotOf(this.parameters);
    slot.examined ??= new Examination();
    this.#exam ??= new Exam(slot.examined);
    return this.#exam;
  }

  /** What the When steps of this scenario brought about. Throws while there is nothing. */
  get exchanges(): readonly Exchange[] {
    if (this.#exchanges.length === 0) throw new Error('No exchange recorded yet: a When step must run first');
    return this.#exchanges;
  }

  /** Takes what a When step brought about as the scenario's own, and what kept it from bringing about the rest. */
  saw(exchanges: readonly Exchange[], obstacle?: Error): void {
    this.#exchanges.push(...withRepeated(exchanges, this.run.recording.exchanges));
    if (obstacle instanceof EnvironmentError) this.run.obstacles.set(obstacle.message, 'service');
    this.#obstacle ??= obstacle;
  }

  /**
   * Goes through what the run does once for many scenarios. Where another party cuts it short, what it showed before
   * stays judged; the rest is inconclusive for that reason.
   */
  async through(journey: Promise<unknown>): Promise<void> {
    try {
      await journey;
    } catch (error) {
      if (!(error instanceof EnvironmentError)) throw error;
      this.run.obstacles.set(error.message, 'integrator');
      this.#obstacle ??= error;
    }
  }

  /** The obligations that the tags of the scenario name. */
  get obligations(): readonly Obligation[] {
    return this.tags.flatMap((tag) => this.run.catalogue.find(tag.slice(1)) ?? []);
  }

  /** The same for a step that asserts them. Throws where there is none: such a step could not fail. */
  get asserted(): readonly Obligation[] {
    const { obligations } = this;
    if (obligations.length === 0) throw new Error('The scenario is tagged with no obligation');
    return obligations;
  }

  /** Asserts every obligation that the scenario is about. */
  judgeAll(): void {
    for (const obligation of this.asserted) this.judge(obligation);
  }

  /**
   * Asserts an obligation: a service's on what this scenario saw, an integrator's on all that it has sent so far.
   * What was not observed does not pass.
   */
  judge(obligation: Obligation): void {
    const { settings, target, recording, offer } = this.run;
    const { subject } = obligation;
    const seen = subject === 'service' ? this.exchanges : withCalls(recording.evidence);
    const found = judgeBy(obligation, seen, ruleContext(this.run));
    const conclusion = found && Regularity.of(recording.exchanges).settle(found);
    if (conclusion === undefined) throw new Error(`Nothing judges ${obligation.id}: it is declared`);
    if (conclusion.breachCount > 0) throw new BreachError(this.#explain(obligation, conclusion.breaches));
    this.requireRoles(obligation);
    const unanswered = settings.challenge?.unanswered[obligation.id] ?? [];
    if (unanswered.length > 0) throw new NotTestedError(`not answered: ${unanswered.join(', ')}`);
    if (conclusion.observations > 0) return;
    throwGap(offer && gapInActs(obligation, offer, target.dummyPayerToken !== undefined));
    const [why] = conclusion.unjudged;
    if (why !== undefined) throw new EnvironmentError(plainText(why));
    if (this.#obstacle !== undefined) throw this.#obstacle;
    if (target.environment === 'production')
      throw new NotApplicableError('the environment is production: what would exercise it is not sent there');
    const { leftOut } = this.run;
    throw new NotTestedError(
      `nothing that this scenario saw exercises it${leftOut.length > 0 ? `; left out: ${leftOut.join(', ')}` : ''}`,
    );
  }

  /** What a client lacks that its role cannot do without leaves the whole role untested. */
  requireRoles(obligation: Obligation): void {
    const { offer, target } = this.run;
    throwGap(offer && gapInRoles(obligation, target.roles, offer));
  }

  #explain(obligation: Obligation, breaches: readonly Breach[]): string {
    const { settings, target, recording } = this.run;
    const origin = {
      targetFile: target.file,
      container: settings.container,
      challenge: settings.challenge !== undefined,
      cycles: cyclesOf(recording.evidence),
    };
    const about = { ...obligation, clause: obligation.clauses.join(', ') };
    return breaches.map((breach) => explainBreach(about, breach, origin)).join('\n');
  }
}

function throwGap(gap: Gap | undefined): void {
  if (gap === undefined) return;
  throw gap.verdict === 'not-tested' ? new NotTestedError(gap.reason) : new NotApplicableError(gap.reason);
}
