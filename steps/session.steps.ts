import { Given, When } from '@cucumber/cucumber';
import { goodSession } from '../support/scenarios/service/held-session';
import { sessionRound } from '../support/scenarios/service/session-rounds';
import { firstSession } from '../support/scenarios/service/sessions';
import { variantOf } from '../support/scenarios/service/wrong-rows';
import type { ConformWorld } from '../support/world';

Given('a session was created with the right credentials', async function (this: ConformWorld) {
  this.saw([(await goodSession(this.run)).exchange]);
});

When('the suite creates a session', async function (this: ConformWorld) {
  const { exchange } = await firstSession(this.run);
  this.saw([exchange]);
  this.show([exchange]);
});

When('the suite creates a session with {mistake}', async function (this: ConformWorld, mistake: string) {
  this.sawWrong(await sessionRound(this.run, variantOf(this.asserted, mistake)), mistake);
});
