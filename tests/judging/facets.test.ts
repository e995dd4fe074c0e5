import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { facetRows, missingFacets } from '../../support/judging/decide';
import type { Reason } from '../../support/exchange/reason';
import type { ObligationResult } from '../../support/judging/verdict';
import { defaultReadings } from '../../support/contract/readings';
import { contractObligations } from '../../support/obligations';
import { combineFacetNames, facetsFor } from '../../support/obligations/judge/facets';
import type { Facet } from '../../support/obligations/judge/home';
import {
  JudgementTally,
  dropKeptObservations,
  withFacetNames,
  keptJudgement,
} from '../../support/obligations/judge/judge';
import { embeddedTarget } from '../../support/run/targets';
import { plainTextOrEmpty } from '../plain';
import { breach, makeConclusion, decideCase, makeScenarioOutcome } from './rows';

const facets: readonly Facet[] = [{ name: 'Preauth' }, { name: 'Claim' }];
const seen = (name: string, kept: number, broken = 0) => ({ name, kept, broken });

/** A must with two facets, of which that was seen. */
function row(...of: readonly { name: string; kept: number; broken: number; unjudged?: Reason }[]) {
  const broken = of.reduce((sum, each) => sum + each.broken, 0);
  const conclusion = makeConclusion({
    observations: of.reduce((sum, each) => sum + each.kept + each.broken, 0),
    breaches: broken > 0 ? [breach(1)] : [],
    breachCount: broken,
    unjudged: of.flatMap(({ unjudged }) => unjudged ?? []),
    facets: of,
  });
  return decideCase('FLW-13', { facets, conclusion, scenarios: [makeScenarioOutcome('passed')] });
}

const verdictsOf = ({ facets: rows = [] }: ObligationResult): string[] =>
  rows.map(({ name, verdict }) => `${name} ${verdict}`);

describe('an obligation with facets', () => {
  it('passes where every facet was seen and kept', () => {
    const result = row(seen('Preauth', 1), seen('Claim', 2));
    assert.equal(result.verdict, 'passed');
    assert.deepEqual(verdictsOf(result), ['Preauth passed', 'Claim passed']);
  });

  it('is not tested where one facet was never exercised, however often the other was kept', () => {
    const result = row(seen('Preauth', 9));
    assert.equal(result.verdict, 'not-tested');
    assert.equal(plainTextOrEmpty(result.reason), 'not seen: Claim (not exercised)');
    assert.deepEqual(verdictsOf(result), ['Preauth passed', 'Claim not-tested']);
  });

  it('passes without a facet that the subject refused on purpose', () => {
    const refusing = new JudgementTally({ readings: defaultReadings });
    refusing.add(withFacetNames(keptJudgement, 'Preauth'), 1);
    refusing.add(withFacetNames({ unjudged: 'no claims are made here', rulesOut: true }, 'Claim'), 2);
    const conclusion = refusing.conclude();
    const result = decideCase('FLW-13', { facets, conclusion, scenarios: [makeScenarioOutcome('passed')] });
    assert.equal(result.verdict, 'passed');
    assert.deepEqual(verdictsOf(result), ['Preauth passed', 'Claim not-applicable']);
  });

  it('is inconclusive where something prevented a facet, and quotes that', () => {
    const result = row(seen('Preauth', 1), {
      ...seen('Claim', 0),
      unjudged: { kind: 'prevented', text: 'the claim was answered 422' },
    });
    assert.equal(result.verdict, 'inconclusive');
    assert.equal(plainTextOrEmpty(result.reason), 'not seen: Claim (the claim was answered 422)');
  });

  it('passes where a facet could not be judged once, and was kept another time', () => {
    const result = row(seen('Preauth', 1), {
      ...seen('Claim', 1),
      unjudged: { kind: 'prevented', text: 'the first claim timed out' },
    });
    assert.deepEqual(verdictsOf(result), ['Preauth passed', 'Claim passed']);
  });

  it('fails where one facet was broken, whatever became of the others', () => {
    const result = row(seen('Preauth', 1, 1), seen('Claim', 0));
    assert.equal(result.verdict, 'failed');
    assert.deepEqual(verdictsOf(result), ['Preauth failed', 'Claim not-tested']);
  });

  it('does without a facet that the target rules out, and says why', () => {
    const ruledOut: readonly Facet[] = [
      { name: 'a' },
      { name: 'b', ruledOut: 'the target does not list the role b' },
    ];
    const conclusion = makeConclusion({ observations: 1, facets: [seen('a', 1)] });
    const result = decideCase('FLW-13', { facets: ruledOut, conclusion, scenarios: [] });
    assert.equal(result.verdict, 'passed');
    assert.deepEqual(result.facets?.[1], {
      name: 'b',
      verdict: 'not-applicable',
      reason: { text: 'the target does not list the role b' },
    });
  });

  const withSetAside = (setAside: Reason) =>
    decideCase('FLW-13', {
      facets: [{ name: 'a' }, { name: 'b', setAside }],
      conclusion: makeConclusion({ observations: 1, facets: [seen('a', 1)] }),
      scenarios: [],
    });

  it('does without a facet that a setting left out, or that needs an optional method, and names it', () => {
    const reasons: readonly Reason[] = [
      { kind: 'left-out', text: 'it may lock the account', by: 'limits.probes: gentle' },
      { kind: 'not-offered', text: 'the adapter does not offer field.encrypt', optional: true },
    ];
    for (const reason of reasons) {
      const result = withSetAside(reason);
      assert.equal(result.verdict, 'passed', reason.kind);
      assert.deepEqual(result.facets?.[1], { name: 'b', verdict: 'not-tested', reason });
    }
  });

  it('does not pass without a facet whose role lacks what it requires', () => {
    const result = withSetAside({ kind: 'not-offered', text: 'the adapter does not offer otp.verify' });
    assert.deepEqual([result.verdict, result.reason?.kind], ['not-tested', 'not-offered']);
  });

  it('has the topic of each facet that is missing, as a part of its reason', () => {
    const setAside: Reason = { kind: 'not-exercised', topic: 'self-trigger', text: 'it triggers itself' };
    const { reason } = decideCase('FLW-13', {
      facets: [{ name: 'a' }, { name: 'b' }, { name: 'c', setAside }],
      conclusion: makeConclusion({ observations: 1, facets: [seen('a', 1)] }),
      scenarios: [],
    });
    const text = 'not seen: b (not exercised); c (it triggers itself)';
    assert.deepEqual(reason, { kind: 'not-exercised', topic: 'self-trigger', text });
  });

  it('has no facets where it stands outside the plan or does not concern the target', () => {
    const conclusion = makeConclusion({ observations: 1, facets: [seen('Preauth', 1)] });
    assert.equal(
      decideCase('FLW-13', { facets, conclusion, unplanned: { kind: 'left-out', text: 'left out' } }).facets,
      undefined,
    );
    const exclusion = { verdict: 'not-applicable', reason: { text: 'no payer' } } as const;
    assert.equal(decideCase('FLW-13', { facets, conclusion, exclusion }).facets, undefined);
  });
});

describe('facets', () => {
  it('multiply where there are several axes', () => {
    assert.deepEqual(combineFacetNames(['Preauth', 'Claim'], ['Approve', 'Reject']), [
      'Preauth, Approve',
      'Preauth, Reject',
      'Claim, Approve',
      'Claim, Reject',
    ]);
  });

  it('are those that were seen, where they are not known beforehand', () => {
    const rows = facetRows(undefined, { facets: [seen('x25519', 1)] });
    assert.deepEqual(rows, [{ name: 'x25519', verdict: 'passed' }]);
    assert.equal(missingFacets(rows), undefined);
  });

  it('lose what was kept, and nothing else, where the whole is withheld', () => {
    const tally = new JudgementTally({ readings: defaultReadings });
    tally.add(withFacetNames(keptJudgement, 'a'), 1);
    tally.add(withFacetNames({ breach: { sent: '', expected: '', seen: '', cause: '' } }, 'b'), 2);
    assert.deepEqual(tally.conclude().facets, [seen('a', 1), seen('b', 0, 1)]);
    assert.deepEqual(dropKeptObservations(tally.conclude()).facets, [seen('a', 0), seen('b', 0, 1)]);
  });

  it('of every home have names for the plain target, each one once', () => {
    for (const obligation of contractObligations.judged.filter((each) => each.facets !== undefined)) {
      const names = (facetsFor(obligation, embeddedTarget) ?? []).map(({ name }) => name);
      assert.equal(new Set(names).size, names.length, obligation.id);
      assert.ok(
        names.every((name) => !name.startsWith('each ')),
        `${obligation.id}: ${names.join()}`,
      );
    }
  });
});
