import { Given, Then, When } from '@cucumber/cucumber';
import type { Change } from '../support/scenarios/examples/change';
import { changedExample, exampleOf } from '../support/scenarios/examples/example-of';
import type { AnswerKind, RequestKind } from '../support/scenarios/examples/scenes';
import { encryptedSlip } from '../support/scenarios/examples/encrypted-fields';
import { recordingWith } from '../support/scenarios/examples/recordings';
import { judgeSlip, requireFound } from '../support/scenarios/examples/slip';
import type { LeakPlace } from '../support/scenarios/examples/leaks';
import { leakSlip } from '../support/scenarios/examples/leaks';
import { keyMaterialSlip, sealedSlip } from '../support/scenarios/examples/transfers';
import type { ConformWorld } from '../support/world';

Given(
  'a recording of one {exampleRequest} with {string} {string}',
  function (this: ConformWorld, kind: RequestKind, name: string, value: string) {
    this.slip = exampleOf(kind, name, value);
  },
);

Given(
  'a recording of one {message} with {change}',
  function (this: ConformWorld, kind: RequestKind | AnswerKind, change: Change) {
    this.slip = changedExample(kind, change);
  },
);

Given('an HIP encrypts a bundle, but {string}', function (this: ConformWorld, value: string) {
  this.slip = sealedSlip(value);
});

Given(
  'an HIP sends key material with {string} {string}',
  function (this: ConformWorld, member: string, value: string) {
    this.slip = keyMaterialSlip(member, value);
  },
);

Given('a recording of {string} encrypted {way}', function (this: ConformWorld, text: string, way: string) {
  this.slip = encryptedSlip(text, way);
});

Given(
  'a recording of one OTP verification with {string} in the {leakPlace}',
  function (this: ConformWorld, text: string, place: LeakPlace) {
    this.slip = leakSlip(text, place);
  },
);

Given(
  'a recording of {recorded} with {mistake}',
  async function (this: ConformWorld, name: string, value: string) {
    const [about] = this.asserted;
    this.slip = await recordingWith(name, value, about?.subject ?? 'integrator');
  },
);

When('it is judged', function (this: ConformWorld) {
  this.judged = this.asserted.map((obligation) => [obligation, judgeSlip(obligation, this.slip)] as const);
});

Then('it is wrong because of {mistake}', function (this: ConformWorld, mistake: string) {
  for (const [obligation, judged] of this.judged) requireFound(obligation, judged, mistake);
});
