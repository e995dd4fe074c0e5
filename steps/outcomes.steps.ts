import { Then } from '@cucumber/cucumber';
import type { Obligation } from '../support/obligations';
import { contractObligations } from '../support/obligations';
import type { ConformWorld } from '../support/world';

/** The step by which scenarios assert an obligation, as its home words it. */
export function defineOutcome(obligation: Obligation): void {
  if (obligation.outcome !== undefined)
    Then(obligation.outcome, function (this: ConformWorld) {
      this.judge(obligation);
    });
}

for (const obligation of contractObligations.judged) defineOutcome(obligation);
