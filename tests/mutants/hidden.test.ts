import assert from 'node:assert/strict';
import { test } from 'node:test';
import { specimens } from '../../mutants/catalogue';
import { hidden } from '../../mutants/hidden';
import { contractObligations } from '../../support/obligations';

const kinds = new Map(specimens.map((each) => [each.name, each]));

test('what is hidden is listed for mutants and witnesses alone, with ids of their own subject', () => {
  for (const { by, hides } of hidden)
    for (const name of by) {
      const specimen = kinds.get(name);
      assert.ok(specimen?.kind === 'mutant' || specimen?.kind === 'witness', name);
      for (const id of hides)
        assert.equal(contractObligations.get(id).subject, specimen.subject, `${name}: ${id}`);
    }
});

test('what a mutant breaks is not hidden by it', () => {
  for (const { by, hides } of hidden)
    for (const name of by) {
      const specimen = kinds.get(name);
      if (specimen?.kind !== 'mutant') continue;
      for (const id of hides) assert.ok(!specimen.breaks.includes(id), `${name}: ${id}`);
    }
});

test('no pair of mutant and id is listed twice', () => {
  const pairs = hidden.flatMap(({ by, hides }) => by.flatMap((name) => hides.map((id) => `${name} ${id}`)));
  assert.deepEqual(
    pairs.filter((pair, at) => pairs.indexOf(pair) !== at),
    [],
  );
});
