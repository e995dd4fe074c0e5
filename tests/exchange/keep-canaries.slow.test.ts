import assert from 'node:assert/strict';
import { test } from 'node:test';
import { atDocumented, hasDocumentedForm, survivors, underSecretNames } from './kept-secrets';

test('nothing of a secret is recorded, in whatever way it is written', async () => {
  assert.deepEqual(await survivors(underSecretNames), []);
  assert.deepEqual(await survivors(atDocumented, { isFine: hasDocumentedForm }), []);
});
