import { World } from '@cucumber/cucumber';
import type { Breach, Obligation } from './obligations';
import { isAccepted } from './obligations/judge/fates';
import { BreachError, EnvironmentError, NotApplicableError, NotTestedError } from './contract/outcome';
import { withCalls } from './exchange/calls';
import type { Exchange } from './exchange/exchange';
import type { Text } from './exchange/text';
import type { AdapterAnswer, Sent } from './exchange/evidence';
import { nameSent, showSent } from './exchange/show';
import { plainText } from './exchange/text';
import type { Judged, Slip } from './scenarios/examples/slip';
import type { OddCallback } from './scenarios/turns/odd-callbacks';
import type { ToldCycle } from './scenarios/turns/payer-cycles';
import { withRepeated } from './scenarios/service/repeat';
import { variantOf, whyUnsent } from './scenarios/service/wrong-rows';
import type { RequestKind } from './scenarios/turns/requests';
import { requestsOf } from './scenarios/turns/requests';
import { adapterAnswers } from './scenarios/turns/answers';
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

/** So many exchanges are attached to one step, and so many breaches told by it. */
const shownAtOnce = 3;

/** What the steps of one scenario share. */
export class ConformWorld extends World<Handed> {
  readonly #exchanges: Exchange[] = [];
  #obstacle: Error | undefined;
  #negative: Exchange | undefined;
  #answers: readonly AdapterAnswer[] = [];
  #slip: Slip | undefined;
  #judged: readonly (readonly [Obligation, Judged])[] = [];
  #exam: Exam | undefined;
  /** Tags of the scenario, its rule and its feature. */
  tags: readonly string[] = [];
  /** The last step is where the judges have their say. */
  isLastStep = false;
  /** What a Then names must be seen; what a Given or a When names is shown where it is there. */
  isOutcome = false;
  /** The cycle with the payer that the steps so far tell of. */
  told: ToldCycle = {};
  /** The callback that the payer sent with one mistake. */
  odd: OddCallback | undefined;

  get run(): Run {
    return runOf(this.parameters);
  }

  /** Known answers, and whom the run examines by them: the suite's own code, unless the run says otherwise. */
  get exam(): Exam {
    const slot = slotOf(this.parameters);
    slot.examined ??= new Examination();
    this.#exam ??= new Exam(slot.examined);
    return this.#exam;
  }

  /** The exchanges of this scenario's When steps. Throws while there are none. */
  get exchanges(): readonly Exchange[] {
    if (this.#exchanges.length === 0) throw new Error('No exchange recorded yet: a When step must run first');
    return this.#exchanges;
  }

  /** The example that a scenario with the tag `@judge` is about. Throws while there is none. */
  get slip(): Slip {
    if (this.#slip === undefined) throw new Error('No recording yet: a Given step must make one first');
    return this.#slip;
  }

  set slip(slip: Slip) {
    this.#slip = slip;
  }

  /** What the judges made of that example. Throws before they were asked. */
  get judged(): readonly (readonly [Obligation, Judged])[] {
    if (this.#judged.length === 0) throw new Error('Not judged yet: a When step must run first');
    return this.#judged;
  }

  set judged(judged: readonly (readonly [Obligation, Judged])[]) {
    this.#judged = judged;
  }

  /** Adds the exchanges of a When step to the scenario, each once, and the obstacle that prevented the rest. */
  saw(exchanges: readonly Exchange[], obstacle?: Error): void {
    const all = withRepeated(exchanges, this.run.recording.exchanges);
    this.#exchanges.push(...all.filter((each) => !this.#exchanges.includes(each)));
    if (obstacle instanceof EnvironmentError) this.run.obstacles.set(obstacle.message, 'service');
    this.#obstacle ??= obstacle;
  }

  /** Takes one negative of a round, by the mistake that its home names, with the valid twins that it is bound to. */
  sawWrong(round: readonly Exchange[], mistake: string): void {
    const variant = variantOf(this.asserted, mistake);
    const negative = round.find(({ asked }) => asked?.variant === variant);
    if (negative === undefined) throw whyUnsent(this.run, round, mistake);
    this.#negative = negative;
    this.saw([negative, ...round.filter(({ asked }) => asked?.part === 'valid')]);
    this.show([negative]);
  }

  /** What was answered, to the negative if there is one: else to the valid requests that were accepted. */
  get answered(): readonly Exchange[] {
    if (this.#negative !== undefined) return [this.#negative];
    return this.exchanges.filter((each) => each.asked?.part === 'valid' && isAccepted(each));
  }

  /** The request that a When step sent to be refused. Throws while there is none. */
  get negative(): Exchange {
    if (this.#negative === undefined) throw new Error('No negative sent yet: a When step must run first');
    return this.#negative;
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
    this.#answers = answers;
    this.show(answers);
  }

  /** The answers that the last When step was about; none where the client was not asked, or offers no such call. */
  get answers(): readonly AdapterAnswer[] {
    return this.#answers;
  }

  /** Attaches exchanges, redacted as they were recorded: the page of Cucumber tells the story with its evidence. */
  show(exchanges: readonly Sent[]): void {
    if (exchanges.length === 0) this.log('not seen in this run');
    for (const each of exchanges.slice(0, shownAtOnce))
      this.attach(showSent(each), { mediaType: 'text/plain', fileName: nameSent(each) });
    const more = exchanges.length - shownAtOnce;
    if (more > 0) this.log(`and ${more} more like it`);
  }

  /** The requests of one kind that the scenario is about: the suite's in one about a service, else the integrator's. */
  requests(kind: RequestKind): readonly Exchange[] {
    const isAboutService = this.asserted.some(({ subject }) => subject === 'service');
    return requestsOf(kind, isAboutService ? this.exchanges : this.sentByIntegrator, ruleContext(this.run));
  }

  get sentByIntegrator(): readonly Exchange[] {
    return this.run.recording.exchanges.filter(({ sender }) => sender === 'integrator');
  }

  /**
   * A Then: says what must be visible. The judges alone decide a breach. They are asked where a step does not see what it
   * names, and at the end of the scenario; where they find nothing wrong with what a step misses, the suite is at fault.
   */
  expect(isVisible: boolean, what: string): void {
    if (!isVisible || this.isLastStep) this.judgeAll();
    if (!isVisible) throw new Error(`the judges pass what a step does not see: ${what}`);
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

  /** A Then about what the document leaves open: it has to be seen, and is attached. */
  note(what: string): void {
    for (const obligation of this.asserted)
      for (const each of this.judge(obligation)) this.attach(`${what}: ${plainText(each)}`, 'text/plain');
  }

  /** Asserts every obligation that the scenario is about. */
  judgeAll(): void {
    for (const obligation of this.asserted) this.judge(obligation);
  }

  /**
   * Asserts an obligation: a service's on what this scenario saw, an integrator's on all that it has sent so far.
   * What was not observed does not pass. Gives what is only noted.
   */
  judge(obligation: Obligation): readonly Text[] {
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
    if (conclusion.observations > 0) return conclusion.notes;
    throwGap(offer && gapInActs(obligation, offer, target.dummyPayerToken !== undefined));
    const [why] = conclusion.unjudged;
    if (why !== undefined) throw new EnvironmentError(plainText(why));
    if (this.#obstacle !== undefined) throw this.#obstacle;
    if (target.environment === 'production')
      throw new NotApplicableError('the environment is production: what would exercise it is not sent there');
    if (this.#isShownByOthers(obligation))
      throw new NotApplicableError('the answer to this says nothing of it, and those of other rows do');
    const { leftOut } = this.run;
    throw new NotTestedError(
      `not exercised in this scenario${leftOut.length > 0 ? `; left out: ${leftOut.join(', ')}` : ''}`,
    );
  }

  /** Of the rows of a table all were sent at once: what one of them leaves open, another shows. */
  #isShownByOthers(obligation: Obligation): boolean {
    if (this.#negative === undefined) return false;
    const found = judgeBy(obligation, this.run.recording.exchanges, ruleContext(this.run));
    return (found?.observations ?? 0) > 0;
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
    const told = breaches.slice(0, shownAtOnce).map((breach) => explainBreach(about, breach, origin));
    const more = breaches.length - told.length;
    return [...told, ...(more > 0 ? [`  and ${more} more, in compliance.html`] : [])].join('\n');
  }
}

function throwGap(gap: Gap | undefined): void {
  if (gap === undefined) return;
  throw gap.verdict === 'not-tested' ? new NotTestedError(gap.reason) : new NotApplicableError(gap.reason);
}
