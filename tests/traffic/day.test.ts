import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openLocalChannel } from '../../support/adapter/local-channel';
import { createIntegrator } from '../../support/client/integrator';
import { resolveReadings } from '../../support/contract/readings';
import { contractObligations } from '../../support/obligations';
import { stageMock } from '../../mutants/stage';
import type { Judged } from '../../mutants/traffic/day';
import { auditOf, dayThroughProxy } from '../../mutants/traffic/day';
import type { HarDialect } from '../../mutants/traffic/har-file';

const passive = contractObligations.all.filter(({ seen }) => seen === 'passive').map(({ id }) => id);
/**
 * Obligations that this day cannot show: no reading enables them, no token had to be renewed, or a key would be needed
 * to see that one value was encrypted twice.
 */
const never = ['HDR-12', 'CBK-07', 'TOK-05', 'ENC-08'];
const dialects: readonly HarDialect[] = [
  { creator: 'mitmproxy' },
  { creator: 'WebInspector', http2: true },
  { creator: 'ZAP', base64: true },
];

test('a day of the own client: nothing is broken, through the proxy and in every dialect of HAR', async (t) => {
  const readings = resolveReadings({ envelope: 'json' });
  const stage = await stageMock({ tls: true, readings });
  t.after(() => stage.close());
  const channel = openLocalChannel(createIntegrator({ log: () => undefined }));
  const day = await dayThroughProxy(channel, { ...stage, target: { ...stage.target, readings } });
  const verdicts = verdictsOf(day.results);
  for (const id of passive.filter((each) => !never.includes(each)))
    assert.match(verdicts[id] ?? '', /passed|observed/, `${id} through the proxy: ${verdicts[id] ?? ''}`);
  const broken = ({ results }: Judged) =>
    results.obligations.filter(({ verdict }) => verdict === 'failed' || verdict === 'warning');
  assert.deepEqual(broken(day), []);
  const [otp] = day.target.otps;
  const secrets = [day.target.credentials?.clientSecret ?? '', otp?.value ?? '', '482913570264'];
  for (const dialect of dialects)
    for (const byAddress of [true, false]) {
      const audited = await auditOf(day, dialect, byAddress);
      const told = verdictsOf(audited.results);
      const other = passive
        .filter((id) => told[id] !== verdicts[id])
        .map((id) => [id, told[id], verdicts[id]]);
      assert.deepEqual(other, [], `${dialect.creator}, ${byAddress ? 'by address' : 'by path'}`);
      for (const secret of secrets) assert.ok(secret !== '' && !audited.recording.includes(secret));
    }
  for (const secret of secrets) assert.ok(!day.recording.includes(secret));
});

function verdictsOf({ obligations: rows }: Judged['results']): Record<string, string> {
  return Object.fromEntries(rows.map(({ id, verdict }) => [id, verdict]));
}
