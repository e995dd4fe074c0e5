import { Given, Then, When } from '@cucumber/cucumber';
import type { Change } from '../support/scenarios/examples/change';
import { changedExample } from '../support/scenarios/examples/example-of';
import type { AnswerKind } from '../support/scenarios/examples/scenes';
import { judgeSlip, requireFound } from '../support/scenarios/examples/slip';
import type { RequestKind } from '../support/scenarios/turns/requests';
import type { ConformWorld } from '../support/world';

Given(
  'a recording of one {message} with {change}',
  function (this: ConformWorld, kind: RequestKind | AnswerKind, change: Change) {
    this.slip = changedExample(kind, change);
  },
);

When('it is judged', function (this: ConformWorld) {
  this.judged = this.asserted.map((obligation) => [obligation, judgeSlip(obligation, this.slip)] as const);
});

Then('it is wrong because of {mistake}', function (this: ConformWorld, mistake: string) {
  for (const [obligation, judged] of this.judged) requireFound(obligation, judged, mistake);
});
