import { Then } from '@cucumber/cucumber';
import type { MemberSeen } from '../support/scenarios/turns/members';
import { answerHolds } from '../support/scenarios/turns/members';
import type { ConformWorld } from '../support/world';

/** From the lowest to the highest, both included. */
type StatusRange = readonly [lowest: number, highest: number];

Then('it is refused with status {status}', function (this: ConformWorld, [lowest, highest]: StatusRange) {
  const status = this.negative.response?.status ?? 0;
  const isAgreed = lowest !== highest && status === this.run.target.readings['stale-after'].status;
  this.expect(isAgreed || (status >= lowest && status <= highest), `${lowest} to ${highest}`);
});

Then('the answer holds {member}', function (this: ConformWorld, seen: MemberSeen) {
  this.expect(
    this.answered.some((each) => answerHolds(each, seen)),
    seen.name,
  );
});

// Where the document is silent every answer is right, and the report shows it.
Then('it is noted {remark}', function (this: ConformWorld, what: string) {
  this.note(what);
});
