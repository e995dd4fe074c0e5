import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { checkSchema } from '../../support/contract/schemas';
import type { Evidence } from '../../support/exchange/evidence';
import { asValidEvidence } from '../../support/exchange/recording';
import type { ClientRow } from '../../support/judging/results';
import { differencesIn } from '../../support/report/pack/judge-pack';
import { judgeAgain } from '../../support/traffic/judge-again';
import type { Audit } from './several';
import { auditTexts, harText, interleaved, trafficOf } from './several';

const clients = [
  { clientId: 'SBX_1' },
  {
    clientId: 'SBX_2',
    breaks: [
      { id: 'HDR-05' as const, at: 20 },
      { id: 'HDR-07' as const, at: 8 },
      { id: 'HDR-07' as const, at: 12 },
    ],
  },
];

const evidenceOf = ({ recording }: Audit): Evidence[] =>
  recording
    .trim()
    .split('\n')
    .slice(1)
    .flatMap((line) => asValidEvidence(JSON.parse(line)) ?? []);

async function* inTurn<Of>(all: readonly Of[]): AsyncGenerator<Of> {
  for (const each of all) yield await Promise.resolve(each);
}

const rowsOf = ({ results }: Audit): readonly ClientRow[] => results.clients ?? [];

describe('the row of a client', () => {
  it('says when its traffic began and ended, and in which exchange', async () => {
    const audit = await auditTexts([harText(interleaved(trafficOf(clients)))]);
    assert.deepEqual(checkSchema('results', audit.results), []);
    const evidence = evidenceOf(audit);
    for (const { label, exchanges, firstExchange, firstAt, lastAt } of rowsOf(audit)) {
      const own = evidence.filter(({ client }) => client?.label === label);
      const times = own.map(({ arrivedAt }) => arrivedAt);
      assert.equal(exchanges, own.length);
      assert.equal(firstExchange, own[0]?.seq);
      assert.equal(firstAt, new Date(Math.min(...times)).toISOString());
      assert.equal(lastAt, new Date(Math.max(...times)).toISOString());
    }
  });

  it('says what it broke, how often, and in which exchange first', async () => {
    const audit = await auditTexts([harText(interleaved(trafficOf(clients)))]);
    const [right, wrong] = rowsOf(audit);
    const own = ({ broken = [] }: Partial<ClientRow> = {}) =>
      broken.filter(({ id }) => id.startsWith('HDR-')).map(({ id, count }) => [id, count]);
    assert.deepEqual(own(right), []);
    assert.deepEqual(own(wrong), [
      ['HDR-05', 1],
      ['HDR-07', 2],
    ]);
    const [breach] = audit.results.obligations.find(({ id }) => id === 'HDR-07')?.breaches ?? [];
    assert.equal(wrong?.broken.find(({ id }) => id === 'HDR-07')?.exchange, breach?.exchanges[0]);
    // What was demanded and broken is part of it.
    for (const { failed, broken } of rowsOf(audit))
      assert.deepEqual(
        failed.filter((id) => !broken.some((each) => each.id === id)),
        [],
      );
  });

  it('is the same by several jobs, by its recording, and of a client that is alone', async () => {
    for (const some of [clients, clients.slice(1)]) {
      const har = harText(interleaved(trafficOf(some)));
      const audit = await auditTexts([har]);
      assert.ok(rowsOf(audit).every(({ firstExchange, lastAt }) => firstExchange !== undefined && lastAt));
      const byJobs = await auditTexts([har], { shards: 2 });
      assert.deepEqual(rowsOf(byJobs), rowsOf(audit));
      const again = await judgeAgain(audit.basis, inTurn(evidenceOf(audit)));
      assert.deepEqual(again.clients, rowsOf(audit));
    }
  });

  it('has no time where its exchanges have none that can be written down', async () => {
    const audit = await auditTexts([harText(interleaved(trafficOf(clients)))]);
    const years = evidenceOf(audit).map((each) => ({ ...each, arrivedAt: -8.64e15, answeredAt: -8.64e15 }));
    const again = await judgeAgain(audit.basis, inTurn(years));
    assert.deepEqual(
      again.clients?.map(({ firstExchange, firstAt, lastAt }) => [
        firstExchange !== undefined,
        firstAt,
        lastAt,
      ]),
      clients.map(() => [true, undefined, undefined]),
    );
    assert.deepEqual(checkSchema('results', again), []);
  });
});

describe('an edited row of a client', () => {
  const lies: Readonly<Record<string, readonly [lie: (rows: ClientRow[]) => unknown, told: RegExp]>> = {
    'a breach taken out': [
      (rows) => (rows[1] = { ...rows[1], broken: [] } as unknown as ClientRow),
      /^clients\.SBX_2 \(by client id\)\.broken: results\.json says \[\], and judging again gives \[\{"id":/,
    ],
    'more exchanges': [
      (rows) => (rows[0] = { ...rows[0], exchanges: 9000 } as unknown as ClientRow),
      /^clients\.SBX_1 \(by client id\)\.exchanges: results\.json says 9000, and judging again gives 30$/,
    ],
    'an earlier beginning': [
      (rows) => (rows[0] = { ...rows[0], firstAt: '2020-01-01T00:00:00.000Z' } as unknown as ClientRow),
      /^clients\.SBX_1 \(by client id\)\.firstAt: results\.json says 2020-01-01/,
    ],
    'a client left out': [
      (rows) => rows.pop(),
      /^clients\.SBX_2 \(by client id\): results\.json says nothing, and judging again gives \{"label":"SBX_2"/,
    ],
    'a client twice': [
      (rows) => rows.push(...rows.slice(0, 1)),
      /^clients: results\.json has them in another order, or one twice$/,
    ],
    'another order': [(rows) => rows.reverse(), /^clients: results\.json has them in another order/],
  };
  for (const [lie, [forge, told]] of Object.entries(lies))
    it(`is found: ${lie}`, async () => {
      const audit = await auditTexts([harText(interleaved(trafficOf(clients)))]);
      const again = await judgeAgain(audit.basis, inTurn(evidenceOf(audit)));
      assert.deepEqual(differencesIn(audit.results, again), []);
      const rows = [...rowsOf(audit)];
      forge(rows);
      const found = differencesIn({ ...audit.results, clients: rows }, again);
      assert.equal(found.length, 1);
      assert.match(found[0] ?? '', told);
    });
});
