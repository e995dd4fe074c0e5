import assert from 'node:assert/strict';
import { test } from 'node:test';
import { valuesAtPath, withValueAtPath } from '../../support/contract/payer-content';

const bundle = {
  resourceType: 'Bundle',
  entry: [
    { resource: { resourceType: 'Claim', use: 'claim', type: { text: 'old' } } },
    { resource: { resourceType: 'Claim' } },
  ],
};

for (const path of [
  'id',
  'meta.correlation.id',
  'parts[].ids[].id',
  'Bundle.identifier.value',
  'Claim.type.code',
  'Claim.item[].note[].text',
  'Task.identifier[].value',
])
  test(`a value at ${path} is found there, and nothing else is lost`, () => {
    const before = structuredClone(bundle);
    const changed = withValueAtPath(bundle, path, 'x');
    assert.deepEqual(valuesAtPath(changed, path), ['x']);
    assert.deepEqual(bundle, before);
    assert.deepEqual(valuesAtPath(changed, 'Claim.use'), ['claim']);
    assert.deepEqual(valuesAtPath(changed, 'Claim.type.text'), ['old']);
    // Another value replaces it.
    assert.deepEqual(valuesAtPath(withValueAtPath(changed, path, 'y'), path), ['y']);
  });
