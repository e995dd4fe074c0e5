import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadTarget } from '../../support/run/targets';
import { environment, targetFile } from './target-files';

for (const [id, old, read] of [
  ['error-code', '^ABC-9999$', 'ABC-9999'],
  ['error-code', '^[A-Z]+-9999$', 'any-prefix'],
  ['error-code', 'any-prefix', 'any-prefix'],
  [
    'encryption-rejection',
    { pattern: '^kaputt$', status: 422 },
    { words: ['kaputt'], status: 422, shape: 'any' },
  ],
  [
    'encryption-rejection',
    { pattern: 'decrypt|padding|encrypted', shape: 'envelope' },
    { words: ['decrypt', 'padding', 'encrypted'], shape: 'envelope' },
  ],
] as const)
  test(`${JSON.stringify(old)}, as version 1 has it, is read as ${JSON.stringify(read)}`, (t) => {
    const file = targetFile(t, JSON.stringify({ name: 'a', readings: { [id]: old } }));
    assert.deepEqual(loadTarget(file, environment).readings[id], read);
  });
