import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { describe, it } from 'node:test';
import { generateTraffic } from '../../mutants/traffic/generate';
import { harOf } from '../../mutants/traffic/har-file';
import { trafficLogOf } from '../../mutants/traffic/traffic-log';
import type { WireRecord } from '../../support/exchange/raw-exchange';
import { auditContent } from '../cli/auditing';
import { plainTextOrEmpty } from '../plain';
import { readResults, temporaryFolder } from '../report/embedded-run';

const right = [...generateTraffic({ exchanges: 60, seed: 3 })];

/** The traffic of a client, or of a gateway, that leaves the first segment out. */
const shortened: WireRecord[] = right.map((each) => ({
  ...each,
  request: {
    ...each.request,
    url: each.request.url.replace('/identity/api/v3/profile/public/', '/api/v3/profile/public/'),
  },
}));

const forms = {
  HAR: [
    'traffic.har',
    (seen: readonly WireRecord[]) => JSON.stringify(harOf(seen, { creator: 'mitmproxy' })),
  ],
  log: ['traffic.jsonl', trafficLogOf],
} as const;

const addressed = `name: ours
environment: sandbox
services:
  gateway: https://gateway.example
  identity: https://identity.example
  registry: https://registry.example/v4
`;

/** Returns the verdicts of an audit on the paths of certificates and on the headers of the identity service. */
async function verdictsOf(
  t: TestContext,
  form: keyof typeof forms,
  given: { readonly seen?: readonly WireRecord[]; readonly target?: string },
) {
  const { seen = shortened, target } = given;
  const file = join(temporaryFolder(t), 'target.yaml');
  if (target !== undefined) writeFileSync(file, target);
  const [name, textOf] = forms[form];
  const options = target === undefined ? [] : ['--target', file];
  const { folder } = await auditContent(t, textOf(seen), options, name);
  const { obligations } = readResults(folder);
  const [path, headers] = ['CRT-10', 'CRT-04'].map((id) => obligations.find((each) => each.id === id));
  return { path: path?.verdict, why: plainTextOrEmpty(path?.reason), headers: headers?.verdict };
}

describe('a certificate at another path', () => {
  it('is wrong in a HAR file at an address that the target names', async (t) => {
    const { path, headers } = await verdictsOf(t, 'HAR', { target: addressed });
    assert.deepEqual([path, headers], ['failed', 'passed']);
  });

  it('is inconclusive in a HAR file whose addresses are unknown', async (t) => {
    const { path, headers, why } = await verdictsOf(t, 'HAR', {});
    assert.deepEqual([path, headers], ['inconclusive', 'passed']);
    assert.match(why, /name services\.identity in the target/);
  });

  for (const target of [undefined, addressed])
    it(`is inconclusive in a log, ${target === undefined ? 'without' : 'with'} addresses`, async (t) => {
      const { path, headers, why } = await verdictsOf(t, 'log', { ...(target !== undefined && { target }) });
      assert.deepEqual([path, headers], ['inconclusive', 'passed']);
      assert.match(why, /a gateway may have rewritten the path in its log/);
    });
});

describe('certificates at their paths', () => {
  for (const form of ['HAR', 'log'] as const)
    for (const target of [undefined, addressed])
      it(`are right in a ${form}, ${target === undefined ? 'without' : 'with'} addresses`, async (t) => {
        const { path } = await verdictsOf(t, form, { seen: right, ...(target !== undefined && { target }) });
        assert.equal(path, 'passed');
      });
});
