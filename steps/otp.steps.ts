import { Then, When } from '@cucumber/cucumber';
import { isEncryptionRejection } from '../support/obligations/field-encryption/rejections';
import { ruleContext } from '../support/run/run';
import { otpRound } from '../support/scenarios/service/otp';
import { otpRow } from '../support/scenarios/service/otp-row';
import type { ConformWorld } from '../support/world';

When('the suite verifies an OTP', async function (this: ConformWorld) {
  const { exchanges } = await otpRound(this.run);
  this.saw(exchanges);
  this.show(exchanges.slice(-1));
});

When('the suite sends an OTP wrongly encrypted, then rightly', async function (this: ConformWorld) {
  this.saw((await otpRound(this.run)).exchanges);
});

When(
  'the suite sends an OTP verification with {mistake}',
  async function (this: ConformWorld, mistake: string) {
    for (const obligation of this.asserted)
      this.sawWrong(await otpRow(this.run, obligation, mistake), mistake);
  },
);

Then(
  'it is rejected as a decryption, padding or invalid-encrypted-value error',
  function (this: ConformWorld) {
    this.expect(isEncryptionRejection(this.negative, ruleContext(this.run)), 'the rejection of clause 7');
  },
);
