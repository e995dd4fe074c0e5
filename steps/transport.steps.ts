import { Then, When } from '@cucumber/cucumber';
import { reachAll } from '../support/scenarios/service/act';
import { goodSession } from '../support/scenarios/service/held-session';
import type { ConformWorld } from '../support/world';

When('the suite connects to every service', async function (this: ConformWorld) {
  this.saw(await reachAll(this.run));
});

When('the suite looks back over all its requests', function (this: ConformWorld) {
  this.saw(this.run.recording.exchanges);
});

Then('each of them showed a certificate that verifies', async function (this: ConformWorld) {
  this.judgeAll();
  // A certificate alone says little: what answers behind it must be the service.
  await goodSession(this.run);
});
