import { When } from '@cucumber/cucumber';
import { staleTimestamp, unusualHeaders } from '../support/scenarios/service/sessions';
import type { ConformWorld } from '../support/world';

When(
  'the suite sends a session request with a stale TIMESTAMP, and the same with a current one',
  async function (this: ConformWorld) {
    this.saw(await staleTimestamp(this.run));
  },
);

When('the suite sends session requests with odd headers', async function (this: ConformWorld) {
  this.saw(await unusualHeaders(this.run));
});
