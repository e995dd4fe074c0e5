import { Before, BeforeAll, Given, Then, defineParameterType, setWorldConstructor } from '@cucumber/cucumber';
import { encryptedSlip } from '../../support/scenarios/mistakes/encrypted-fields';
import { readEscapes } from '../../support/scenarios/mistakes/escapes';
import { recordingPattern, recordingWith } from '../../support/scenarios/mistakes/recordings';
import { tapMessages } from '../../support/scenarios/mistakes/right-messages';
import { requireBroken, requireKept } from '../../support/scenarios/mistakes/slip';
import { keyMaterialSlip, sealedSlip } from '../../support/scenarios/mistakes/transfers';
import { MistakeWorld } from './world';

setWorldConstructor(MistakeWorld);

const same = (text: string): string => text;

defineParameterType({ name: 'recording', regexp: recordingPattern, transformer: same });
/** A quoted text that may contain the escapes of cells. */
defineParameterType({ name: 'value', regexp: /"([^"]*)"/, transformer: readEscapes });
/** The one thing that is wrong, or its cause. A value in it may contain a line end. */
defineParameterType({ name: 'words', regexp: /\S[^]*/, transformer: same });

BeforeAll(tapMessages);

Before(function (this: MistakeWorld, { pickle }) {
  this.tags = pickle.tags.map(({ name }) => name);
});

Given(
  'a recording of {recording} with {words}',
  async function (this: MistakeWorld, name: string, words: string) {
    this.slip = await recordingWith(name, words, this.obligation.subject);
  },
);

Given('an HIP encrypts a bundle, but {string}', function (this: MistakeWorld, words: string) {
  this.slip = sealedSlip(words);
});

Given(
  'an HIP sends key material with {value} {value}',
  function (this: MistakeWorld, member: string, value: string) {
    this.slip = keyMaterialSlip(member, value);
  },
);

Given('a recording of {value} encrypted {words}', function (this: MistakeWorld, text: string, way: string) {
  this.slip = encryptedSlip(text, way);
});

Then('it breaks the rule because of {words}', function (this: MistakeWorld, cause: string) {
  requireBroken(this.obligation, this.slip, cause);
});

Then('it keeps the rule', function (this: MistakeWorld) {
  requireKept(this.obligation, this.slip);
});
