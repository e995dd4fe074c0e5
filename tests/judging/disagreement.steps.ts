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
