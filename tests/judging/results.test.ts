import assert from 'node:assert/strict';
import { describe, it, test } from 'node:test';
import { buildResults } from '../../support/judging/build-results';
import type { ResultsInput } from '../../support/judging/build-results';
import type { Results } from '../../support/judging/results';
import type { OverallResult } from '../../support/judging/overall';
import type { Verdict } from '../../support/judging/verdict';
import { checkSchema } from '../../support/contract/schemas';
import type { Conclusion, Obligation } from '../../support/obligations';
import { contractObligations } from '../../support/obligations';
import { facetsFor } from '../../support/obligations/judge/facets';
import { maxListed } from '../../support/obligations/judge/judge';
import { embeddedTarget } from '../../support/run/targets';
import { renderings } from '../report/renderings';
import { makeEndedRun } from '../report/sample-results';
import { conclusionWithBreaches, makeConclusion, makeScenarioOutcome as scenario } from './rows';

/** Seen twice, in each of its facets. */
function kept(obligation: Obligation): Conclusion {
  const facets = (facetsFor(obligation, embeddedTarget) ?? []).map(({ name }) => ({
    name,
    kept: 2,
    broken: 0,
  }));
  return makeConclusion({ observations: 2, evidence: [1, 2], facets });
}

/** Results of a service whose session obligations alone are planned; they were kept unless a test says otherwise. */
function ofSession(change: Partial<ResultsInput> = {}): Results {
  const planned = contractObligations.all.filter(
    ({ area, subject }) => area === 'session' && subject === 'service',
  );
  return buildResults(
    makeEndedRun({
      subjects: ['service'],
      conclusions: new Map(planned.map((each) => [each.id, kept(each)])),
      unplanned: Object.fromEntries(
        contractObligations.all
          .filter((each) => !planned.includes(each))
          .map(({ id }) => [id, { kind: 'left-out', text: 'left out of this run', by: '--only' }]),
      ),
      narrowedBy: ['--only'],
      ...change,
    }),
  );
}

const serviceOf = ({ run }: Results): OverallResult => run.overall.service ?? assert.fail('no service');
const verdictOf = ({ obligations }: Results, id: string): Verdict | undefined =>
  obligations.find((row) => row.id === id)?.verdict;

describe('the overall verdict', () => {
  it('has a verdict, whether something was left out, and its scope', () => {
    const results = ofSession();
    assert.deepEqual(checkSchema('results', results), []);
    const { leftOut = [], ...scope } = serviceOf(results).scope;
    assert.deepEqual(scope, {
      assessed: ['gateway'],
      notAssessed: ['identity', 'registry', 'payer'],
      requirements: { seen: 8, of: 31 },
    });
    assert.deepEqual(
      leftOut.map(({ by, ids }) => [by, ids.length]),
      [['--only', 23]],
    );
    const { verdict, why } = serviceOf(results);
    assert.deepEqual([verdict, why.map(({ kind }) => kind)], ['no-failure', ['narrowed']]);
    assert.deepEqual(results.run.plan.narrowedBy, ['--only']);
  });

  it('stands for each subject of the run, and for no other', () => {
    assert.deepEqual(Object.keys(ofSession({ subjects: ['integrator'] }).run.overall), ['integrator']);
    const both = ofSession({ subjects: ['service', 'integrator'] }).run.overall;
    assert.deepEqual([both.service?.verdict, both.integrator?.verdict], ['no-failure', 'incomplete']);
  });

  it('has assessed no role of which nothing was seen', () => {
    const unseen = ofSession({ conclusions: new Map() });
    assert.deepEqual(serviceOf(unseen).scope.assessed, []);
    const reason = { text: 'the target names no gateway' };
    const ruledOut = ofSession({ whyNot: () => ({ verdict: 'not-applicable', reason }) });
    assert.deepEqual(serviceOf(ruledOut).scope.assessed, []);
    const failing = ofSession({ conclusions: new Map([['SES-05', conclusionWithBreaches()]]) });
    assert.deepEqual(serviceOf(failing).scope.assessed, ['gateway']);
  });

  it('is incomplete if something got in the way, unless something was broken', () => {
    const isObstructed = (subject: string): boolean => subject === 'service';
    assert.equal(serviceOf(ofSession({ isObstructed })).verdict, 'incomplete');
    const conclusions = new Map([['SES-05', conclusionWithBreaches()]]);
    assert.equal(serviceOf(ofSession({ isObstructed, conclusions })).verdict, 'does-not-conform');
    assert.equal(serviceOf(ofSession({ isObstructed: () => false })).verdict, 'no-failure');
  });

  it('is that of traffic for judged traffic, and of the suite for its own subjects', () => {
    const kindsOf = (change: Partial<ResultsInput>): string[] =>
      serviceOf(ofSession({ narrowedBy: [], ...change })).why.map(({ kind }) => kind);
    const traffic = { note: 'recorded', files: [] };
    assert.deepEqual(kindsOf({ traffic, profile: 'audit' }), ['traffic']);
    assert.deepEqual(kindsOf({ traffic, profile: 'mock' }), ['mock']);
    assert.deepEqual(kindsOf({ ownSubjects: ['service'] }), ['self-test']);
    assert.deepEqual(kindsOf({}), ['left-out']);
    const cut = { name: 'a.har', form: 'har', exchanges: 1, others: 0, broken: [], brokenCount: 0 } as const;
    const files = [{ ...cut, cut: 'it ends within a string' }];
    assert.deepEqual(kindsOf({ traffic: { ...traffic, files } }), ['broken-input']);
  });

  it('says what an approved exception settles, and nothing of one that has expired', () => {
    const conclusions = new Map([
      ['SES-05', conclusionWithBreaches()],
      ['SES-06', makeConclusion({ observations: 1, evidence: [1] })],
    ]);
    const settledUntil = (expires: string) => {
      const waivers = [{ id: 'SES-05' as const, reason: 'known', approver: 'A. Reviewer', expires }];
      return serviceOf(ofSession({ conclusions, waivers })).settled?.verdict;
    };
    assert.equal(settledUntil('2026-12-31'), 'no-failure');
    assert.equal(settledUntil('2020-12-31'), undefined);
  });
});

describe('the rows', () => {
  it('are those of all obligations, each counted under its verdict', () => {
    const { obligations, counts, run } = ofSession();
    assert.equal(obligations.length, contractObligations.all.length);
    assert.equal(
      Object.values(counts).reduce((sum, count) => sum + count, 0),
      obligations.length,
    );
    assert.deepEqual(
      run.plan.obligations,
      obligations.filter(({ planned }) => planned).map(({ id }) => id),
    );
  });

  it('have the scenarios that name them in a tag, and no others', () => {
    const scenarios = [
      { ...scenario('passed'), name: 'one', tags: ['service', 'SES-05'] },
      { ...scenario('inconclusive', 'no answer'), name: 'two', tags: ['SES-05', 'SES-06'] },
    ];
    const results = ofSession({ scenarios });
    const namesIn = (id: string) =>
      results.obligations.find((row) => row.id === id)?.scenarios.map(({ name }) => name);
    assert.deepEqual(
      [namesIn('SES-05'), namesIn('SES-06'), namesIn('SES-07')],
      [['one', 'two'], ['two'], []],
    );
    assert.equal(verdictOf(results, 'SES-06'), 'inconclusive');
  });

  it('outside the plan say nothing of what was seen', () => {
    const conclusions = new Map([['HDR-05', conclusionWithBreaches()]]);
    const row = ofSession({ conclusions }).obligations.find(({ id }) => id === 'HDR-05');
    assert.deepEqual(
      [row?.planned, row?.verdict, row?.reason?.text, row?.breaches, row?.observations],
      [false, 'not-tested', 'left out of this run', undefined, 0],
    );
  });

  it('hold each breach once, as data', () => {
    const conclusions = new Map([['SES-05', conclusionWithBreaches(2)]]);
    const row = ofSession({ conclusions }).obligations.find(({ id }) => id === 'SES-05');
    assert.equal(row?.broken, 2);
    assert.deepEqual(row.breaches?.[1], {
      exchanges: [2],
      sent: 'a request',
      expected: 'one thing',
      seen: 'another',
      cause: { text: 'a mistake' },
      places: contractObligations.get('SES-05').tells,
    });
    assert.deepEqual(row.reason?.text, ['broken 2 of 3 times: ', { exchange: 1 }, ', ', { exchange: 2 }]);
  });

  it('list as many breaches as a report shows, of each cause at least one', () => {
    const { breaches, ...conclusion } = conclusionWithBreaches(maxListed + 5);
    const rare = breaches.map((each, at) =>
      at < maxListed + 4 ? each : { ...each, cause: 'a rare mistake' },
    );
    const conclusions = new Map([['SES-05', { ...conclusion, breaches: rare }]]);
    const row = ofSession({ conclusions }).obligations.find(({ id }) => id === 'SES-05');
    assert.deepEqual([row?.broken, row?.breaches?.length], [maxListed + 5, maxListed]);
    assert.deepEqual(
      row?.breaches?.slice(0, 2).map(({ cause }) => cause.text),
      ['a mistake', 'a rare mistake'],
    );
  });
});

for (const [what, render] of Object.entries(renderings))
  test(`${what} says what a narrowed run saw, and that it is no certificate`, () => {
    const text = render(ofSession());
    assert.match(text, /no failure in the 8 of 31 requirements that were seen/i);
    assert.match(text, /Narrowed by --only: never a certificate/);
    assert.match(text, /Left out: 23 requirements \\?\(--only\\?\)/);
    const unplanned = {};
    const whole = render(ofSession({ narrowedBy: [], unplanned }));
    assert.doesNotMatch(whole, /narrowed by|left out:/i);
  });
