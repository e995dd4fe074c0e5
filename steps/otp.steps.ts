import { Then } from '@cucumber/cucumber';
import { isRejected } from '../support/scenarios/matchers/answers';
import { useGivenTxnIds } from '../support/scenarios/matchers/transactions';
import { ruleContext } from '../support/run/run';
import type { ConformWorld } from '../support/world';

Then(
  'it is rejected as a decryption, padding or invalid-encrypted-value error',
  function (this: ConformWorld) {
    this.expect(isRejected(this.scene.negative, this.run.target.readings), 'the rejection of clause 7');
  },
);

Then('every txnId is one that the integrator was given', function (this: ConformWorld) {
  const { txnIds } = ruleContext(this.run);
  const isGiven = useGivenTxnIds(this.sent, this.sentByIntegrator, txnIds);
  this.expect(isGiven, 'an OTP verification with such a txnId');
});
