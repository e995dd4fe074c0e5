import { Then, When } from '@cucumber/cucumber';
import { mainJourney } from '../support/scenarios/integrator/main-journey';
import { searchLogs } from '../support/scenarios/integrator/log-search';
import type { FieldAspect, FieldKind, LeakSite, ValueKind } from '../support/scenarios/turns/fields';
import { encryptionsOf, leaksInto, sendsFieldsTo, showsAspect } from '../support/scenarios/turns/fields';
import type { PartKind } from '../support/scenarios/turns/parts';
import { differ } from '../support/scenarios/turns/parts';
import { ruleContext } from '../support/run/run';
import type { ConformWorld } from '../support/world';

When('the integrator sends fields to {service}', async function (this: ConformWorld, service: string) {
  await this.converse(mainJourney(this.run), sendsFieldsTo(service));
});

When('the integrator encrypts {value}', async function (this: ConformWorld, kind: ValueKind) {
  await this.converse(mainJourney(this.run));
  this.took(encryptionsOf(kind, this.adapterAnswers, ruleContext(this.run)));
});

When("the suite searches the integrator's logs", async function (this: ConformWorld) {
  await searchLogs(this.run);
});

Then('every {field} {fieldAspect}', function (this: ConformWorld, kind: FieldKind, aspect: FieldAspect) {
  this.expect(showsAspect(this.run.recording.evidence, kind, aspect), `${kind} that ${aspect}`);
});

Then('the rejected value comes again under OAEP with SHA-256', function (this: ConformWorld) {
  const fields = this.sentByIntegrator.flatMap(({ facts }) => facts.fields ?? []);
  this.expect(
    fields.some(({ padding }) => padding === 'oaep-sha256'),
    'SHA-256',
  );
});

Then('no two {parts} are the same', function (this: ConformWorld, kind: PartKind) {
  const seen = this.answers.length > 0 ? this.answers : this.run.recording.evidence;
  this.expect(differ(kind, seen, ruleContext(this.run)), `${kind}, new each time`);
});

Then('no planted identifier stands in {leakSite}', function (this: ConformWorld, site: LeakSite) {
  this.expect(!leaksInto(this.run.recording.evidence, site), site);
});
