import { Given, Then, When } from '@cucumber/cucumber';
import { NotApplicableError, NotTestedError } from '../support/contract/outcome';
import { mainJourney } from '../support/scenarios/integrator/main-journey';
import {
  paddingRejectionJourney,
  rotatedKeyJourney,
  sha256Journey,
  shortTokenJourney,
  unavailableJourney,
} from '../support/scenarios/integrator/stimulus-journeys';
import { searchLogs } from '../support/scenarios/integrator/log-search';
import type { ConformWorld } from '../support/world';

Given('the integrator has made its journey', async function (this: ConformWorld) {
  await this.through(mainJourney(this.run));
  for (const obligation of this.obligations) this.requireRoles(obligation);
});

Given('the adapter offers {string}', async function (this: ConformWorld, method: string) {
  const { capabilities } = await mainJourney(this.run);
  if (!capabilities.includes(method)) throw new NotApplicableError(`the adapter does not offer ${method}`);
});

for (const [text, journey] of [
  ['the gateway answers the next session request with 503', unavailableJourney],
  ['a token that lives two seconds has expired', shortTokenJourney],
  ['the service rejects one ciphertext as undecryptable', paddingRejectionJourney],
  ['the service changes its key between two values', rotatedKeyJourney],
  ['the service takes OAEP with SHA-256 only', sha256Journey],
] as const)
  When(text, async function (this: ConformWorld) {
    await journey(this.run);
  });

Then('the target declares it with name and date', function (this: ConformWorld) {
  for (const { id } of this.asserted)
    if (this.run.target.declarations[id] === undefined)
      throw new NotTestedError(`not declared: set declarations.${id} with name and date`);
});

Then("no planted identifier stands in the integrator's logs", async function (this: ConformWorld) {
  await searchLogs(this.run);
  this.judgeAll();
});
