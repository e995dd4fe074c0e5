import { World } from '@cucumber/cucumber';
import { Difference, EnvironmentError, NothingToCompare } from './contract/outcome';
import type { AdapterAnswer, Sent } from './exchange/evidence';
import type { Exchange } from './exchange/exchange';
import type { Text } from './exchange/text';
import { plainText } from './exchange/text';
import type { Obligation } from './obligations';
import type { Handed } from './run/handles';
import { runOf } from './run/handles';
import type { Run } from './run/run';
import { meetObstacle } from './run/run';
import { explainedMediaType } from './run/scenario-events';
import type { Judged, Slip } from './scenarios/examples/slip';
import { withRepeated } from './scenarios/service/repeat';
import { variantOf, whyUnsent } from './scenarios/service/wrong-rows';
import { adapterAnswers } from './scenarios/matchers/answers';
import type { StimulusText } from './scenarios/turns/integrator-acts';
import type { OddCallback } from './scenarios/matchers/callbacks';
import type { ToldCycle } from './scenarios/matchers/conversation';
import type { RequestKind } from './scenarios/matchers/requests';
import { requestsOf } from './scenarios/matchers/requests';
import { Exam } from './vectors/exam';
import { Example } from './world/example';
import { Seen } from './world/seen';
import { attachSent } from './world/shown';
import { brokenIn, judgeScenario, requireRoles } from './world/verdict';

/** What the steps of one scenario share. */
export class ConformWorld extends World<Handed> {
  readonly #seen = new Seen();
  readonly #example = new Example();
  /** Known answers, put to the suite's own code. */
  readonly exam = new Exam();
  /** Tags of the scenario, its rule and its feature. */
  tags: readonly string[] = [];
  /** What a Then names must be seen; what a Given or a When names is shown where it is there. */
  isOutcome = false;
  /** A step of it was skipped for a reason of its own; what was not gone through is not judged. */
  isExcused = false;
  /** A Then says that the judges note something, which shows when they have their say. */
  isNoted = false;
  /** Why the first step with nothing to compare had nothing. */
  uncompared: Error | undefined;
  /** The first step that saw something else than it names. */
  difference: Difference | undefined;
  /** What a service did to the integrator, as the last step about it says. */
  met: StimulusText | undefined;
  /** The cycle with the payer that the steps so far tell of. */
  told: ToldCycle = {};
  /** The callback that the payer sent with one mistake. */
  odd: OddCallback | undefined;

  get run(): Run {
    return runOf(this.parameters);
  }

  /** The exchanges of this scenario's When steps. Throws while there are none. */
  get exchanges(): readonly Exchange[] {
    const { exchanges } = this.#seen;
    if (exchanges.length === 0) throw new Error('No exchange recorded yet: a When step must run first');
    return exchanges;
  }

  /** The example that a scenario with the tag `@judge` is about. Throws while there is none. */
  get slip(): Slip {
    return this.#example.slip;
  }

  set slip(slip: Slip) {
    this.#example.slip = slip;
  }

  /** What the judges made of that example. Throws before they were asked. */
  get judged(): readonly (readonly [Obligation, Judged])[] {
    return this.#example.judged;
  }

  set judged(judged: readonly (readonly [Obligation, Judged])[]) {
    this.#example.judged = judged;
  }

  /** Adds the exchanges of a When step to the scenario, each once, and the obstacle that prevented the rest. */
  saw(exchanges: readonly Exchange[], obstacle?: Error): void {
    this.#seen.add(withRepeated(exchanges, this.run.recording.exchanges));
    const met = this.#seen.meet(obstacle);
    if (met !== undefined) meetObstacle(this.run, met, 'service');
  }

  /** Takes one negative of a round, by the mistake that its home names, with the valid twins that it is bound to. */
  sawWrong(round: readonly Exchange[], mistake: string): void {
    const variant = variantOf(this.asserted, mistake);
    const negative = round.find(({ asked }) => asked?.variant === variant);
    if (negative === undefined) throw whyUnsent(this.run, round, mistake);
    this.#seen.negative = negative;
    this.saw([negative, ...round.filter(({ asked }) => asked?.part === 'valid')]);
    this.show([negative]);
  }

  /** What was answered, to the negative if there is one: else to the valid requests that were accepted. */
  get answered(): readonly Exchange[] {
    return this.#seen.answered;
  }

  /** The request that a When step sent to be refused. Throws while there is none. */
  get negative(): Exchange {
    return this.#seen.negative;
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
      meetObstacle(this.run, error, 'integrator');
      this.#seen.meet(error);
    }
  }

  /**
   * A Given or When about the integrator: goes through a conversation, which a run has once, and shows the turn of it
   * that the step is about. What the client does not offer, or leaves out, the judges say; here nothing fails for it.
   */
  async converse(journey: Promise<unknown>, turn?: (exchange: Exchange) => boolean): Promise<void> {
    await this.through(journey);
    if (turn !== undefined) this.show(this.sentByIntegrator.filter(turn));
  }

  /** What the client's adapter answered in this run. */
  get adapterAnswers(): readonly AdapterAnswer[] {
    return adapterAnswers(this.run.recording.evidence);
  }

  /** Takes the adapter's answers that a When step is about, and shows them. */
  took(answers: readonly AdapterAnswer[]): void {
    this.#seen.answers = answers;
    this.show(answers);
  }

  /** The answers that the last When step was about; none where the client was not asked, or offers no such call. */
  get answers(): readonly AdapterAnswer[] {
    return this.#seen.answers;
  }

  /** Attaches exchanges, as they were recorded. */
  show(exchanges: readonly Sent[]): void {
    attachSent(this, exchanges);
  }

  /** The requests of one kind that the scenario is about: the suite's in one about a service, else the integrator's. */
  requests(kind: RequestKind): readonly Exchange[] {
    const isAboutService = this.asserted.some(({ subject }) => subject === 'service');
    return requestsOf(
      kind,
      isAboutService ? this.exchanges : this.sentByIntegrator,
      this.run.target.readings,
    );
  }

  get sentByIntegrator(): readonly Exchange[] {
    return this.run.recording.exchanges.filter(({ sender }) => sender === 'integrator');
  }

  /**
   * A Then: says what must be visible. The judges alone decide a breach, at the end of the scenario. Where they find
   * nothing wrong with what a step misses, an obstacle kept it from coming, or step and judge disagree.
   */
  expect(isVisible: boolean, what: string): void {
    if (isVisible) return;
    const { obstacle } = this.#seen;
    throw obstacle === undefined
      ? new Difference(`a step does not see: ${what}`)
      : new NothingToCompare(obstacle);
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

  /** Asserts an obligation on what the scenario saw. Gives what is only noted. */
  judge(obligation: Obligation): readonly Text[] {
    return judgeScenario(this.run, obligation, this.#seen);
  }

  /**
   * The end of a scenario: each judge has its say, once, on all that was seen. Where a step saw something else than it names,
   * and a breach of another obligation explains that, it is attached.
   */
  conclude(): void {
    const notes = this.asserted.flatMap((obligation) => this.judge(obligation));
    if (this.uncompared !== undefined) throw this.uncompared;
    if (this.isNoted) for (const note of notes) this.attach(plainText(note), 'text/plain');
    const unnoted =
      this.isNoted && notes.length === 0 ? new Difference('a step does not see: a note') : undefined;
    const differs = this.difference !== undefined || unnoted !== undefined;
    const explaining = differs ? brokenIn(this.run, this.asserted, this.#seen) : undefined;
    if (explaining !== undefined)
      this.attach(`what differs is a breach of ${explaining.id}`, explainedMediaType);
    else if (unnoted !== undefined) throw unnoted;
  }

  /** Throws for a client that lacks what each role of an obligation cannot do without. */
  requireRoles(obligation: Obligation): void {
    requireRoles(this.run, obligation);
  }
}
