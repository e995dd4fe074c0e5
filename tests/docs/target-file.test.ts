import assert from 'node:assert/strict';
import { test } from 'node:test';
import { placeholders } from '../../support/contract/payer-content';
import { readings } from '../../support/contract/readings';
import { defaultLimits } from '../../support/targets/target';
import schema from '../../schemas/target.schema.json';
import { rowsOf, textOf } from './markdown';

const guide = textOf('docs/guides/target-file.md');
const named = (cell = ''): string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);

test('the guide to the target file has each member of it, and no other', () => {
  const members = rowsOf(guide, 'member').flatMap(([cell]) => named(cell));
  const own = members.filter((name) => name in schema.properties);
  assert.deepEqual(own.toSorted(), Object.keys(schema.properties).toSorted());
  const ofIntegrator = members
    .filter((name) => !own.includes(name))
    .map((name) => name.replace('integrator.', ''));
  assert.deepEqual(ofIntegrator.toSorted(), Object.keys(schema.properties.integrator.properties).toSorted());
});

test('it has each limit with its default', () => {
  const told = rowsOf(guide, 'limit').map(([name, , value = '']) => [
    ...named(name),
    value.split(';')[0]?.replaceAll('`', ''),
  ]);
  const wanted = Object.entries(defaultLimits).map(([name, value]) => [name, String(value)]);
  assert.deepEqual(told.toSorted(), wanted.toSorted());
});

test('it has each reading with its clause', () => {
  const told = rowsOf(guide, 'reading').map(([id, clause]) => [...named(id), clause]);
  assert.deepEqual(
    told,
    readings.map(({ id, clause }) => [id, clause]),
  );
});

test('it has each placeholder of the contents of a payer', () => {
  const told = rowsOf(guide, 'placeholder').map(([name = '', what]) => [name.replace(/[`{}]/g, ''), what]);
  assert.deepEqual(told, Object.entries(placeholders));
});
