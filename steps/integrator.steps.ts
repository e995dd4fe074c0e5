import { Given, Then, When } from '@cucumber/cucumber';
import { NotApplicableError, NotTestedError } from '../support/contract/outcome';
import { mainJourney } from '../support/scenarios/integrator/main-journey';
import type { IntegratorAct, StimulusText } from '../support/scenarios/turns/integrator-acts';
import { sentUnder, turnOf, underStimulus } from '../support/scenarios/turns/integrator-acts';
import type { ConformWorld } from '../support/world';

Given('the integrator has run its complete flow', async function (this: ConformWorld) {
  await this.through(mainJourney(this.run));
  this.select([...this.sentByIntegrator, ...this.adapterAnswers]);
});

Given('the adapter offers what its roles need', async function (this: ConformWorld) {
  // Examples on the judges concern no client.
  if (this.tags.includes('@judge')) return;
  await this.through(mainJourney(this.run));
  for (const obligation of this.obligations) this.requireRoles(obligation);
});

// Of an adapter that did not come that far, the judges say what they can tell.
Given('the adapter offers {string}', async function (this: ConformWorld, method: string) {
  let capabilities: readonly string[] | undefined;
  await this.through(mainJourney(this.run).then((journey) => (capabilities = journey.capabilities)));
  capabilities ??= this.run.offer?.capabilities;
  if (capabilities?.includes(method) === false)
    throw new NotApplicableError(`the adapter does not offer ${method}`);
});

/** The turns of the journey from a session to encrypted fields, which a client makes once in a run. */
When('the integrator {integratorAct}', async function (this: ConformWorld, act: IntegratorAct) {
  const { requests, answers } = turnOf(act, this.run.target.readings);
  await this.through(mainJourney(this.run));
  if (requests !== undefined) this.select(this.sentByIntegrator.filter(requests));
  if (answers !== undefined) this.took(answers(this.adapterAnswers));
});

When('{stimulus}', async function (this: ConformWorld, text: StimulusText) {
  await underStimulus(this.run, text);
  this.select(sentUnder(this.sentByIntegrator, text));
});

Then('a named person has declared it, with a date', function (this: ConformWorld) {
  for (const { id } of this.asserted)
    if (this.run.target.declarations[id] === undefined)
      throw new NotTestedError(`not declared: set declarations.${id} with name and date`);
});
