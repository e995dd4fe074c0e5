import { World } from '@cucumber/cucumber';
import {
  BreachError,
  StepDifferenceError,
  EnvironmentError,
  NothingToCompareError,
} from './contract/outcome';
import { variantOfMistake } from './contract/deliberate-mistakes';
import type { AdapterAnswer, LogLine, SentEvidence } from './exchange/evidence';
import type { Exchange } from './exchange/exchange';
import { isPreflight } from './exchange/exchange';
import type { ReportText } from './exchange/text';
import { toPlainText } from './exchange/text';
import type { Obligation } from './obligations';
import type { RunHandle } from './run/handles';
import { runForHandle } from './run/handles';
import type { Run } from './run/run';
import { noteObstacle } from './run/run';
import {
  explainedMediaType,
  nothingComparedMediaType,
  nothingComparedSentence,
  stepsHoldMediaType,
} from './run/scenario-events';
import { withRepeated } from './scenarios/service/act';
import { mistakeNotSentError } from './scenarios/service/rounds';
import { adapterAnswers } from './scenarios/matchers/answers';
import type { OddCallback } from './scenarios/matchers/callbacks';
import type { ScenarioCycle } from './scenarios/matchers/conversation';
import type { RequestKind } from './scenarios/matchers/requests';
import { requestsOf } from './scenarios/matchers/requests';
import { KnownAnswerTest } from './vectors/exam';
import { Scene } from './world/scene';
import { attachSent, findBrokenIn, judgeScenario, requireRoles } from './world/verdict';

/** The state that the steps of one scenario share. */
export class ConformWorld extends World<RunHandle> {
  readonly scene = new Scene();
  /** Tests the suite's own code against known answers. */
  readonly exam = new KnownAnswerTest();
  /** The tags of the scenario, its rule and its feature, each with `@`. */
  tags: readonly string[] = [];
  /** Whether the scenario was skipped for a stated reason. If so, the judges do not run after it. */
  isExcused = false;
  /**
   * Whether a Then step requires a note from the judges. Only {@link conclude} can check this, because it
   * runs the judges.
   */
  isNoted = false;
  /** The error of the first step that found nothing to compare. */
  uncompared: Error | undefined;
  /** The first mismatch between a step and the scene. */
  difference: StepDifferenceError | undefined;
  /** Whether a Then step compared its words with evidence, and found them right. */
  hasCompared = false;
  /** Whether a Then step could not compare, because an earlier step found no evidence. */
  #lacksEvidence = false;
  /** The payer cycle that the steps have described so far. */
  told: ScenarioCycle = {};
  /** The payer's callback with one mistake, and its valid twin. */
  odd: OddCallback | undefined;

  get run(): Run {
    return runForHandle(this.parameters);
  }

  /** The exchanges in the scene. Throws if no step has selected any evidence yet. */
  get exchanges(): readonly Exchange[] {
    return this.scene.exchanges;
  }

  /**
   * Adds exchanges to the scene. If an exchange is a retry, also adds the earlier attempts. `obstacle` is the
   * error that prevented further exchanges, if any.
   */
  saw(exchanges: readonly Exchange[], obstacle?: Error): void {
    this.scene.add(withRepeated(exchanges, this.run.evidence.recording.exchanges));
    const met = this.scene.meet(obstacle);
    if (met !== undefined) noteObstacle(this.run, met, 'service');
  }

  /**
   * Adds the request with this mistake, and the valid requests of its round, to the scene. Throws if the
   * suite did not send the mistake in this round.
   */
  sawWrong(round: readonly Exchange[], mistake: string): void {
    const variant = variantOfMistake(mistake, this.asserted);
    const negative = round.find(({ asked }) => asked?.variant === variant);
    if (negative === undefined) throw mistakeNotSentError(this.run, round, mistake);
    this.scene.negative = negative;
    this.saw([negative, ...round.filter(({ asked }) => asked?.part === 'valid')]);
    this.show([negative]);
  }

  /**
   * Waits for a journey, which runs once for many scenarios. If a party other than the client interrupts the
   * journey, the recorded evidence is still judged. Checks without evidence become inconclusive.
   */
  async through(journey: Promise<unknown>): Promise<void> {
    try {
      await journey;
    } catch (error) {
      if (!(error instanceof EnvironmentError)) throw error;
      noteObstacle(this.run, error, 'integrator');
      this.scene.meet(error);
    }
  }

  /**
   * Adds evidence about the integrator to the scene and to the report. An empty list is not an error here:
   * the judges report anything that the client failed to do.
   */
  select(found: readonly SentEvidence[]): void {
    this.scene.add(found);
    this.scene.hasGap ||= found.length === 0;
    this.show(found);
  }

  /** All answers of the client's adapter in this run. */
  get adapterAnswers(): readonly AdapterAnswer[] {
    return adapterAnswers(this.run.evidence.recording.evidence);
  }

  /** Adds answers of the adapter to the scene. The Then steps check these answers. */
  took(answers: readonly AdapterAnswer[]): void {
    this.scene.answers = answers;
    this.select(answers);
  }

  /** Attaches evidence to Cucumber's report. */
  show(exchanges: readonly SentEvidence[]): void {
    attachSent(this, exchanges);
  }

  get isAboutService(): boolean {
    return this.asserted.some(({ subject }) => subject === 'service');
  }

  /**
   * The requests of one kind in the scene. A scenario about an integrator only uses the integrator's
   * requests.
   */
  requests(kind: RequestKind): readonly Exchange[] {
    return requestsOf(kind, this.isAboutService ? this.exchanges : this.sent, this.run.target.readings);
  }

  /** The integrator's requests in the scene. */
  get sent(): readonly Exchange[] {
    return this.exchanges.filter(({ sender }) => sender === 'integrator');
  }

  /** The integrator's requests in this run, without CORS preflights, which the judges ignore, too. */
  get sentByIntegrator(): readonly Exchange[] {
    return this.run.evidence.recording.exchanges.filter(
      ({ sender, request }) => sender === 'integrator' && !isPreflight(request),
    );
  }

  /** Findings in the integrator's logs, such as a planted identifier or a private key in plain text. */
  get logs(): readonly LogLine[] {
    return this.run.evidence.recording.evidence.filter((each) => each.kind === 'log line');
  }

  /**
   * Throws a StepDifferenceError if the scene does not meet a Then step's expectation. If an obstacle
   * interrupted the scenario, throws a NothingToCompareError instead. If an earlier step found no evidence, and no
   * step compared anything, {@link conclude} attaches a note: a client need not support everything.
   * @param isVisible whether the scene meets the expectation
   * @param what the expectation, for the message
   */
  expect(isVisible: boolean, what: string): void {
    if (isVisible) this.#agree();
    else if (this.scene.isComparable) this.#differ(what);
    else this.#lacksEvidence = true;
  }

  /**
   * Like {@link expect}, but for a conversation with the payer, in which a missing message is a mismatch too.
   * A mismatch is not a breach: only the judges decide that, at the end of the scenario. Without a
   * breach, an obstacle prevented the message, or the step and the judge disagree.
   */
  expectTurns(areRight: boolean, what: string): void {
    if (!areRight) this.#differ(what);
    this.#agree();
  }

  #agree(): void {
    this.hasCompared ||= this.scene.isComparable && this.scene.all.length > 0;
  }

  #differ(what: string): never {
    const { obstacle } = this.scene;
    throw obstacle === undefined
      ? new StepDifferenceError(`a step does not see: ${what}`)
      : new NothingToCompareError(obstacle);
  }

  /** The obligations in the tags of the scenario. */
  get obligations(): readonly Obligation[] {
    return this.tags.flatMap((tag) => this.run.plan.catalogue.find(tag.slice(1)) ?? []);
  }

  /**
   * The obligations in the tags of the scenario. Throws if there are none, because the steps of an untagged
   * scenario could never fail.
   */
  get asserted(): readonly Obligation[] {
    const { obligations } = this;
    if (obligations.length === 0) throw new Error('The scenario is tagged with no obligation');
    return obligations;
  }

  /**
   * Judges an obligation by the evidence of the scenario. Returns the judge's notes. Throws if the obligation
   * was broken, or if nothing showed that it was kept.
   */
  judge(obligation: Obligation): readonly ReportText[] {
    return judgeScenario(this.run, obligation, this.scene);
  }

  /** Runs the judges of all obligations of the scenario. Returns their notes. Throws the first error of a judge. */
  #judgeAll(): ReportText[] {
    try {
      return this.asserted.flatMap((obligation) => this.judge(obligation));
    } catch (error) {
      if (error instanceof BreachError) this.#noteSilence(error);
      throw error;
    }
  }

  /** Attaches a sentence if the steps compared an exchange that shows the breach, and none of them differs. */
  #noteSilence({ exchanges }: BreachError): void {
    if (!this.hasCompared || this.difference !== undefined || this.uncompared !== undefined) return;
    const shown = this.scene.all.find(({ seq }) => exchanges.includes(seq));
    if (shown === undefined) return;
    this.attach(`every step holds, and they compared exchange #${shown.seq}`, stepsHoldMediaType);
  }

  /**
   * Runs the judges once, at the end of a scenario. If a step found a mismatch that a breach of another
   * obligation explains, attaches the id of that obligation.
   */
  conclude(): void {
    const notes = this.#judgeAll();
    if (this.uncompared !== undefined) throw this.uncompared;
    if (this.#lacksEvidence && !this.hasCompared)
      this.attach(nothingComparedSentence, nothingComparedMediaType);
    if (this.isNoted) for (const note of notes) this.attach(toPlainText(note), 'text/plain');
    const unnoted =
      this.isNoted && notes.length === 0 ? new StepDifferenceError('a step does not see: a note') : undefined;
    const differs = this.difference !== undefined || unnoted !== undefined;
    const explaining = differs ? findBrokenIn(this.run, this.asserted, this.scene) : undefined;
    if (explaining !== undefined)
      this.attach(`what differs is a breach of ${explaining.id}`, explainedMediaType);
    else if (unnoted !== undefined) throw unnoted;
  }

  /**
   * Throws NotTestedError if the client cannot play any role of the obligation, for example because its
   * adapter lacks methods.
   */
  requireRoles(obligation: Obligation): void {
    requireRoles(this.run, obligation);
  }
}
