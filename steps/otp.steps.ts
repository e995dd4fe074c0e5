import { Then, When } from '@cucumber/cucumber';
import { otpRound, requireSent } from '../support/scenarios/service/otp';
import type { ConformWorld } from '../support/world';

When('the suite verifies an OTP', async function (this: ConformWorld) {
  const { exchanges } = await otpRound(this.run);
  this.saw(exchanges);
  this.show(exchanges.slice(-1));
});

When('the suite sends an OTP wrongly encrypted, then rightly', async function (this: ConformWorld) {
  this.saw((await otpRound(this.run)).exchanges);
});

Then(
  /^the wrong (?:padding|hash|encoding) was rejected as a decryption, padding or invalid-encrypted-value error$/,
  async function (this: ConformWorld) {
    const round = await otpRound(this.run);
    for (const obligation of this.asserted) {
      requireSent(this.run, round, obligation);
      this.judge(obligation);
    }
  },
);
