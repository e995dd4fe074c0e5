import { Given, Then, When, defineParameterType } from '@cucumber/cucumber';
import type { Act } from '../support/run/cases/attempt';
import { acts } from '../support/run/cases/attempt';
import type { Input, Output } from '../support/vectors/words';
import { inputs, outputs } from '../support/vectors/words';
import type { ConformWorld } from '../support/world';

/** The type of a parameter that is one of some words. */
function oneOf(name: string, words: readonly string[]): void {
  defineParameterType({ name, regexp: new RegExp(words.join('|')), transformer: (word: string) => word });
}

oneOf('act', acts);
oneOf('input', Object.keys(inputs));
oneOf('output', Object.keys(outputs));
defineParameterType({
  name: 'vectors',
  regexp: /"([a-z0-9-]+\.json)"/,
  transformer: (name: string) => name,
});

Given('the known answer {string} of {vectors}', function (this: ConformWorld, id: string, name: string) {
  this.exam.take(name, id);
});

Given('the {input} {string}', function (this: ConformWorld, input: Input, cell: string) {
  this.exam.supply(input, cell);
});

Given('its JWT says {string}', function (this: ConformWorld, what: string) {
  this.exam.question.requireInJwt(what);
});

Given('every known answer of {vectors}', function (this: ConformWorld, name: string) {
  this.exam.takeAll(name);
});

When('every implementation {act}', async function (this: ConformWorld, act: Act) {
  await this.exam.sit(act);
});

When('every implementation answers every case', async function (this: ConformWorld) {
  await this.exam.sitAll();
});

Then('the {output} is/are {string}', function (this: ConformWorld, output: Output, cell: string) {
  this.exam.answers.requireOutput(output, cell);
});

Then('the {output} begins with {string}', function (this: ConformWorld, output: Output, text: string) {
  this.exam.answers.requireBeginning(output, text);
});

Then('it is accepted', function (this: ConformWorld) {
  this.exam.answers.requireAcceptance();
});

Then('it is refused', function (this: ConformWorld) {
  this.exam.answers.requireRefusal();
});

Then('all {int} cases hold', function (this: ConformWorld, count: number) {
  this.exam.requireAll(count);
});
