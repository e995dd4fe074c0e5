import { Given, Then, When, defineParameterType } from '@cucumber/cucumber';
import { NotApplicableError, NotTestedError } from '../support/contract/outcome';
import { intended } from '../support/exchange/exchange';
import { certificateOf } from '../support/obligations/judge/requests';
import { mainJourney } from '../support/scenarios/integrator/main-journey';
import {
  paddingRejectionJourney,
  rotatedKeyJourney,
  sha256Journey,
  shortTokenJourney,
  unavailableJourney,
} from '../support/scenarios/integrator/stimulus-journeys';
import type { ConformWorld } from '../support/world';

Given('the integrator has made its journey', async function (this: ConformWorld) {
  await this.through(mainJourney(this.run));
  for (const obligation of this.obligations) this.requireRoles(obligation);
});

Given('the adapter offers {string}', async function (this: ConformWorld, method: string) {
  const { capabilities } = await mainJourney(this.run);
  if (!capabilities.includes(method)) throw new NotApplicableError(`the adapter does not offer ${method}`);
});

/** The turns of the journey from a session to encrypted fields, which a client makes once in a run. */
When('the integrator creates a session', async function (this: ConformWorld) {
  await this.converse(mainJourney(this.run), (each) => intended(each) === 'session.create');
});

When(
  'the integrator fetches the certificate of {service}',
  async function (this: ConformWorld, service: string) {
    await this.converse(mainJourney(this.run), (each) => certificateOf(each) === service);
  },
);

When('the integrator verifies an OTP', async function (this: ConformWorld) {
  await this.converse(mainJourney(this.run), (each) => intended(each) === 'otp.verify');
});

/** What the services do to the client in a process of its own. */
const faults = {
  'the gateway answers the next session request with 503': unavailableJourney,
  'a token that lives two seconds has expired': shortTokenJourney,
  'the service rejects one ciphertext as undecryptable': paddingRejectionJourney,
  'the service changes its key between two values': rotatedKeyJourney,
  'the service takes OAEP with SHA-256 only': sha256Journey,
} as const;
type Fault = keyof typeof faults;

defineParameterType({
  name: 'fault',
  regexp: new RegExp(Object.keys(faults).join('|')),
  transformer: (text: string) => text,
});

When('{fault}', async function (this: ConformWorld, fault: Fault) {
  await faults[fault](this.run);
  this.show(this.sentByIntegrator.filter(({ stimulus }) => stimulus !== undefined));
});

Then('the target declares it with name and date', function (this: ConformWorld) {
  for (const { id } of this.asserted)
    if (this.run.target.declarations[id] === undefined)
      throw new NotTestedError(`nobody declares it: set declarations.${id} with name and date`);
});
