import type { DataTable } from '@cucumber/cucumber';
import { Given, Then, When, defineParameterType } from '@cucumber/cucumber';
import type { ConformWorld } from '../support/world';

defineParameterType({
  name: 'vectors',
  regexp: /"([a-z0-9-]+\.json)"/,
  transformer: (name: string) => name,
});

/** Rows of two cells: the path of a member in the vector file, and its value. */
const membersOf = (table: DataTable): [path: string, value: string][] => table.raw() as [string, string][];

Given('every known answer of {vectors}', function (this: ConformWorld, name: string) {
  this.exam.takeFile(name);
});

Given(
  'the known answer {string} of {vectors}:',
  function (this: ConformWorld, id: string, name: string, table: DataTable) {
    this.exam.takeCase(name, id);
    this.exam.requireShown(membersOf(table));
  },
);

When('every implementation answers', async function (this: ConformWorld) {
  await this.exam.answer();
});

Then('all {int} cases hold', function (this: ConformWorld, count: number) {
  this.exam.requireAll(count);
});

Then('each answers:', function (this: ConformWorld, table: DataTable) {
  this.exam.requireShown([['result', 'valid'], ...membersOf(table)]);
  this.exam.requireAll(1);
});

Then('each refuses', function (this: ConformWorld) {
  this.exam.requireShown([['result', 'invalid']]);
  this.exam.requireAll(1);
});
