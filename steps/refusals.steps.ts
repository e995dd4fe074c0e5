import { Then } from '@cucumber/cucumber';
import { NotApplicableError, NothingToCompare } from '../support/contract/outcome';
import { gaveWay, isTwinAccepted, isTwinDone } from '../support/scenarios/matchers/answers';
import type { ConformWorld } from '../support/world';

Then('the integrator refuses it', function (this: ConformWorld) {
  // Why nothing was asked, the judges say where nothing else shows it; else it is a key form of other clients.
  if (this.scene.answers.length === 0)
    throw new NothingToCompare(
      new NotApplicableError('this was not sent: it takes another key form or role than the client has'),
    );
  this.expect(!this.scene.answers.some(gaveWay), 'a refusal');
});

Then('the same is accepted without that mistake', function (this: ConformWorld) {
  const isDone = this.isAboutService
    ? isTwinAccepted(this.exchanges, this.scene.negative)
    : isTwinDone(this.scene.answers, this.adapterAnswers);
  this.expect(isDone, 'the valid twin, accepted');
});
