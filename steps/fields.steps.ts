import { Then } from '@cucumber/cucumber';
import type { FieldAspect, FieldKind, LeakSite } from '../support/scenarios/matchers/fields';
import { leaksInto, showsAspect } from '../support/scenarios/matchers/fields';
import type { PartKind } from '../support/scenarios/matchers/parts';
import { differ } from '../support/scenarios/matchers/parts';
import type { ConformWorld } from '../support/world';

Then('every {field} {fieldAspect}', function (this: ConformWorld, kind: FieldKind, aspect: FieldAspect) {
  this.expect(showsAspect(this.run.recording.evidence, kind, aspect), `${kind} that ${aspect}`);
});

Then('the rejected value is retried with OAEP and SHA-256', function (this: ConformWorld) {
  const fields = this.sentByIntegrator.flatMap(({ facts }) => facts.fields ?? []);
  this.expect(
    fields.some(({ padding }) => padding === 'oaep-sha256'),
    'SHA-256',
  );
});

Then('no two {parts} are the same', function (this: ConformWorld, kind: PartKind) {
  const seen = this.answers.length > 0 ? this.answers : this.run.recording.evidence;
  this.expect(differ(kind, seen), `${kind}, new each time`);
});

Then('no planted identifier appears in {leakSite}', function (this: ConformWorld, site: LeakSite) {
  this.expect(!leaksInto(this.run.recording.evidence, site), site);
});
