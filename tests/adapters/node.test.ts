import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { nodeLibrary } from '../../scripts/node-library';
import { root } from '../cli/conform';

it('the library for Node is the one in TypeScript: else run npm run generate -- node-library', async () => {
  for (const [name, text] of await nodeLibrary())
    assert.equal(readFileSync(join(root, 'adapters/node', name), 'utf8'), text, name);
});
