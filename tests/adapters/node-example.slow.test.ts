import assert from 'node:assert/strict';
import { realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { it } from 'node:test';
import { contractObligations } from '../../support/obligations';
import { root } from '../cli/conform';
import { certified } from './certified';

// Not the node of node_modules/.bin, which no adapter gets, but the folder that it leads to.
const nodeFolder = dirname(realpathSync(process.execPath));

it('the example adapter in Node conforms', () => {
  const left = certified(join(root, 'adapters/node/target.yaml'), nodeFolder);
  // No target names bridge-scoped operations by default; the example plays neither provider nor trigger.
  const payers = contractObligations.all.filter(
    ({ subject, roles }) =>
      subject === 'integrator' && roles.every((role) => role === 'provider' || role === 'trigger'),
  );
  assert.deepEqual(
    left.sort(),
    ['HDR-12', ...payers.map(({ id }) => id)].map((id) => `${id} not-applicable`).sort(),
  );
});
