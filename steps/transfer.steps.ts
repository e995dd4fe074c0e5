import { Given, Then, When } from '@cucumber/cucumber';
import { variantOfMistake } from '../support/contract/deliberate-mistakes';
import {
  transfersOfEachRole,
  hipJourney,
  hiuJourney,
} from '../support/scenarios/integrator/transfer/transfer-journeys';
import { answersTo } from '../support/scenarios/matchers/answers';
import type { BundleKind, Opening, ExposedSecret } from '../support/scenarios/matchers/transfers';
import {
  allAre,
  exposes,
  logsPrivateKey,
  opensSo,
  transfersOf,
} from '../support/scenarios/matchers/transfers';
import type { ConformWorld } from '../support/world';

// Each role has its own transfer journey, which runs once per run, even if several scenarios need it.
Given('an HIU has sent its public key and nonce to the HIP', async function (this: ConformWorld) {
  await this.through(hipJourney(this.run));
});

Given('an HIP has the public key and nonce of the HIU', async function (this: ConformWorld) {
  await this.through(hiuJourney(this.run));
});

Given('transfers between HIP and HIU work', async function (this: ConformWorld) {
  await this.through(transfersOfEachRole(this.run));
});

When('the HIP encrypts {bundle}', async function (this: ConformWorld, kind: BundleKind) {
  await this.through(hipJourney(this.run));
  this.took(transfersOf('transfer.encrypt', this.adapterAnswers, kind));
});

When('the HIU requests several transfers', async function (this: ConformWorld) {
  await this.through(hiuJourney(this.run));
  this.took(transfersOf('transfer.open', this.adapterAnswers));
});

When('the HIU decrypts {bundle}', async function (this: ConformWorld, kind: BundleKind) {
  await this.through(hiuJourney(this.run));
  this.took(transfersOf('transfer.decrypt', this.adapterAnswers, kind));
});

When('the integrator receives {transferMistake}', function (this: ConformWorld, mistake: string) {
  this.took(answersTo(variantOfMistake(mistake, this.asserted), this.adapterAnswers));
});

Then('the HIU opens the content {opening}', function (this: ConformWorld, how: Opening) {
  this.expect(opensSo(this.scene.answers, how), how);
});

Then(
  '{secret} cannot be read in anything the HIP sends',
  function (this: ConformWorld, secret: ExposedSecret) {
    this.expect(!exposes(this.scene.answers, secret), `${secret}, unreadable`);
  },
);

Then('the private key cannot be read in anything the HIP logs', function (this: ConformWorld) {
  this.expect(!logsPrivateKey(this.logs), 'the private key, in no log');
});

Then(
  '{string} of its key material is {material}',
  function (this: ConformWorld, member: string, wanted: string) {
    this.expect(allAre(this.scene.answers, member, wanted), `${member} ${wanted}`);
  },
);
