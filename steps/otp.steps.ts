import { Then } from '@cucumber/cucumber';
import { findMember } from '../support/exchange/members';
import { isRejected } from '../support/scenarios/matchers/answers';
import { ruleContext } from '../support/run/run';
import type { ConformWorld } from '../support/world';

Then(
  'it is rejected as a decryption, padding or invalid-encrypted-value error',
  function (this: ConformWorld) {
    this.expect(isRejected(this.negative, this.run.target.readings), 'the rejection of clause 7');
  },
);

// One under another name than the document's, or encrypted, is not looked at: other obligations are about that.
Then('every txnId is one that the integrator was given', function (this: ConformWorld) {
  const { txnIds = [] } = ruleContext(this.run);
  const requests = this.requests('OTP verification');
  const sent = requests.flatMap(({ request }) => findMember(request.body?.text, 'txnId') ?? []);
  this.expect(
    requests.length > 0 && sent.every((txnId) => txnIds.some((given) => given === txnId)),
    'an OTP verification with such a txnId',
  );
});
