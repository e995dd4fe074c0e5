import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readWords } from '../../scripts/site/obligations/words';
import { contractObligations } from '../../support/obligations';

test('docs/site/obligations.yml says how to fix each obligation, and none besides', () => {
  const words = readWords();
  assert.deepEqual(Object.keys(words).toSorted(), contractObligations.all.map(({ id }) => id).toSorted());
  for (const [id, { fix }] of Object.entries(words)) assert.ok(fix.trim().length > 40, id);
});

test('only what is observed has nothing to fix', () => {
  const nothing = Object.entries(readWords()).flatMap(([id, { fix }]) =>
    fix.includes('nothing to fix') ? id : [],
  );
  const observed = contractObligations.all.filter(({ level }) => level === 'observe');
  assert.deepEqual(
    nothing,
    observed.map(({ id }) => id),
  );
});
