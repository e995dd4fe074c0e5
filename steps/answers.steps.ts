import { Then } from '@cucumber/cucumber';
import { messageOf } from '../support/scenarios/matchers/answers';
import type { MemberSeen } from '../support/scenarios/matchers/members';
import { answerHolds } from '../support/scenarios/matchers/members';
import type { ConformWorld } from '../support/world';

Then('it is refused with status {status}', function (this: ConformWorld, status: number) {
  this.expect(this.scene.negative.response?.status === status, `status ${status}`);
});

Then(
  'it is refused with a status from {status} to {status}',
  function (this: ConformWorld, lowest: number, highest: number) {
    const status = this.scene.negative.response?.status ?? 0;
    const isAgreed = status === this.run.target.readings['stale-after'].status;
    this.expect(isAgreed || (status >= lowest && status <= highest), `${lowest} to ${highest}`);
  },
);

Then('the error says {string}', function (this: ConformWorld, message: string) {
  this.expect(messageOf(this.scene.negative) === message, message);
});

Then('the answer holds {member}', function (this: ConformWorld, seen: MemberSeen) {
  this.expect(
    this.scene.answered.some((each) => answerHolds(each, seen)),
    seen.name,
  );
});

// Where the document is silent every answer is right, and the report shows it.
Then('it is noted', function (this: ConformWorld) {
  this.isNoted = true;
});
