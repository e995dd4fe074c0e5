import assert from 'node:assert/strict';
import { test } from 'node:test';
import { atDocumented, isDocumented, survivors, underSecretNames } from './kept-secrets';

test('nothing of a secret is recorded, in whatever way it is written', async () => {
  assert.deepEqual(await survivors(underSecretNames), []);
  assert.deepEqual(await survivors(atDocumented, { mayStay: isDocumented }), []);
});
