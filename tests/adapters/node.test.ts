import { it } from 'node:test';
import { nodeLibrary } from '../../scripts/node-library';
import { assertGenerated } from '../generated';

it('the library for Node is the one in TypeScript', async () => {
  for (const [name, text] of await nodeLibrary())
    assertGenerated(`adapters/node/${name}`, text, 'node-library');
});
