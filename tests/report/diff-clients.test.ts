import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ClientRow, Results } from '../../support/judging/results';
import type { ClientChanges } from '../../support/report/diff/clients';
import { clientGroups, compareClients, comparedClientsText } from '../../support/report/diff/clients';
import { auditTexts, harText, interleaved, trafficOf } from '../traffic/several';
import type { DifferingRows } from './sample-results';
import { sampleResults } from './sample-results';

/** A client that broke demands and recommendations. */
function client(
  label: string,
  failed: readonly string[] = [],
  { warned = [], by = 'client id' }: { warned?: readonly string[]; by?: ClientRow['by'] } = {},
): ClientRow {
  const broken = [...warned, ...failed].map((id, index) => ({ id, count: index + 1, exchange: 7 }));
  return { label, by, exchanges: 30, overall: {}, failed, broken };
}

const withClients = (clients: readonly ClientRow[], differing: DifferingRows = {}): Results => ({
  ...sampleResults(differing),
  clients,
});

function changes(old: readonly ClientRow[], now: readonly ClientRow[]) {
  const found = compareClients(withClients(old), withClients(now));
  assert.ok(found);
  return found;
}

const told = (each: ClientChanges['worse']) =>
  each.map(({ label, obligations }) =>
    [label, ...obligations.map(({ id, level }) => `${id} ${level}`)].join(),
  );

const standIn = (kind: string, index: number) => `${kind}-abcdefghijk${'mnopqr'.charAt(index)}`;

describe('clients of two reports', () => {
  it('are told apart by what they newly break, no longer break, and where only one report has them', () => {
    const { worse, better, appeared, gone, compared } = changes(
      [client('A', ['HDR-05']), client('B', ['HDR-05']), client('C'), client('D', ['HDR-07'])],
      [client('A', ['HDR-05']), client('B', ['HDR-07']), client('C'), client('E', ['HDR-05'])],
    );
    assert.deepEqual(told(worse), ['B,HDR-07 must']);
    assert.deepEqual(told(better), ['B,HDR-05 must']);
    assert.deepEqual([told(appeared), told(gone), compared], [['E,HDR-05 must'], ['D,HDR-07 must'], 3]);
  });

  it('differ in nothing where they broke the same, however often', () => {
    const same = [client('A', ['HDR-05', 'HDR-07'], { warned: ['HDR-04'] })];
    const { worse, better, appeared, gone } = changes(same, [
      client('A', ['HDR-07', 'HDR-05'], { warned: ['HDR-04'] }),
    ]);
    assert.deepEqual([worse, better, appeared, gone], [[], [], [], []]);
  });

  it('stand worst first: by demands, then by recommendations, then by name', () => {
    const names = ['A', 'B', 'C', 'D'];
    const { worse } = changes(
      names.map((name) => client(name)),
      [
        client('A', [], { warned: ['HDR-04'] }),
        client('D', ['HDR-05']),
        client('C', ['HDR-05'], { warned: ['HDR-04'] }),
        client('B', ['HDR-05']),
      ],
    );
    assert.deepEqual(told(worse), [
      'C,HDR-05 must,HDR-04 should',
      'B,HDR-05 must',
      'D,HDR-05 must',
      'A,HDR-04 should',
    ]);
  });

  it('are worse where a recommendation became a demand, and better the other way', () => {
    const [warned, failed] = [client('A', [], { warned: ['HDR-05'] }), client('A', ['HDR-05'])];
    const worse = changes([warned], [failed]);
    assert.deepEqual([told(worse.worse), worse.better], [['A,HDR-05 must'], []]);
    const better = changes([failed], [warned]);
    assert.deepEqual([better.worse, told(better.better)], [[], ['A,HDR-05 must']]);
  });

  it('are not compared if one report has none', () => {
    const none = withClients([client('A', ['HDR-05'])]);
    assert.equal(compareClients(sampleResults(), none), undefined, 'a report without clients');
    assert.equal(compareClients(none, sampleResults()), undefined);
  });

  it('are compared by what they themselves broke, and by what both plans have', () => {
    const now = [client('A', ['SES-05', 'HDR-05', 'HDR-07'])];
    const old = withClients([client('A')], { 'HDR-05': { planned: false } });
    assert.deepEqual(told(compareClients(old, withClients(now))?.worse ?? []), ['A,HDR-07 must']);
  });

  it('say where an exception covers what is broken', () => {
    const exception = { obligation: 'HDR-05', reason: 'known', approver: 'A', expires: '2999-12-31' };
    const now = withClients([client('A', ['HDR-05', 'HDR-07'])]);
    const waivers = [{ ...exception, state: 'used' as const }];
    const found = compareClients(withClients([client('A')]), { ...now, run: { ...now.run, waivers } });
    assert.deepEqual(
      found?.worse[0]?.obligations.map(({ id, settled }) => [id, settled]),
      [
        ['HDR-05', 'approved exception'],
        ['HDR-07', undefined],
      ],
    );
  });

  it('with digests for names are counted, and neither new nor gone; the very same digest is the same client', () => {
    const digests = (index: number, failed: readonly string[] = []) => [
      client(standIn('client', index), failed),
      client(standIn('bridge', index), failed, { by: 'bridge id' }),
      client(standIn('token', index), failed, { by: 'token' }),
      client(standIn('address', index), failed, { by: 'source address' }),
      client('unidentified', failed, { by: 'nothing' }),
    ];
    const { unnamed, ...others } = changes([...digests(0), client('A')], digests(1, ['HDR-05']));
    assert.deepEqual(unnamed, { old: 4, now: 4 });
    assert.deepEqual([others.worse, others.appeared, told(others.gone)], [[], [], ['A']]);
    // An old recording that is judged again keeps the names that it has.
    const again = changes(digests(0), digests(0, ['HDR-05']));
    assert.deepEqual([again.worse.length, again.compared, again.unnamed], [4, 4, { old: 0, now: 0 }]);
  });

  it('of real audits: a plain id is the same each night, and what is kept secret is not held to be another', async () => {
    const secret = 'k9Xq7ZpT4vR2mW8s';
    const night = async (seed: number) => {
      const traffic = trafficOf([secret, 'SBX_1'].map((clientId) => ({ clientId, exchanges: 6 })));
      return (await auditTexts([harText(interleaved(traffic))], { key: Buffer.alloc(32, seed) })).results;
    };
    const [old, now] = [await night(1), await night(2)];
    const { worse, better, appeared, gone, compared, unnamed } = compareClients(old, now) ?? assert.fail();
    assert.deepEqual([worse, better, appeared, gone], [[], [], [], []]);
    assert.deepEqual([compared, unnamed], [1, { old: 1, now: 1 }]);
  });
});

describe('clients that differ, in words', () => {
  it('are a line each below their count, the worst first, with what they break', () => {
    const found = changes(
      [client('A'), client('B', ['HDR-05', 'HDR-07']), client('D')],
      [client('A', ['HDR-05'], { warned: ['HDR-04'] }), client('B'), client('C')],
    );
    assert.deepEqual(clientGroups(found), [
      {
        kind: 'worse',
        title: 'Clients that newly break something: 1',
        lines: ['A (by client id): HDR-05 2×, HDR-04 1× (warning)'],
      },
      {
        kind: 'better',
        title: 'Clients that are no longer seen to break what they broke: 1',
        lines: ['B (by client id): HDR-05 1×, HDR-07 2×'],
      },
      { kind: 'appeared', title: 'Clients only in the new report: 1', lines: ['C (by client id)'] },
      { kind: 'gone', title: 'Clients only in the old report: 1', lines: ['D (by client id)'] },
    ]);
    assert.equal(comparedClientsText(found), 'Clients compared by name: 2.');
  });

  it('are none where nothing differs, and digests are counted apart', () => {
    const found = changes(
      [client('A'), client(standIn('client', 0))],
      [client('A'), client(standIn('client', 1)), client(standIn('client', 2))],
    );
    assert.deepEqual(clientGroups(found), []);
    assert.equal(
      comparedClientsText(found),
      'Clients compared by name: 1. Not compared: 1 of the old report and 2 of the new, whose names are digests that differ from audit to audit.',
    );
  });

  it('name five obligations of each at most', () => {
    const ids = Array.from({ length: 8 }, (_none, index) => `HDR-0${index + 1}`);
    const [group] = clientGroups(changes([client('A')], [client('A', ids)]));
    assert.match(group?.lines[0] ?? '', /HDR-05 5× and 3 more$/);
  });
});
