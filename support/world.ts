import { World } from '@cucumber/cucumber';

import { obligation } from './obligations';
import { BreachError, EnvironmentError, NotApplicableError, NotTestedError } from './contract/outcome';
import type { Exchange } from './exchange/exchange';
import type { Run } from './run/run';
import { currentRun, ruleContext } from './run/run';
import { bearsOn, createRule } from './obligations/judges';
import { explainBreach } from './judging/explain';
import type { Gap } from './judging/offers';
import { gapInActs, gapInRoles } from './judging/offers';

/** What the steps of one scenario share. */
export class ConformWorld extends World {
  readonly #exchanges: Exchange[] = [];
  #obstacle: Error | undefined;
  /** Tags of the scenario, its rule and its feature. */
  tags: readonly string[] = [];

  get run(): Run {
    return currentRun();
  }

  /** What the When steps of this scenario brought about. Throws while there is nothing. */
  get exchanges(): readonly Exchange[] {
    if (this.#exchanges.length === 0) throw new Error('No exchange recorded yet: a When step must run first');
    return this.#exchanges;
  }

  /** Takes what a When step brought about as the scenario's own, and what kept it from bringing about the rest. */
  saw(exchanges: readonly Exchange[], obstacle?: Error): void {
    this.#exchanges.push(...exchanges);
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

  /**
   * Asserts an obligation: a service's on what this scenario saw, an integrator's on all that it has sent so far.
   * What was not observed does not pass.
   */
  judge(id: string): void {
    const rule = createRule(id, ruleContext(this.run));
    if (rule === undefined) throw new Error(`No rule judges ${id}: it is declared`);
    for (const exchange of this.#judgedFor(id)) rule.observe(exchange);
    const { breaches, observations, unjudged } = rule.conclude();
    const { settings, target } = this.run;
    if (breaches.length > 0)
      throw new BreachError(
        breaches
          .map((breach) =>
            explainBreach(id, breach, {
              targetFile: target.file,
              challenge: settings.challenge !== undefined,
              exchanges: this.run.recording.exchanges,
            }),
          )
          .join('\n'),
      );
    this.requireRoles(id);
    const unanswered = settings.challenge?.unanswered[id] ?? [];
    if (unanswered.length > 0) throw new NotTestedError(`not answered: ${unanswered.join(', ')}`);
    if (observations > 0) return;
    const { offer } = this.run;
    throwGap(offer && gapInActs(obligation(id), offer, target.dummyPayerToken !== undefined));
    const [why] = unjudged;
    if (why !== undefined) throw new EnvironmentError(why);
    if (this.#obstacle !== undefined) throw this.#obstacle;
    if (target.environment === 'production')
      throw new NotApplicableError('the environment is production: what would exercise it is not sent there');
    const { leftOut } = this.run;
    throw new NotTestedError(
      `nothing that this scenario saw exercises it${leftOut.length > 0 ? `; left out: ${leftOut.join(', ')}` : ''}`,
    );
  }

  /** What a client lacks that its role cannot do without leaves the whole role untested. */
  requireRoles(id: string): void {
    const { offer, target } = this.run;
    throwGap(offer && gapInRoles(obligation(id), target.roles, offer));
  }

  #judgedFor(id: string): readonly Exchange[] {
    if (obligation(id).subject === 'service') return this.exchanges;
    return this.run.recording.exchanges.filter((exchange) => bearsOn(id, exchange));
  }
}

function throwGap(gap: Gap | undefined): void {
  if (gap === undefined) return;
  throw gap.verdict === 'not-tested' ? new NotTestedError(gap.reason) : new NotApplicableError(gap.reason);
}
