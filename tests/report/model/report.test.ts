import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { checkSchema } from '../../../support/contract/schemas';
import { currentEdition, sourceDocument } from '../../../support/contract/source';
import type { VerdictReason } from '../../../support/exchange/reason';
import { leftOutByGentleProbes } from '../../../support/exchange/reason';
import { noRequestCheck } from '../../../support/judging/no-request';
import type { Results } from '../../../support/judging/results';
import type { Role } from '../../../support/contract/words';
import { placesOf } from '../../../support/report/model/causes';
import { reportOf } from '../../../support/report/model/report';
import { rolesInWords } from '../../../support/report/model/scope';
import { sampleOverall, sampleResults } from '../sample-results';
import { chainedResults } from './chained';

describe('the model of a report', () => {
  const results = chainedResults();
  const report = reportOf(results);
  const ids = (rows: readonly { readonly id: string }[]): string[] => rows.map(({ id }) => id);

  it('is made of results that keep to their schema, and changes nothing in them', () => {
    assert.deepEqual(checkSchema('results', results), []);
    const before = structuredClone(results);
    reportOf(results);
    assert.deepEqual(results, before);
  });

  it('tells causes, and below each all that follows from it, however far', () => {
    assert.deepEqual(
      report.causes.map(({ row, consequences }) => [row.id, ids(consequences)]),
      [
        ['HDR-05', []],
        ['CBK-03', ['ENC-14', 'FLW-01', 'FLW-05', 'FLW-10']],
      ],
    );
    // What it follows from did not fail: it stands by itself.
    assert.deepEqual(ids(report.warned), ['OTP-01']);
    const [row] = report.planned.filter(({ id }) => id === 'FLW-10');
    assert.deepEqual([row?.follows, row?.root], [['FLW-05', 'HDR-05'], 'CBK-03']);
  });

  it('tells an obstacle once, with what it prevented, and groups what is open for one reason', () => {
    assert.deepEqual(
      report.open.map(({ verdict, reason, details, rows }) => [verdict, reason, details.length, ids(rows)]),
      [
        ['inconclusive', 'the adapter ended with exit code 1', 2, ['CRT-04', 'CRT-05', 'CRT-06']],
        ['not-tested', 'not declared: set declarations.ID', 0, ['HDR-14', 'TOK-08']],
      ],
    );
    assert.equal(
      report.open[1]?.advice,
      'declare what holds in the target file, with name and date, then run again',
    );
    assert.deepEqual(report.warnings, ['a certificate expires soon']);
    const other = chainedResults({
      obstacles: [{ what: 'another obstacle', detail: 'more', prevented: [] }],
    });
    assert.deepEqual(reportOf(other).warnings, [
      'a certificate expires soon',
      'cut short: another obstacle\nmore',
    ]);
  });

  it('asks for what is missing only where something can be provided', () => {
    const adviceOn = (
      text: string,
      run: Partial<Results['run']> = {},
      reason: Partial<VerdictReason> = { kind: 'not-exercised' },
    ) =>
      reportOf(sampleResults({ 'TOK-05': { verdict: 'not-tested', reason: { ...reason, text } } }, run))
        .open[0]?.advice;
    for (const reason of [
      'not exercised in this scenario; not done: otp.verify (the client answered: 400)',
      'not seen: identity (not exercised)',
      // Words of a client do not decide.
      'not done: otp.verify (the client answered: session.create (the client answered: 400))',
      'not done: otp.verify (the client answered: the client triggers Approve itself, so no)',
    ])
      assert.match(
        adviceOn(reason) ?? '',
        /^find out why nothing showed it, then: npx conform run .* --only TOK-05$/,
      );
    assert.match(
      adviceOn('any words', {}, { kind: 'not-exercised', topic: 'session-error' }) ?? '',
      /^ask npx conform doctor what keeps the client from a session, then: /,
    );
    assert.match(
      adviceOn('any words', {}, { kind: 'not-exercised', topic: 'self-trigger' }) ?? '',
      /^if you can, switch off the trigger that the client sends by itself, then: /,
    );
    assert.match(
      adviceOn('no OTP is set', {}, { kind: 'not-configured' }) ?? '',
      /^provide what is missing, then: /,
    );
    assert.equal(
      adviceOn('not declared', {}, { kind: 'not-declared' }),
      'declare what holds in the target file, with name and date, then run again',
    );
    assert.equal(
      adviceOn('the run was stopped', {}, { kind: 'interrupted' }),
      'run again, with time enough to reach the end',
    );
    // The kind of the reason decides, and not its words.
    const gentle = leftOutByGentleProbes('not exercised');
    assert.equal(
      adviceOn('not exercised', {}, gentle),
      'run without limits.probes: gentle to have it judged',
    );
    assert.equal(
      adviceOn('the adapter does not offer field.encrypt', {}, { kind: 'not-offered', optional: true }),
      'nothing has to be done: it may stay so, and the first page says that it was not shown',
    );
    const traffic = { note: 'recorded', files: [] };
    assert.equal(
      adviceOn('not declared', { traffic }, { kind: 'not-declared' }),
      'declare what holds in a target file, and judge with it: --target FILE',
    );
    assert.match(
      adviceOn('not exercised in this run', { traffic }) ?? '',
      /^let the client do what npx conform explain lists, then: npx conform audit FILE --only TOK-05$/,
    );
    assert.equal(
      adviceOn('not exercised in this run', {
        traffic,
        diagnosis: [noRequestCheck('the client does not trust ca.pem')],
      }),
      'let the client reach the mock first, then run again',
    );
  });

  it('advises nothing if the evidence does not state what the judge compares', () => {
    const reason = { kind: 'cannot-be-seen', text: 'the access token has no exp' } as const;
    assert.equal(
      reportOf(sampleResults({ 'SES-10': { verdict: 'inconclusive', reason } })).open[0]?.advice,
      'nothing has to be done: what was sent does not state it, and it need not',
    );
  });

  it('keeps what was not in the plan out of every count', () => {
    assert.deepEqual(ids(report.notPlanned), ['SES-08', 'SES-09']);
    assert.deepEqual(new Set(report.notPlanned.map(({ label }) => label)), new Set(['not in the plan']));
    const sum = report.counts.reduce((total, { count }) => total + count, 0);
    assert.equal(sum, report.planned.length);
    assert.equal(sum, results.obligations.length - 2);
  });

  it('says whom a verdict is on, for what, and what was not assessed', () => {
    assert.deepEqual(
      report.headlines.map(({ sentence }) => sentence),
      [
        'The services conform for gateway; identity, registry and dummy payer not assessed',
        'The integrator does not conform; assessed: session, identity and registry; health-data transfer and payer flows not assessed',
      ],
    );
    const whole = reportOf(sampleResults());
    assert.deepEqual(
      whole.headlines.map(({ text }) => text),
      ['conforms', 'conforms'],
    );
    const textsOf = (...overall: Parameters<typeof sampleOverall>): string[] =>
      reportOf(sampleResults({}, { overall: { integrator: sampleOverall(...overall) } })).headlines.map(
        ({ text }) => text,
      );
    assert.deepEqual(
      [...textsOf('conforms', true), ...textsOf('incomplete', true), ...textsOf('no-failure', true)],
      [
        'conforms for session; health-data transfer as HIP not assessed',
        'the test is incomplete; assessed: session; health-data transfer as HIP not assessed',
        'no failure in the 12 of 92 requirements that were seen',
      ],
    );
  });

  it('names the contract by title and edition, and an unknown edition without a title', () => {
    assert.equal(report.contract.title, sourceDocument.title);
    assert.equal(report.contract.edition, currentEdition);
    const edition = `2027-03-01-${'0'.repeat(12)}`;
    const later = chainedResults({ sourceDigest: `sha256:${'0'.repeat(64)}`, edition });
    const other = reportOf(later).contract;
    assert.equal(other.edition, edition);
    assert.notEqual(other.title, sourceDocument.title);
  });

  it('names the adapter beside the product, where one introduced itself', () => {
    const valueOf = (run: Parameters<typeof chainedResults>[0], term: string) =>
      reportOf(chainedResults(run)).facts.find((fact) => fact.term === term)?.value;
    assert.equal(valueOf({}, 'Product'), 'Product 1.2');
    assert.equal(valueOf({}, 'Adapter'), 'ward-adapter 0.3.1');
    assert.equal(valueOf({ adapter: { name: 'bare', version: '' } }, 'Adapter'), 'bare');
    const { adapter, ...without } = chainedResults().run;
    assert.ok(adapter);
    const facts = reportOf({ ...chainedResults(), run: without }).facts;
    assert.equal(facts.find(({ term }) => term === 'Adapter')?.value, undefined);
  });
});

describe('causes', () => {
  const failed = (id: string, ...follows: readonly string[]) =>
    ({ id, follows, planned: true, verdict: 'failed' }) as const;

  it('may stand behind what follows from them, and at the end of a long chain', () => {
    const places = placesOf([failed('C-1', 'B-1'), failed('B-1', 'A-1'), failed('A-1')]);
    assert.deepEqual(
      [...places].map(([id, { root, brings }]) => [id, root, brings]),
      [
        ['C-1', 'A-1', []],
        ['B-1', 'A-1', []],
        ['A-1', undefined, ['C-1', 'B-1']],
      ],
    );
  });

  it('end where failures follow from each other in a circle', () => {
    const places = placesOf([
      failed('B-1', 'A-1'),
      failed('A-1', 'B-1'),
      failed('C-1', 'B-1'),
      failed('D-1', 'D-1'),
    ]);
    assert.deepEqual(
      [...places].map(([id, { root, brings }]) => [id, root, brings]),
      [
        ['B-1', 'A-1', []],
        ['A-1', undefined, ['B-1', 'C-1']],
        ['C-1', 'A-1', []],
        ['D-1', undefined, []],
      ],
    );
  });

  it('are failures of the plan alone', () => {
    const outside = { ...failed('A-1'), planned: false };
    const warning = { ...failed('B-1'), verdict: 'warning' } as const;
    const places = placesOf([outside, warning, failed('C-1', 'A-1', 'B-1')]);
    assert.deepEqual(places.get('C-1'), { follows: [], brings: [] });
  });
});

describe('roles in words', () => {
  for (const [roles, expected] of [
    [['session'], 'session'],
    [['session', 'identity', 'registry'], 'session, identity and registry'],
    [['hip', 'hiu'], 'health-data transfer'],
    [['hiu'], 'health-data transfer as HIU'],
    [['provider', 'trigger'], 'payer flows'],
    [['provider'], 'payer flows'],
    [['trigger'], 'dummy payer triggers'],
    [['gateway', 'payer'], 'gateway and dummy payer'],
    [[], ''],
  ] as const satisfies readonly (readonly [readonly Role[], string])[])
    it(`${roles.join(', ') || 'none'}: ${expected || 'nothing'}`, () => {
      assert.equal(rolesInWords(roles), expected);
    });
});
