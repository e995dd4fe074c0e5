import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { headerValue } from '../../support/exchange/exchange';
import type { WireRecord } from '../../support/exchange/raw-exchange';
import { randomInt } from '../seed';
import { clientsArbitrary } from './client-arbitrary';
import type { Audit } from './several';
import { auditing, handAtOnce, harText, interleaved, trafficOf } from './several';

/** All that an audit writes, but for what is new each time and the names of its inputs. */
function written({ results, recording }: Audit): string {
  const { id, finishedAt, traffic, ...run } = results.run;
  assert.ok(id !== '' && finishedAt !== '' && traffic !== undefined);
  return JSON.stringify({ ...results, run }) + recording;
}

const isAuthorized = ({ request }: WireRecord): boolean =>
  headerValue(request.headers, 'Authorization') !== undefined;

const runs = { numRuns: 12, seed: randomInt(0, 2 ** 31) };

describe('an audit by several jobs', () => {
  it('writes the same, whatever their number, and however its input is cut into files', async () => {
    await fc.assert(
      fc.asyncProperty(clientsArbitrary, fc.integer({ min: 1, max: 40 }), async (clients, cut) => {
        const seen = interleaved(trafficOf(clients));
        const wanted = written(await auditing([harText(seen)]));
        // A file of which no request carries Authorization does not show who sent none.
        const end = Math.max(cut, seen.findIndex(isAuthorized) + 1);
        const inputs = [harText(seen.slice(0, end)), harText(seen.slice(end))];
        assert.equal(written(await auditing(inputs)), wanted);
        for (const jobs of [2, 7]) {
          const found = await auditing(jobs === 2 ? [harText(seen)] : inputs, { jobs, start: handAtOnce });
          assert.equal(written(found), wanted, `${jobs} jobs`);
        }
      }),
      runs,
    );
  });

  it('does so in threads of their own', async () => {
    const seen = interleaved(trafficOf([{ clientId: 'SBX_1', opaque: true }, { clientId: 'SBX_2' }]));
    const wanted = written(await auditing([harText(seen)]));
    for (const jobs of [2, 7]) assert.equal(written(await auditing([harText(seen)], { jobs })), wanted);
  });

  it('counts what cannot be read as one process does, and tells of a file that is cut', async () => {
    const har = JSON.parse(
      harText(interleaved(trafficOf([{ clientId: 'SBX_1' }, { clientId: 'SBX_2' }]))),
    ) as {
      log: { entries: unknown[] };
    };
    har.log.entries.splice(3, 0, {}, { request: { method: 'GET', url: 'https://cdn.example/logo.svg' } });
    har.log.entries.splice(9, 0, 7);
    const text = JSON.stringify(har);
    const inputs = [text, text.slice(0, -700)];
    const [one, other] = [await auditing(inputs), await auditing(inputs, { jobs: 3, start: handAtOnce })];
    assert.deepEqual(other.files, one.files);
    assert.equal(one.files[0]?.brokenCount, 3);
    assert.match(one.files[1]?.cut ?? '', /it ends in the middle, behind entry \d+/);
    assert.equal(written(other), written(one));
  });
});
