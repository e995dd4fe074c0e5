import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { WireRecord } from '../../support/exchange/raw-exchange';
import { randomInt } from '../seed';
import type { Audit } from './several';
import { auditing, handAtOnce, harText, trafficOf } from './several';

/** All that an audit writes, but for what is new each time. */
function written({ results, recording, files }: Audit): string {
  const { id, finishedAt, traffic, ...run } = results.run;
  assert.ok(id !== '' && finishedAt !== '' && traffic !== undefined);
  return JSON.stringify({ ...results, run }) + JSON.stringify(files) + recording;
}

const runs = { numRuns: 15, seed: randomInt(0, 2 ** 31) };

/** More than are sought at once, so that some are forgotten on the way. */
const secrets = Array.from({ length: 90 }, (_unused, index) => `k9Xq7ZpT4vR2mW8s-${index}-hunter`);

const paths = [
  'https://gateway.example/api/hiecm/gateway/v3/sessions',
  'https://registry.example/v4/v2/registration/national-id/verifyOTP',
  'https://identity.example/identity/api/v3/enrolment/fields',
  // What has nothing to do with the contract teaches nothing.
  'https://cdn.example/logo.svg',
  // Whose it is depends on what went to that host before.
  'https://registry.example/v4/anything',
] as const;

/** Requests in which a secret is named, merely said, or answered. */
const showing = fc.record({
  path: fc.constantFrom(...paths),
  secret: fc.constantFrom(...secrets),
  other: fc.constantFrom(...secrets),
  how: fc.constantFrom('named', 'said', 'encoded', 'granted', 'in a header'),
});

type Showing = typeof showing extends fc.Arbitrary<infer Of> ? Of : never;

function recordOf({ path, secret, other, how }: Showing, index: number): WireRecord {
  const said = { note: `as ${secret} before` };
  const body =
    how === 'named'
      ? { clientId: 'SBX_1', clientSecret: secret, ...said }
      : how === 'encoded'
        ? { remark: Buffer.from(secret).toString('base64') }
        : said;
  const answer = how === 'granted' ? { accessToken: other, refreshToken: secret } : { ...said, otp: other };
  const at = Date.parse('2026-11-21T00:00:00Z') + 1000 * index;
  const authorization = how === 'in a header' ? [['Authorization', `Bearer ${secret}`] as const] : [];
  return {
    arrivedAt: at,
    answeredAt: at + 20,
    request: {
      method: 'POST',
      url: path,
      headers: [['Content-Type', 'application/json'], ...authorization],
      body: Buffer.from(JSON.stringify(body)),
    },
    response: { status: 200, headers: [], body: Buffer.from(JSON.stringify(answer)) },
  };
}

describe('an audit of one client by several jobs', () => {
  it('writes the same, whatever their number, and however its input is cut', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(showing, { minLength: 10, maxLength: 150 }),
        fc.integer({ min: 1, max: 9 }),
        fc.integer({ min: 1, max: 40 }),
        async (all, together, cut) => {
          const seen = all.map(recordOf);
          const inputs = [harText(seen.slice(0, cut)), harText(seen.slice(cut))];
          const wanted = written(await auditing(inputs));
          for (const jobs of [2, 7]) {
            const found = await auditing(inputs, { jobs, together, start: handAtOnce });
            assert.equal(written(found), wanted, `${jobs} jobs, ${together} entries at once`);
          }
        },
      ),
      runs,
    );
  });

  it('hides in one slice what another one showed to be a secret', async () => {
    const [secret = ''] = secrets;
    const said = { path: paths[2], secret, other: secrets[1] ?? '', how: 'said' } as const;
    const seen = [{ ...said, path: paths[0], how: 'named' as const }, said, said, said].map(recordOf);
    const { recording } = await auditing([harText(seen)], { jobs: 2, together: 1, start: handAtOnce });
    assert.equal(recording.split('\n').filter((line) => line.includes('"seq":')).length, 4);
    assert.ok(!recording.includes(secret));
    assert.equal(recording.split('as [client-secret-1] before').length, 9);
  });

  it('does so in threads of their own', async () => {
    const seen = trafficOf([{ clientId: 'SBX_1', breaks: [{ id: 'HDR-05', at: 12 }] }]).flat();
    const wanted = await auditing([harText(seen)]);
    assert.equal(wanted.client?.label, 'SBX_1');
    const found = await auditing([harText(seen)], { jobs: 2, together: 4 });
    assert.equal(written(found), written(wanted));
  });

  it('judges several clients from the beginning once a second one shows, as one process does', async () => {
    const [one = [], other = []] = trafficOf([{ clientId: 'SBX_1' }, { clientId: 'SBX_2' }]);
    const text = harText([...one, ...other]);
    const wanted = written(await auditing([text]));
    const found = await auditing([text], { jobs: 2, together: 5, start: handAtOnce });
    assert.equal(found.results.clients?.length, 2);
    assert.equal(written(found), wanted);
  });

  it('counts what cannot be read as one process does, and tells of a file that is cut', async () => {
    const har = JSON.parse(harText(trafficOf([{ clientId: 'SBX_1' }]).flat())) as {
      log: { entries: unknown[] };
    };
    har.log.entries.splice(3, 0, {}, { request: { method: 'GET', url: 'https://cdn.example/logo.svg' } });
    har.log.entries.splice(9, 0, 7);
    const text = JSON.stringify(har);
    const inputs = [text, text.slice(0, -700)];
    const wanted = await auditing(inputs);
    const found = await auditing(inputs, { jobs: 3, together: 2, start: handAtOnce });
    assert.equal(wanted.files[0]?.brokenCount, 3);
    assert.match(wanted.files[1]?.cut ?? '', /it ends in the middle, behind entry \d+/);
    assert.equal(written(found), written(wanted));
  });

  it('takes recordings between its other inputs', async () => {
    const seen = trafficOf([{ clientId: 'SBX_1' }]).flat();
    const { recording } = await auditing([harText(seen)]);
    const inputs = [harText(seen.slice(0, 9)), recording, harText(seen.slice(9))];
    const found = await auditing(inputs, { jobs: 2, together: 3, start: handAtOnce });
    assert.equal(written(found), written(await auditing(inputs)));
  });
});
