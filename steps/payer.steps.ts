import { Given, When } from '@cucumber/cucumber';
import { cyclesAtOnce } from '../support/scenarios/integrator/payer/at-once';
import { oddCallbacks } from '../support/scenarios/integrator/payer/callbacks';
import { payerFlows } from '../support/scenarios/integrator/payer/flows';
import { oddTriggers } from '../support/scenarios/service/payer/odd-triggers';
import { providerFlows } from '../support/scenarios/service/payer/provider-flows';
import type { ConformWorld } from '../support/world';

for (const [text, journey] of [
  ['the integrator has gone through the flows with the payer', payerFlows],
  ['the integrator has met callbacks of all sorts', oddCallbacks],
  ['the integrator has had several cycles at once', cyclesAtOnce],
] as const)
  Given(text, async function (this: ConformWorld) {
    await this.through(journey(this.run));
  });

When('the suite goes through the flows as a provider', async function (this: ConformWorld) {
  const { exchanges, obstacle } = await providerFlows(this.run);
  this.saw(exchanges, obstacle);
});

When('the suite sends triggers on which the document is silent', async function (this: ConformWorld) {
  this.saw(await oddTriggers(this.run));
});
