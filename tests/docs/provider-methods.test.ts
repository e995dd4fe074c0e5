import { test } from 'node:test';
import { guideText } from '../../scripts/provider-methods';
import { assertGenerated } from '../generated';

test('the guide to adapters lists the obligations that need each method of a provider', async () => {
  assertGenerated('docs/guides/adapter.md', await guideText(), 'provider-methods');
});
