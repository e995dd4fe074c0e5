import { World } from '@cucumber/cucumber';
import { Difference, EnvironmentError, NothingToCompare } from './contract/outcome';
import { variantOf } from './contract/sent-wrong';
import type { AdapterAnswer, LogLine, Sent } from './exchange/evidence';
import type { Exchange } from './exchange/exchange';
import type { Text } from './exchange/text';
import { plainText } from './exchange/text';
import type { Obligation } from './obligations';
import type { Handed } from './run/handles';
import { runOf } from './run/handles';
import type { Run } from './run/run';
import { meetObstacle } from './run/run';
import { explainedMediaType } from './run/scenario-events';
import { withRepeated } from './scenarios/service/act';
import { whyUnsent } from './scenarios/service/rounds';
import { adapterAnswers } from './scenarios/matchers/answers';
import type { OddCallback } from './scenarios/matchers/callbacks';
import type { ToldCycle } from './scenarios/matchers/conversation';
import type { RequestKind } from './scenarios/matchers/requests';
import { requestsOf } from './scenarios/matchers/requests';
import { Exam } from './vectors/exam';
import { Scene } from './world/scene';
import { attachSent, brokenIn, judgeScenario, requireRoles } from './world/verdict';

/** What the steps of one scenario share. */
export class ConformWorld extends World<Handed> {
  /** What the scenario is about: its Givens and Whens select it, and its Thens look at that. */
  readonly scene = new Scene();
  /** Known answers, put to the suite's own code. */
  readonly exam = new Exam();
  /** Tags of the scenario, its rule and its feature. */
  tags: readonly string[] = [];
  /** A step of it was skipped for a reason of its own; what was not gone through is not judged. */
  isExcused = false;
  /** A Then says that the judges note something, which shows when they have their say. */
  isNoted = false;
  /** Why the first step with nothing to compare had nothing. */
  uncompared: Error | undefined;
  /** The first step that saw something else than it names. */
  difference: Difference | undefined;
  /** The cycle with the payer that the steps so far tell of. */
  told: ToldCycle = {};
  /** The callback that the payer sent with one mistake. */
  odd: OddCallback | undefined;

  get run(): Run {
    return runOf(this.parameters);
  }

  /** The exchanges that this scenario is about. */
  get exchanges(): readonly Exchange[] {
    return this.scene.exchanges;
  }

  /** Adds the exchanges of a When step to the scenario, each once, and the obstacle that prevented the rest. */
  saw(exchanges: readonly Exchange[], obstacle?: Error): void {
    this.scene.add(withRepeated(exchanges, this.run.evidence.recording.exchanges));
    const met = this.scene.meet(obstacle);
    if (met !== undefined) meetObstacle(this.run, met, 'service');
  }

  /** Takes one negative of a round, by its mistake, with the valid twins that it is bound to. */
  sawWrong(round: readonly Exchange[], mistake: string): void {
    const variant = variantOf(mistake, this.asserted);
    const negative = round.find(({ asked }) => asked?.variant === variant);
    if (negative === undefined) throw whyUnsent(this.run, round, mistake);
    this.scene.negative = negative;
    this.saw([negative, ...round.filter(({ asked }) => asked?.part === 'valid')]);
    this.show([negative]);
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
      this.scene.meet(error);
    }
  }

  /**
   * A Given or When about the integrator: takes what it names into the scene, and shows it. What the client does not offer,
   * or leaves out, the judges say; here nothing fails for it.
   */
  select(found: readonly Sent[]): void {
    this.scene.add(found);
    this.scene.hasGap ||= found.length === 0;
    this.show(found);
  }

  /** What the client's adapter answered in this run. */
  get adapterAnswers(): readonly AdapterAnswer[] {
    return adapterAnswers(this.run.evidence.recording.evidence);
  }

  /** The same of the adapter's answers. */
  took(answers: readonly AdapterAnswer[]): void {
    this.scene.answers = answers;
    this.select(answers);
  }

  /** Attaches exchanges, as they were recorded. */
  show(exchanges: readonly Sent[]): void {
    attachSent(this, exchanges);
  }

  get isAboutService(): boolean {
    return this.asserted.some(({ subject }) => subject === 'service');
  }

  /** The requests of one kind in the scene: all in a scenario about a service, else those of the integrator. */
  requests(kind: RequestKind): readonly Exchange[] {
    return requestsOf(kind, this.isAboutService ? this.exchanges : this.sent, this.run.target.readings);
  }

  /** What the integrator sent in the scene. */
  get sent(): readonly Exchange[] {
    return this.exchanges.filter(({ sender }) => sender === 'integrator');
  }

  /** All that the integrator has sent in this run. */
  get sentByIntegrator(): readonly Exchange[] {
    return this.run.evidence.recording.exchanges.filter(({ sender }) => sender === 'integrator');
  }

  /** What stood in the integrator's logs, and must not. */
  get logs(): readonly LogLine[] {
    return this.run.evidence.recording.evidence.filter((each) => each.kind === 'log line');
  }

  /**
   * A Then: says what must be visible in the scene. Where that lacks something which an earlier step names, nothing is said:
   * a client need not do all of it.
   */
  expect(isVisible: boolean, what: string): void {
    if (isVisible) return;
    if (this.scene.isComparable) this.#differ(what);
    this.log('nothing to compare: what an earlier step names was not seen');
  }

  /**
   * The same of a whole conversation, where a missing turn is what differs. The judges alone decide a breach, at the end of
   * the scenario. Where they find nothing wrong with what a step misses, an obstacle kept it from coming, or step and judge
   * disagree.
   */
  expectTurns(areRight: boolean, what: string): void {
    if (!areRight) this.#differ(what);
  }

  #differ(what: string): never {
    const { obstacle } = this.scene;
    throw obstacle === undefined
      ? new Difference(`a step does not see: ${what}`)
      : new NothingToCompare(obstacle);
  }

  /** The obligations that the tags of the scenario name. */
  get obligations(): readonly Obligation[] {
    return this.tags.flatMap((tag) => this.run.plan.catalogue.find(tag.slice(1)) ?? []);
  }

  /** The same for a step that asserts them. Throws where there is none: such a step could not fail. */
  get asserted(): readonly Obligation[] {
    const { obligations } = this;
    if (obligations.length === 0) throw new Error('The scenario is tagged with no obligation');
    return obligations;
  }

  /** Asserts an obligation on what the scenario saw. Gives what is only noted. */
  judge(obligation: Obligation): readonly Text[] {
    return judgeScenario(this.run, obligation, this.scene);
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
    const explaining = differs ? brokenIn(this.run, this.asserted, this.scene) : undefined;
    if (explaining !== undefined)
      this.attach(`what differs is a breach of ${explaining.id}`, explainedMediaType);
    else if (unnoted !== undefined) throw unnoted;
  }

  /** Throws for a client that lacks what each role of an obligation cannot do without. */
  requireRoles(obligation: Obligation): void {
    requireRoles(this.run, obligation);
  }
}
