import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { checkSchema } from '../../support/contract/schemas';
import { asValidEvidence } from '../../support/exchange/recording';
import { judgeAgain } from '../../support/traffic/judge-again';
import { differencesIn } from '../../support/report/pack/judge-pack';
import { plainTextOrEmpty } from '../plain';
import { auditTexts, brokenBy, harText, interleaved, trafficOf } from './several';

const right = [{ clientId: 'SBX_1' }, { clientId: 'SBX_2' }, { clientId: 'SBX_3' }];
const oneBroken = [...right, { clientId: 'SBX_4', breaks: [{ id: 'HDR-05' as const, at: 20 }] }];

describe('traffic of several clients', () => {
  it('gives no false alarm where each of them keeps the contract', async () => {
    const { results } = await auditTexts([harText(interleaved(trafficOf(right)))]);
    assert.deepEqual(checkSchema('results', results), []);
    assert.deepEqual(brokenBy(results), { SBX_1: [], SBX_2: [], SBX_3: [] });
    assert.deepEqual(
      results.clients?.map(({ by, exchanges }) => [by, exchanges]),
      [
        ['client id', 30],
        ['client id', 30],
        ['client id', 30],
      ],
    );
    // Together they create a session and fetch certificates thrice: as one client they may be its processes. Without
    // their tokens, which traffic leaves out, nothing tells more.
    const asOne = [harText(interleaved(trafficOf(right)).map(anonymous))];
    const { results: wrong } = await auditTexts(asOne);
    const row = wrong.obligations.find(({ id }) => id === 'TOK-01');
    assert.equal(row?.verdict, 'inconclusive');
    assert.match(plainTextOrEmpty(row.reason), /no request in the HAR file carries Authorization/);
    assert.equal(wrong.clients, undefined);
  });

  it('has the one fail that breaks something, and no other', async () => {
    const { results } = await auditTexts([harText(interleaved(trafficOf(oneBroken)))]);
    assert.deepEqual(brokenBy(results), { SBX_1: [], SBX_2: [], SBX_3: [], SBX_4: ['HDR-05'] });
    const row = results.obligations.find(({ id }) => id === 'HDR-05');
    assert.deepEqual([row?.verdict, row?.broken], ['failed', 1]);
    assert.equal(results.run.overall.integrator?.verdict, 'does-not-conform');
  });

  it('is judged the same whether clients come one after another or all at once', async () => {
    const traffic = trafficOf(oneBroken);
    const apart = await auditTexts(traffic.map(harText));
    const together = await auditTexts([harText(interleaved(traffic))]);
    assert.deepEqual(countsOf(together), countsOf(apart));
    for (const [index, each] of traffic.entries()) {
      const alone = await auditTexts([harText(each)]);
      const found = apart.judged.clients?.[index];
      assert.deepEqual(
        [...(found?.conclusions ?? [])].map(([id, { observations, breachCount }]) => [
          id,
          observations,
          breachCount,
        ]),
        [...alone.judged.conclusions].map(([id, { observations, breachCount }]) => [
          id,
          observations,
          breachCount,
        ]),
      );
    }
  });

  it('goes by the client to whom a token was granted, in another file too', async () => {
    const [one = [], other = []] = trafficOf([
      { clientId: 'SBX_1', opaque: true },
      { clientId: 'SBX_2', opaque: true },
    ]);
    // The sessions stand in the last file, behind all that they grant.
    const sessions = [...one.slice(0, 1), ...other.slice(0, 1)];
    const rest = interleaved([one.slice(1), other.slice(1)]);
    const { results } = await auditTexts([harText(rest), harText(sessions)]);
    assert.deepEqual(
      results.clients?.map(({ label, by, exchanges }) => [label, by, exchanges]),
      [
        ['SBX_1', 'client id', 30],
        ['SBX_2', 'client id', 30],
      ],
    );
  });

  it('goes by the claims of tokens, whose sessions the recording need not hold', async () => {
    const claiming = right.map(({ clientId }) => ({ clientId, claimed: clientId }));
    const uses = interleaved(trafficOf(claiming).map((each) => each.slice(1)));
    const { results } = await auditTexts([harText(uses)]);
    assert.deepEqual(brokenBy(results), { SBX_1: [], SBX_2: [], SBX_3: [] });
  });

  it('does not go by claims that name another one than the session did', async () => {
    const claimed = 'gateway-app';
    const { results: ofOne } = await auditTexts([
      harText(interleaved(trafficOf([{ clientId: 'SBX_1', claimed }]))),
    ]);
    assert.deepEqual(
      ofOne.clients?.map(({ label, exchanges }) => [label, exchanges]),
      [['SBX_1', 30]],
    );
    const several = oneBroken.map((each) => ({ ...each, claimed }));
    const { results } = await auditTexts([harText(interleaved(trafficOf(several)))]);
    assert.deepEqual(brokenBy(results), { SBX_1: [], SBX_2: [], SBX_3: [], SBX_4: ['HDR-05'] });
  });

  it('names no client by what may be a secret', async () => {
    const id = 'k9Xq7ZpT4vR2mW8s';
    const { results, recording } = await auditTexts([
      harText(interleaved(trafficOf([{ clientId: id }, { clientId: 'SBX_2' }]))),
    ]);
    assert.ok(!JSON.stringify(results).includes(id) && !recording.includes(id));
    const [client] = (results.clients ?? []).filter(({ label }) => label !== 'SBX_2');
    assert.match(client?.label ?? '', /^client-[a-z2-7]{12}$/);
  });

  it('numbers exchanges by where they stand, and leaves gaps for what is none', async () => {
    const har = JSON.parse(harText(interleaved(trafficOf(right)))) as { log: { entries: unknown[] } };
    har.log.entries.splice(2, 0, {}, { request: { method: 'GET', url: 'https://cdn.example/logo.svg' } });
    const { recording, files } = await auditTexts([
      JSON.stringify(har),
      harText(interleaved(trafficOf(right))),
    ]);
    const seqs = recording
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => (JSON.parse(line) as { seq: number }).seq);
    assert.deepEqual([seqs[1], seqs[2], seqs[89], seqs[90], seqs.length], [2, 5, 92, 93, 180]);
    assert.deepEqual(
      files.map(({ exchanges, brokenCount }) => [exchanges, brokenCount]),
      [
        [90, 2],
        [90, 0],
      ],
    );
  });

  it('comes to the same results by its recording', async () => {
    for (const clients of [oneBroken, right.slice(0, 1)]) {
      const { basis, recording, results } = await auditTexts([harText(interleaved(trafficOf(clients)))]);
      assert.deepEqual(checkSchema('basis', JSON.parse(JSON.stringify(basis))), []);
      const lines = recording.trim().split('\n').slice(1);
      const evidence = lines.map((line) => asValidEvidence(JSON.parse(line)));
      assert.ok(evidence.every((each) => each !== undefined));
      const again = await judgeAgain(basis, inTurn(evidence));
      assert.deepEqual(differencesIn(results, again), []);
      const audited = await auditTexts([recording]);
      assert.deepEqual(audited.results.counts, results.counts);
      assert.deepEqual(brokenBy(audited.results), brokenBy(results));
    }
  });
});

async function* inTurn<Of>(all: readonly (Of | undefined)[]): AsyncGenerator<Of> {
  for (const each of all) if (each !== undefined) yield await Promise.resolve(each);
}

function countsOf({ judged, results }: Awaited<ReturnType<typeof auditTexts>>) {
  return [
    results.counts,
    results.clients,
    [...judged.conclusions].map(([id, { observations, breachCount }]) => [id, observations, breachCount]),
  ];
}

/** The same exchange, without what tells its client. */
function anonymous(seen: ReturnType<typeof interleaved>[number]): typeof seen {
  const { request, response } = seen;
  const text = request.body?.toString().replace(/"clientId":"SBX_\d",/, '') ?? '';
  const headers = request.headers.filter(([name]) => name !== 'Authorization');
  return {
    ...seen,
    request: { ...request, headers, body: Buffer.from(text) },
    ...(response && { response }),
  };
}
