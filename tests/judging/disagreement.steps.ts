import { Then } from '@cucumber/cucumber';
import type { ConformWorld } from '../../support/world';

/** A step with a mistake: it never observes its words. */
Then('a step sees what no session has', function (this: ConformWorld) {
  this.expect(false, 'what no session has');
});

/** A step with another mistake: it crashes on a right answer. */
Then('a step cannot read the answer', function (this: ConformWorld) {
  throw new TypeError(`${this.exchanges.length > 0 ? 'answer' : 'nothing'} is not iterable`);
});

/** A step of a scenario in which an earlier step found no request of the client. */
Then('a step has nothing to compare with', function (this: ConformWorld) {
  this.scene.hasGap = true;
  this.expect(false, 'a request of the client');
});
