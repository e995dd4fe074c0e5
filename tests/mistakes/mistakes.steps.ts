import { Before, BeforeAll, Given, Then, defineParameterType, setWorldConstructor } from '@cucumber/cucumber';
import type { Change } from './change';
import { changePattern, readChange } from './change';
import { encryptedSlip } from './encrypted-fields';
import { changedExample, exampleOf } from './example-of';
import type { LeakPlace } from './leaks';
import { leakPlaces, leakSlip } from './leaks';
import { recordingNames, recordingWith } from './recordings';
import { tapMessages } from './right-messages';
import type { AnswerKind, RequestKind } from './scenes';
import { answerKinds, requestKinds } from './scenes';
import { judgeSlip, requireBroken } from './slip';
import { keyMaterialSlip, sealedSlip } from './transfers';
import { MistakeWorld } from './world';

setWorldConstructor(MistakeWorld);

/** The words of a list; one of them may begin another. */
const oneOf = (words: readonly string[]): RegExp =>
  new RegExp([...words].sort((one, other) => other.length - one.length).join('|'));
const same = (text: string): string => text;

defineParameterType({ name: 'request', regexp: oneOf(requestKinds), transformer: same });
defineParameterType({
  name: 'message',
  regexp: oneOf([...requestKinds, ...answerKinds]),
  transformer: same,
});
/** The one thing that is wrong in it. */
defineParameterType({ name: 'change', regexp: changePattern, transformer: readChange });
defineParameterType({ name: 'messages', regexp: oneOf(recordingNames), transformer: same });
defineParameterType({ name: 'place', regexp: oneOf(leakPlaces), transformer: same });
defineParameterType({ name: 'words', regexp: /\S.*/, transformer: same });

BeforeAll(tapMessages);

Before(function (this: MistakeWorld, { pickle }) {
  this.tags = pickle.tags.map(({ name }) => name);
});

Given(
  'a recording of one {request} with {string} {string}',
  function (this: MistakeWorld, kind: RequestKind, name: string, value: string) {
    this.slip = exampleOf(kind, name, value);
  },
);

Given(
  'a recording of one {message} with {change}',
  function (this: MistakeWorld, kind: RequestKind | AnswerKind, change: Change) {
    this.slip = changedExample(kind, change);
  },
);

Given('an HIP encrypts a bundle, but {string}', function (this: MistakeWorld, value: string) {
  this.slip = sealedSlip(value);
});

Given(
  'an HIP sends key material with {string} {string}',
  function (this: MistakeWorld, member: string, value: string) {
    this.slip = keyMaterialSlip(member, value);
  },
);

Given('a recording of {string} encrypted {words}', function (this: MistakeWorld, text: string, way: string) {
  this.slip = encryptedSlip(text, way);
});

Given(
  'a recording of one OTP verification with {string} in the {place}',
  function (this: MistakeWorld, text: string, place: LeakPlace) {
    this.slip = leakSlip(text, place);
  },
);

Given(
  'a recording of {messages} with {words}',
  async function (this: MistakeWorld, name: string, value: string) {
    this.slip = await recordingWith(name, value, this.obligation.subject);
  },
);

Then('it breaks the rule because of {words}', function (this: MistakeWorld, cause: string) {
  requireBroken(this.obligation, judgeSlip(this.obligation, this.slip), cause);
});
