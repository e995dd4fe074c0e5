import { Then } from '@cucumber/cucumber';
import { NothingToCompareError, ShownElsewhereError } from '../support/contract/outcome';
import { gaveWay, isTwinAccepted, isTwinDone, messageOf } from '../support/scenarios/matchers/answers';
import type { ExpectedMember } from '../support/scenarios/matchers/members';
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

Then('the answer holds {member}', function (this: ConformWorld, seen: ExpectedMember) {
  this.expect(
    this.scene.answered.some((each) => answerHolds(each, seen)),
    seen.name,
  );
});

// Used if the document does not define the correct answer. Any answer is then correct, and the report shows
// it as a note.
Then('it is noted', function (this: ConformWorld) {
  this.isNoted = true;
});

Then('the integrator refuses it', function (this: ConformWorld) {
  // If the adapter gave no answer, the mistake was not sent: it requires a key form or a role that this
  // client does not have. If no other scenario shows the obligation either, the judge reports the reason.
  if (this.scene.answers.length === 0)
    throw new NothingToCompareError(
      new ShownElsewhereError('this was not sent: it takes another key form or role than the client has'),
    );
  this.expect(!this.scene.answers.some(gaveWay), 'a refusal');
});

Then('the same is accepted without that mistake', function (this: ConformWorld) {
  const isDone = this.isAboutService
    ? isTwinAccepted(this.exchanges, this.scene.negative)
    : isTwinDone(this.scene.answers, this.adapterAnswers);
  this.expect(isDone, 'the valid twin, accepted');
});
