import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readAdvice } from '../../scripts/site/obligations';
import { contractObligations } from '../../support/obligations';

test('docs/site/obligations.yml says how to fix each obligation, and none besides', () => {
  const advice = readAdvice();
  const ids = contractObligations.all.map(({ id }) => id);
  assert.deepEqual(
    ids.filter((id) => !(id in advice)).map((id) => `${id}: describe its fix in docs/site/obligations.yml`),
    [],
  );
  assert.deepEqual(Object.keys(advice).toSorted(), ids.toSorted());
  for (const [id, { fix, met = [] }] of Object.entries(advice)) {
    assert.ok(fix.trim().length > 40, id);
    // A colon makes YAML take a text for a name with its value.
    for (const each of met) assert.equal(typeof each, 'string', id);
  }
});

test('only what is observed has nothing to fix', () => {
  const nothing = Object.entries(readAdvice()).flatMap(([id, { fix }]) =>
    fix.includes('nothing to fix') ? id : [],
  );
  const observed = contractObligations.all.filter(({ level }) => level === 'observe');
  assert.deepEqual(
    nothing,
    observed.map(({ id }) => id),
  );
});
