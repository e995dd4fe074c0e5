import { Then } from '@cucumber/cucumber';
import { ruleContextOfRun } from '../support/run/run';
import { rejectsEncryptedValue } from '../support/scenarios/matchers/answers';
import { retriesRejectedValue } from '../support/scenarios/matchers/certificates';
import type { FieldAspect, FieldKind, LeakSite } from '../support/scenarios/matchers/fields';
import { leaksInto, showAspect } from '../support/scenarios/matchers/fields';
import type { PartKind } from '../support/scenarios/matchers/parts';
import { differ } from '../support/scenarios/matchers/parts';
import { useGivenTxnIds } from '../support/scenarios/matchers/requests';
import type { ConformWorld } from '../support/world';

Then('every {field} {fieldAspect}', function (this: ConformWorld, kind: FieldKind, aspect: FieldAspect) {
  this.expect(showAspect(this.scene.all, kind, aspect), `${kind} that ${aspect}`);
});

Then('the rejected value is retried with OAEP and SHA-256', function (this: ConformWorld) {
  const isRetried = retriesRejectedValue(this.sent, this.run.target.readings);
  this.expect(isRetried, 'the value that was rejected, again with SHA-256');
});

Then('no two {parts} are the same', function (this: ConformWorld, kind: PartKind) {
  const seen = this.scene.answers.length > 0 ? this.scene.answers : this.scene.all;
  this.expect(differ(kind, seen), `${kind}, new each time`);
});

Then('no planted identifier appears in {leakSite}', function (this: ConformWorld, site: LeakSite) {
  const seen = site === 'a log' ? this.logs : this.scene.all;
  this.expect(!leaksInto(seen, site), site);
});

Then(
  'it is rejected as a decryption, padding or invalid-encrypted-value error',
  function (this: ConformWorld) {
    this.expect(
      rejectsEncryptedValue(this.scene.negative, this.run.target.readings),
      'the rejection of clause 7',
    );
  },
);

Then('every txnId is one that the integrator was given', function (this: ConformWorld) {
  const { txnIds } = ruleContextOfRun(this.run);
  const isGiven = useGivenTxnIds(this.sent, this.sentByIntegrator, txnIds);
  this.expect(isGiven, 'an OTP verification with such a txnId');
});
