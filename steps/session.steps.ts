import { Given, When } from '@cucumber/cucumber';
import { goodSession } from '../support/scenarios/service/held-session';
import { firstSession, incompleteSessions, wrongCredentials } from '../support/scenarios/service/sessions';
import type { ConformWorld } from '../support/world';

Given('a session was created with the right credentials', async function (this: ConformWorld) {
  this.saw([(await goodSession(this.run)).exchange]);
});

When('the suite creates a session', async function (this: ConformWorld) {
  this.saw([(await firstSession(this.run)).exchange]);
});

When('the suite sends credentials that were never issued', async function (this: ConformWorld) {
  this.saw(await wrongCredentials(this.run));
});

When('the suite creates a session with {mistake}', async function (this: ConformWorld, mistake: string) {
  this.sawWrong(await wrongCredentials(this.run), mistake);
});

When('the suite sends incomplete session requests', async function (this: ConformWorld) {
  this.saw(await incompleteSessions(this.run));
});
