import { Given, Then, When } from '@cucumber/cucumber';
import type { AdapterMethod } from '../support/adapter/protocol';
import { NotTestedError } from '../support/contract/outcome';
import type { Exchange } from '../support/exchange/exchange';
import { intendedOperation } from '../support/exchange/exchange';
import { notTestedError } from '../support/exchange/reason';
import { reasonOfGap } from '../support/obligations/judge/gaps';
import { mainJourney } from '../support/scenarios/integrator/main-journey';
import type { ValueKind } from '../support/scenarios/matchers/fields';
import { encryptionsOf, isRefusedOnPurpose, sendsFieldsTo } from '../support/scenarios/matchers/fields';
import { certificateFetchedBy, createsSession } from '../support/scenarios/matchers/requests';
import type { ConformWorld } from '../support/world';

Given('the integrator has run its complete flow', async function (this: ConformWorld) {
  await this.through(mainJourney(this.run));
  this.select([...this.sentByIntegrator, ...this.adapterAnswers]);
});

Given('the adapter offers what its roles need', async function (this: ConformWorld) {
  await this.through(mainJourney(this.run));
  for (const obligation of this.obligations) this.requireRoles(obligation);
});

// If the adapter stopped before it declared its methods, this step passes, and the judges report the problem.
Given('the adapter offers {string}', async function (this: ConformWorld, method: AdapterMethod) {
  let capabilities: readonly string[] | undefined;
  await this.through(mainJourney(this.run).then((journey) => (capabilities = journey.capabilities)));
  capabilities ??= this.run.evidence.offer?.capabilities;
  if (capabilities?.includes(method) === false)
    throw notTestedError(
      reasonOfGap(`the adapter does not offer ${method}`, [method], this.run.target.roles, { capabilities }),
    );
});

/**
 * Runs the main journey, from a session to encrypted fields, once per run. Adds the integrator's requests
 * that match `is` to the scene.
 */
async function take(world: ConformWorld, is: (exchange: Exchange) => boolean): Promise<void> {
  await world.through(mainJourney(world.run));
  // Leave out requests that the mock received while it injected a fault. Other scenarios cover them.
  world.select(world.sentByIntegrator.filter((each) => each.stimulus === undefined && is(each)));
}

When('the integrator creates a session', async function (this: ConformWorld) {
  await take(this, (each) => createsSession(each, this.run.target.readings));
});

When(
  'the integrator fetches the certificate of {service}',
  async function (this: ConformWorld, service: string) {
    await take(this, (each) => certificateFetchedBy(each) === service);
  },
);

When('the integrator verifies an OTP', async function (this: ConformWorld) {
  await take(this, (each) => intendedOperation(each) === 'otp.verify');
});

When('the integrator sends fields to {service}', async function (this: ConformWorld, service: string) {
  await take(this, sendsFieldsTo(service));
});

When('the integrator encrypts {values}', async function (this: ConformWorld, kind: ValueKind) {
  await this.through(mainJourney(this.run));
  const answers = encryptionsOf(kind, this.adapterAnswers, this.run.target.readings);
  // The client may refuse values on purpose: then nothing is there to compare, as without the method.
  const isRefused = kind !== 'a value of 215 bytes, one too many' && answers.every(isRefusedOnPurpose);
  this.took(isRefused ? [] : answers);
});

Given('a declaration in the target file', function (this: ConformWorld) {
  for (const { id } of this.asserted)
    if (this.run.target.declarations[id] === undefined)
      throw new NotTestedError('not-declared', `not declared: set declarations.${id} with name and date`);
});

Then('it names a person and a date', function (this: ConformWorld) {
  const declared = this.asserted.map(({ id }) => this.run.target.declarations[id]);
  const areNamed = declared.every((each) => each !== undefined && each.by !== '' && each.date !== '');
  this.expect(areNamed, 'a person and a date');
});
