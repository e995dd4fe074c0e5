import { Then } from '@cucumber/cucumber';
import { intended } from '../support/exchange/exchange';
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

// Those of the target, and those of earlier steps: the answer to a verification may echo what it was sent.
Then('every txnId is one that the integrator was given', function (this: ConformWorld) {
  const answered = this.sentByIntegrator
    .filter((each) => intended(each) !== 'otp.verify')
    .flatMap(({ response }) => findMember(response?.body?.text, 'txnId') ?? []);
  const given: readonly unknown[] = [...(ruleContext(this.run).txnIds ?? []), ...answered];
  const requests = this.requests('OTP verification');
  const sent = requests.flatMap(({ request }) => findMember(request.body?.text, 'txnId') ?? []);
  this.expect(
    requests.length > 0 && sent.every((txnId) => given.includes(txnId)),
    'an OTP verification with such a txnId',
  );
});
