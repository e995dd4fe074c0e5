import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Role } from '../../support/contract/words';
import type { VerdictReason } from '../../support/exchange/reason';
import type { OverallCase, OverallFacts, OverallResult } from '../../support/judging/overall';
import { decideOverall, scopeOfSubject } from '../../support/judging/overall';
import type { ObligationResult } from '../../support/judging/verdict';
import { contractObligations } from '../../support/obligations';
import { decideCase, makeScenarioOutcome } from './rows';

const row = (change: Partial<ObligationResult>): ObligationResult => ({
  ...decideCase('SES-05'),
  planned: true,
  ...change,
});
const passed = row({ verdict: 'passed' });
const failed = row({ id: 'SES-06', verdict: 'failed' });
const notTested = (reason: VerdictReason, change: Partial<ObligationResult> = {}): ObligationResult =>
  row({ id: 'SES-07', verdict: 'not-tested', reason, ...change });

const certifying: OverallFacts = {
  kind: 'run',
  ownSubjects: [],
  narrowedBy: [],
  faults: [],
  left: 0,
  cutFiles: [],
  isObstructed: () => false,
};

const about = (rows: readonly ObligationResult[], change: Partial<OverallCase> = {}): OverallCase => ({
  subject: 'service',
  rows,
  facts: certifying,
  concerns: () => true,
  obligations: [],
  plays: () => false,
  ...change,
});

function decided(
  rows: readonly ObligationResult[],
  facts: Partial<OverallFacts> = {},
  change: Partial<OverallCase> = {},
): OverallResult {
  return decideOverall(about(rows, { facts: { ...certifying, ...facts }, ...change }));
}

const told = (...given: Parameters<typeof decided>): string => {
  const { verdict, why } = decided(...given);
  return [verdict, ...why.map(({ kind }) => kind)].join(' ');
};

const inconclusive = (kind: NonNullable<VerdictReason['kind']>, bySuite?: true): ObligationResult =>
  row({
    verdict: 'inconclusive',
    reason: { kind, text: 'no answer', ...(bySuite && { bySuite }) },
    scenarios: [{ ...makeScenarioOutcome('inconclusive', 'no answer'), kind, ...(bySuite && { bySuite }) }],
  });

describe('step 1: a must that failed', () => {
  it('does not conform, whatever else happened', () => {
    assert.equal(told([passed, failed]), 'does-not-conform must-failed');
    assert.deepEqual(decided([passed, failed]).why[0]?.ids, ['SES-06']);
    const facts = { faults: ['a fault'], left: 2, narrowedBy: ['--only'], kind: 'traffic' } as const;
    assert.equal(told([failed], facts), 'does-not-conform must-failed');
  });

  it('counts neither for another subject, nor at another level, nor as a warning, nor outside the plan', () => {
    const twins: readonly Partial<ObligationResult>[] = [
      { subject: 'integrator' },
      { level: 'should' },
      { verdict: 'warning' },
      { planned: false },
    ];
    for (const change of twins) assert.equal(told([passed, row({ ...failed, ...change })]), 'conforms');
  });
});

describe('step 2: no must was seen', () => {
  it('is incomplete, in a run and in traffic', () => {
    const vacuous: readonly (readonly ObligationResult[])[] = [
      [],
      [row({ verdict: 'not-applicable' })],
      [row({ verdict: 'declared' })],
      [row({ verdict: 'warning' })],
      [inconclusive('not-kept')],
      [row({ level: 'should', verdict: 'passed' })],
      [row({ level: 'observe', verdict: 'observed' })],
      [row({ subject: 'integrator', verdict: 'passed' })],
      [row({ planned: false, verdict: 'passed' })],
    ];
    for (const rows of vacuous)
      for (const kind of ['run', 'traffic'] as const)
        assert.equal(told(rows, { kind }), 'incomplete nothing-seen');
  });

  it('one that passed is enough to go on', () => {
    assert.equal(told([passed]), 'conforms');
    assert.equal(told([passed], { kind: 'traffic' }), 'no-failure traffic');
  });
});

describe('step 3: something got in the way', () => {
  it('is incomplete in a narrowed run too, which is otherwise without failure', () => {
    const hindrances: readonly [Partial<OverallFacts>, string][] = [
      [{ isObstructed: (subject) => subject === 'service' }, 'obstacle'],
      [{ faults: ['a fault'] }, 'suite-fault'],
      [{ left: 3 }, 'interrupted'],
      [{ cutFiles: ['a.har'] }, 'broken-input'],
    ];
    for (const [facts, kind] of hindrances)
      assert.equal(told([passed], { ...facts, narrowedBy: ['--only'] }), `incomplete ${kind}`);
    assert.equal(told([passed], { narrowedBy: ['--only'] }), 'no-failure narrowed');
  });

  it('an obstacle of the other subject does not count', () => {
    const isObstructed = (subject: string): boolean => subject === 'integrator';
    assert.equal(told([passed], { isObstructed }), 'conforms');
  });

  it('a must that another party or the suite prevented counts, and one that was not kept does not', () => {
    const facts = { narrowedBy: ['--only'] } as const;
    assert.equal(told([passed, inconclusive('prevented')], facts), 'incomplete obstacle');
    assert.equal(told([passed, inconclusive('prevented', true)], facts), 'incomplete suite-fault');
    assert.equal(told([passed, inconclusive('not-kept')], facts), 'no-failure narrowed');
  });

  it('a must that the judge could not judge in traffic is no obstacle', () => {
    const unjudged = row({ verdict: 'inconclusive', reason: { kind: 'prevented', text: 'no twin' } });
    assert.equal(told([passed, unjudged], { kind: 'mock' }), 'no-failure mock');
  });

  it('a must that the end of the run left open counts as an interruption', () => {
    const facts = { narrowedBy: ['--only'] } as const;
    const late = notTested({ kind: 'interrupted', text: 'the run was stopped' });
    assert.equal(told([passed, late], facts), 'incomplete interrupted');
    assert.equal(told([passed, inconclusive('interrupted')], facts), 'incomplete interrupted');
    const other = notTested({ kind: 'not-exercised', text: 'not exercised' });
    assert.equal(told([passed, other], facts), 'no-failure narrowed');
  });
});

describe('step 4: a certifying run', () => {
  it('conforms if every must that applies is passed or declared', () => {
    const rows = [passed, row({ verdict: 'declared' }), row({ verdict: 'not-applicable' })];
    assert.deepEqual(decided(rows).why, []);
    assert.equal(decided(rows).verdict, 'conforms');
  });

  it('is incomplete with a must that is open, and not with a should', () => {
    const kinds = ['not-exercised', 'not-offered', 'not-declared', 'not-configured', 'prevented', 'not-kept'];
    for (const kind of kinds as NonNullable<VerdictReason['kind']>[]) {
      const open = notTested({ kind, text: 'open' });
      assert.equal(told([passed, open]), 'incomplete open-must', kind);
      assert.equal(told([passed, { ...open, level: 'should' }]), 'conforms', kind);
    }
    assert.equal(told([passed, inconclusive('irregular')]), 'incomplete open-must');
  });

  it('tolerates an optional method and an unset reading, and lists what they left unseen', () => {
    for (const kind of ['not-offered', 'not-configured'] as const) {
      const result = decided([passed, notTested({ kind, text: 'left aside', optional: true })]);
      assert.equal(result.verdict, 'conforms', kind);
      assert.deepEqual(result.scope.notShown, ['SES-07'], kind);
    }
    const other = notTested({ kind: 'not-exercised', text: 'not exercised', optional: true });
    assert.equal(told([passed, other]), 'incomplete open-must');
    assert.equal(decided([passed, other]).scope.notShown, undefined);
  });

  it('is without failure if a setting left out a row, a facet or a scenario', () => {
    const by = 'limits.probes: gentle';
    const reason = { kind: 'left-out', text: 'not done', by } as const;
    const facets = [{ name: 'a part', verdict: 'not-tested', reason }] as const;
    const scenario = { ...makeScenarioOutcome('not-tested', 'not done'), kind: 'left-out', by } as const;
    const cases: readonly [ObligationResult, string][] = [
      [notTested(reason), 'SES-07'],
      [row({ verdict: 'passed', facets }), 'SES-05'],
      [row({ verdict: 'passed', scenarios: [scenario] }), 'SES-05'],
    ];
    for (const [each, id] of cases) {
      const { verdict, why, scope } = decided([passed, each]);
      assert.equal(verdict, 'no-failure', id);
      assert.deepEqual(why, [{ kind: 'left-out', text: `left out by ${by}`, ids: [id] }]);
      assert.deepEqual(scope.leftOut, [{ by, ids: [id] }]);
    }
  });

  it('does not miss what concerns the target or the subject not at all', () => {
    const left = notTested({ kind: 'left-out', text: 'not done', by: '--only' }, { planned: false });
    assert.equal(told([passed, left], {}, { concerns: (id) => id !== 'SES-07' }), 'conforms');
    assert.equal(told([passed, { ...left, subject: 'integrator' }]), 'conforms');
    assert.equal(told([passed, left]), 'no-failure left-out');
  });

  it('at night names the profile beside what it left out, and still wants every other must', () => {
    const by = '--profile nightly';
    const left = notTested({ kind: 'left-out', text: 'not done', by }, { planned: false });
    const facts = { narrowedBy: [by] } as const;
    assert.equal(told([passed, left], facts), 'no-failure narrowed left-out');
    assert.equal(told([passed, left, inconclusive('irregular')], facts), 'incomplete open-must');
    assert.equal(told([passed], facts), 'conforms');
  });
});

describe('step 5: any other run', () => {
  it('is without failure, and tells why it certifies nothing', () => {
    const kinds: readonly [Partial<OverallFacts>, string][] = [
      [{ ownSubjects: ['service'] }, 'self-test'],
      [{ narrowedBy: ['--failed-only'] }, 'narrowed'],
      [{ narrowedBy: ['a choice of scenarios'] }, 'narrowed'],
      [{ kind: 'traffic' }, 'traffic'],
      [{ kind: 'mock' }, 'mock'],
      [{ kind: 'challenge' }, 'challenge'],
    ];
    for (const [facts, kind] of kinds) {
      assert.equal(told([passed], facts), `no-failure ${kind}`);
      const open = notTested({ kind: 'not-exercised', text: 'not exercised' });
      assert.equal(told([passed, open], facts), `no-failure ${kind}`);
    }
    assert.equal(told([passed], { ownSubjects: ['integrator'] }), 'conforms');
  });
});

describe('failures with an approved exception', () => {
  const excepted = new Set(['SES-06']);

  it('leave the verdict as it is, and tell what would remain without them', () => {
    const { verdict, settled } = decided([passed, failed], {}, { settled: excepted });
    assert.equal(verdict, 'does-not-conform');
    assert.deepEqual(settled, { verdict: 'conforms', why: [] });
  });

  it('never hide an obstacle, an open must or another failure', () => {
    const settledBy = (rows: readonly ObligationResult[], facts: Partial<OverallFacts> = {}) =>
      decided(rows, facts, { settled: excepted }).settled?.verdict;
    assert.equal(settledBy([passed, failed], { isObstructed: () => true }), 'incomplete');
    assert.equal(settledBy([passed, failed, inconclusive('not-kept')]), 'incomplete');
    assert.equal(settledBy([passed, failed, row({ id: 'SES-09', verdict: 'failed' })]), undefined);
    assert.equal(settledBy([passed, failed], { kind: 'traffic' }), 'no-failure');
  });

  it('say nothing where nothing failed', () => {
    assert.equal(decided([passed], {}, { settled: excepted }).settled, undefined);
  });
});

const oneOf =
  (...roles: readonly Role[]) =>
  (role: Role): boolean =>
    roles.includes(role);

describe('the scope', () => {
  it('lists the facets that do not concern the target', () => {
    const facets = [
      { name: 'identity', verdict: 'passed' },
      { name: 'registry', verdict: 'not-applicable', reason: { text: 'no role registry' } },
    ] as const;
    const rows = [row({ id: 'CRT-09', facets }), row({ subject: 'integrator', id: 'FLW-05', facets })];
    assert.deepEqual(scopeOfSubject(about(rows)).ruledOut, ['CRT-09: registry']);
    assert.equal(scopeOfSubject(about([passed])).ruledOut, undefined);
  });

  it('counts the requirements that concern the subject, and those that were kept or broken', () => {
    const rows = [
      passed,
      failed,
      row({ level: 'should', verdict: 'warning' }),
      row({ level: 'observe', verdict: 'observed' }),
      row({ verdict: 'declared' }),
      row({ verdict: 'inconclusive', observations: 3 }),
      notTested({ kind: 'not-exercised', text: 'not exercised' }),
      row({ verdict: 'not-applicable' }),
      row({ subject: 'integrator', verdict: 'passed' }),
    ];
    assert.deepEqual(scopeOfSubject(about(rows)).requirements, { seen: 4, of: 7 });
    const concerns = (id: string): boolean => id !== 'SES-07';
    assert.deepEqual(scopeOfSubject(about(rows, { concerns })).requirements, { seen: 4, of: 6 });
  });

  it('names no role that the integrator does not play, though it shares an obligation', () => {
    const shared = contractObligations.get('VER-01');
    const rows = [row({ id: shared.id, subject: 'integrator', verdict: 'passed' })];
    const scopeOf = (...played: readonly Role[]) =>
      scopeOfSubject(about(rows, { subject: 'integrator', obligations: [shared], plays: oneOf(...played) }));
    assert.deepEqual(shared.roles, ['registry', 'provider']);
    assert.deepEqual(scopeOf('session', 'registry').assessed, ['registry']);
    assert.deepEqual(scopeOf('registry').notAssessed, ['provider']);
    assert.deepEqual(scopeOf('registry', 'provider').assessed, ['registry', 'provider']);
  });

  it('does not assess a service that the target does not name, though it shares an obligation', () => {
    const shared = contractObligations.get('CRT-03');
    const rows = [row({ id: shared.id, verdict: 'passed' })];
    const found = scopeOfSubject(about(rows, { obligations: [shared], plays: oneOf('registry') }));
    assert.deepEqual(found.assessed, ['registry']);
  });

  it('shows, for an obligation of either role, the one that was seen by obligations of its own', () => {
    const [shared, own] = [contractObligations.get('VER-01'), contractObligations.get('OTP-01')];
    const rows = [shared, own].map(({ id }) => row({ id, subject: 'integrator', verdict: 'passed' }));
    const assessed = (...obligations: (typeof shared)[]) =>
      scopeOfSubject(
        about(rows, { subject: 'integrator', obligations, plays: oneOf('registry', 'provider') }),
      ).assessed;
    assert.deepEqual(assessed(shared, own), ['registry']);
    assert.deepEqual(assessed(shared), ['registry', 'provider']);
  });
});
