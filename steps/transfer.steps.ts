import { Given } from '@cucumber/cucumber';
import { transfersOfEachRole } from '../support/scenarios/integrator/transfer/each-role';
import { hipJourney, hiuJourney } from '../support/scenarios/integrator/transfer/transfer-journeys';
import type { ConformWorld } from '../support/world';

Given('the integrator has encrypted bundles as HIP', async function (this: ConformWorld) {
  await this.through(hipJourney(this.run));
});

Given('the integrator has opened transfers as HIU', async function (this: ConformWorld) {
  await this.through(hiuJourney(this.run));
});

Given('the integrator has made its transfers', async function (this: ConformWorld) {
  await this.through(transfersOfEachRole(this.run));
});
