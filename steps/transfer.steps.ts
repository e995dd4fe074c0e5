import { Given, Then, When } from '@cucumber/cucumber';
import { transfersOfEachRole } from '../support/scenarios/integrator/transfer/each-role';
import { hipJourney, hiuJourney } from '../support/scenarios/integrator/transfer/transfer-journeys';
import { answersTo } from '../support/scenarios/turns/answers';
import type { MemberForm } from '../support/scenarios/turns/key-material';
import { allAre, allHave } from '../support/scenarios/turns/key-material';
import type { BundleKind, Opening, Secret } from '../support/scenarios/turns/transfers';
import { exposes, opensSo, transfersOf } from '../support/scenarios/turns/transfers';
import type { ConformWorld } from '../support/world';

Given('an HIU has sent its public key and nonce to the HIP', async function (this: ConformWorld) {
  await this.converse(hipJourney(this.run));
});

Given('an HIP has the public key and nonce of the HIU', async function (this: ConformWorld) {
  await this.converse(hiuJourney(this.run));
});

Given('transfers between HIP and HIU work', async function (this: ConformWorld) {
  await this.converse(transfersOfEachRole(this.run));
});

When('the HIP encrypts {bundle}', async function (this: ConformWorld, kind: BundleKind) {
  await this.converse(hipJourney(this.run));
  this.took(transfersOf('transfer.encrypt', this.adapterAnswers, kind));
});

When('the HIU opens several transfers', async function (this: ConformWorld) {
  await this.converse(hiuJourney(this.run));
  this.took(transfersOf('transfer.open', this.adapterAnswers));
});

When('the HIU decrypts {bundle}', async function (this: ConformWorld, kind: BundleKind) {
  await this.converse(hiuJourney(this.run));
  this.took(transfersOf('transfer.decrypt', this.adapterAnswers, kind));
});

When('the integrator receives {mistake}', function (this: ConformWorld, mistake: string) {
  this.took(answersTo(mistake, this.asserted, this.adapterAnswers));
});

Then('the HIU opens the content {opening}', function (this: ConformWorld, how: Opening) {
  this.expect(opensSo(this.answers, how), how);
});

Then('{secret} cannot be read in what the HIP sends', function (this: ConformWorld, secret: Secret) {
  this.expect(!exposes(this.answers, secret), `${secret}, unreadable`);
});

Then(
  '{string} of its key material is {string}',
  function (this: ConformWorld, member: string, value: string) {
    this.expect(allHave(this.answers, member, value), `${member} ${value}`);
  },
);

Then(
  '{string} of its key material is {memberForm}',
  function (this: ConformWorld, member: string, form: MemberForm) {
    this.expect(allAre(this.answers, member, form), `${member}, ${form}`);
  },
);
