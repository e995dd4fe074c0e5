import assert from 'node:assert/strict';
import { realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { it } from 'node:test';
import { root } from '../cli/conform';
import { certified } from './certified';

// Not the node of node_modules/.bin, which no adapter gets, but the folder that it leads to.
const nodeFolder = dirname(realpathSync(process.execPath));

it('the example adapter in TypeScript conforms, as provider too', () => {
  const left = certified(join(root, 'adapters/typescript/target.yaml'), nodeFolder);
  // No target names bridge-scoped operations, issuer or audience by default.
  assert.deepEqual(left.sort(), ['CBK-08 not-applicable', 'HDR-12 not-applicable']);
});
