import { Given, Then, When } from '@cucumber/cucumber';
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

When('the suite sends incomplete session requests', async function (this: ConformWorld) {
  this.saw(await incompleteSessions(this.run));
});

Then(
  'the answer carries accessToken, expiresIn, refreshExpiresIn, refreshToken and tokenType in their types',
  function (this: ConformWorld) {
    this.judge('SES-05');
  },
);

Then('accessToken and refreshToken are JWTs', function (this: ConformWorld) {
  this.judge('SES-06');
});

Then('tokenType is "bearer" and both lifetimes are whole seconds above zero', function (this: ConformWorld) {
  this.judge('SES-07');
});

Then('the exp claim of the access token agrees with expiresIn', function (this: ConformWorld) {
  this.judge('SES-10');
});

Then(
  'the gateway answers 400 with its code and the message "Invalid user credentials"',
  function (this: ConformWorld) {
    this.judge('SES-08');
  },
);

Then(
  'the error body is an object with the one member error, holding code and message',
  function (this: ConformWorld) {
    this.judge('SES-09');
  },
);

Then('their answers are noted', function (this: ConformWorld) {
  this.judge('SES-11');
});
