import { Then } from '@cucumber/cucumber';
import { contractObligations } from '../support/obligations';
import type { ConformWorld } from '../support/world';

// Each obligation says in its home by which step a scenario asserts it.
for (const obligation of contractObligations.judged)
  if (obligation.outcome !== undefined)
    Then(obligation.outcome, function (this: ConformWorld) {
      this.judge(obligation);
    });
