import { Then, When } from '@cucumber/cucumber';
import { otpRound, requireSent } from '../support/scenarios/service/otp';
import type { ConformWorld } from '../support/world';

When('the suite sends an OTP wrongly encrypted, then rightly', async function (this: ConformWorld) {
  this.saw((await otpRound(this.run)).exchanges);
});

for (const [what, id] of [
  ['padding', 'ENC-11'],
  ['hash', 'ENC-12'],
  ['encoding', 'ENC-13'],
] as const)
  Then(
    `the wrong ${what} was rejected as a decryption, padding or invalid-encrypted-value error`,
    async function (this: ConformWorld) {
      requireSent(this.run, await otpRound(this.run), id);
      this.judge(id);
    },
  );

Then(
  'the right OTP was answered with txnId, authResult and message as strings',
  function (this: ConformWorld) {
    this.judge('OTP-03');
  },
);

Then("the answer's txnId is the one that was sent", function (this: ConformWorld) {
  this.judge('OTP-04');
});

Then('its authResult is "success"', function (this: ConformWorld) {
  this.judge('OTP-05');
});
