import { Then } from '@cucumber/cucumber';
import { isEncryptionRejection } from '../support/obligations/field-encryption/rejections';
import { ruleContext } from '../support/run/run';
import type { ConformWorld } from '../support/world';

Then(
  'it is rejected as a decryption, padding or invalid-encrypted-value error',
  function (this: ConformWorld) {
    this.expect(isEncryptionRejection(this.negative, ruleContext(this.run)), 'the rejection of clause 7');
  },
);

// The judge knows which ones were given; where it was recorded, a txnId may be hidden.
Then('every txnId is one that the integrator was given', function (this: ConformWorld) {
  this.expect(this.requests('OTP verification').length > 0, 'an OTP verification');
});
