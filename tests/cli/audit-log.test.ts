import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { generateTraffic } from '../../mutants/traffic/generate';
import { harOf } from '../../mutants/traffic/har-file';
import { trafficLogOf } from '../../mutants/traffic/traffic-log';
import { readResults } from '../report/embedded-run';
import { auditContent } from './auditing';

const only = ['--only', 'HDR-05,HDR-07', '--subject', 'integrator'];

describe('conform audit of a traffic log', () => {
  it('judges the traffic log of a gateway as it judges the same traffic in HAR', async (t) => {
    const seen = [...generateTraffic({ exchanges: 60, seed: 3, breaks: [{ id: 'HDR-07', at: 20 }] })];
    const verdictsOf = async (content: string, name: string) => {
      const { folder, stdout } = await auditContent(t, content, [], name);
      const { obligations, exchanges, run } = readResults(folder);
      assert.equal(run.traffic?.files[0]?.form, name.endsWith('.har') ? 'har' : 'log', stdout);
      return [exchanges, ...obligations.map(({ id, verdict }) => `${id} ${verdict}`)];
    };
    const har = await verdictsOf(JSON.stringify(harOf(seen, { creator: 'generated' })), 'traffic.har');
    assert.ok(har.includes('HDR-07 failed'));
    for (const habit of [{}, { named: true, base64: true, milliseconds: true }] as const)
      assert.deepEqual(await verdictsOf(trafficLogOf(seen, habit), 'traffic.jsonl'), har);
  });

  it('names lines of a log that cannot be read by their number', async (t) => {
    const [first = '', ...others] = trafficLogOf([...generateTraffic({ exchanges: 60, seed: 3 })]).split(
      '\n',
    );
    const lines = [first, '{"startedAt":1795360098384,"request":{}}', '{"startedAt":', ...others].join('\n');
    const { code, stdout } = await auditContent(t, lines, only, 'traffic.ndjson');
    assert.equal(code, 0, stdout);
    assert.match(stdout, /60 exchanges, 2 lines that cannot be read/);
    assert.match(stdout, /line 2: .*method/);
    assert.match(stdout, /line 3: /);
  });
});
