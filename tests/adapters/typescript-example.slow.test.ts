import assert from 'node:assert/strict';
import { it } from 'node:test';
import { certified } from '../../scripts/certify-adapters';

it('the example adapter in TypeScript conforms, as provider too', () => {
  assert.deepEqual(certified('typescript'), [{ name: 'typescript: the example conforms' }]);
});
