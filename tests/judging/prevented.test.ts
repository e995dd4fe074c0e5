import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { buildResults } from '../../support/judging/build-results';
import type { ResultsInput } from '../../support/judging/build-results';
import type { ObligationResult, ScenarioOutcome, ScenarioVerdict } from '../../support/judging/verdict';
import { checkSchema } from '../../support/contract/schemas';
import type { ReasonKind } from '../../support/contract/reasons';
import type { Reason } from '../../support/exchange/reason';
import { linkToExchange, reportText } from '../../support/exchange/text';
import { plainTextOrEmpty } from '../plain';
import { makeEndedRun } from '../report/sample-results';
import { conclusionWithBreaches, makeConclusion, makeScenarioOutcome as scenario } from './rows';

const cause = 'ENC-04';
const padding = new Map([[cause, conclusionWithBreaches()]]);

/** The scenario of that obligation, with its end. */
function of(id: string, verdict: ScenarioVerdict, message?: string, kind?: ReasonKind): ScenarioOutcome {
  return { ...scenario(verdict, message, kind), tags: [id] };
}

function rowIn(id: string, change: Partial<ResultsInput>): ObligationResult {
  const results = buildResults(makeEndedRun({ subjects: ['integrator'], ...change }));
  assert.deepEqual(checkSchema('results', results), []);
  return results.obligations.find((row) => row.id === id) ?? assert.fail(id);
}

const told = ({ verdict, reason, follows }: ObligationResult): unknown[] => [
  verdict,
  plainTextOrEmpty(reason),
  follows ?? [],
];

const unseen = 'not exercised in this scenario; not done: otp.verify (the client answered: 400)';

describe('what a failure of the same subject kept from being seen', () => {
  it('is not tested, and names the failure', () => {
    const row = rowIn('ENC-01', { conclusions: padding, scenarios: [of('ENC-01', 'not-tested', unseen)] });
    assert.deepEqual(told(row), ['not-tested', 'not seen while ENC-04 is broken', [cause]]);
  });

  it('is not inconclusive, whatever a judge could not tell for it', () => {
    const unjudged = 'no key opens it';
    const conclusions = new Map([
      ...padding,
      ['ENC-05', makeConclusion({ unjudged: [{ kind: 'prevented', text: unjudged }] })],
    ]);
    for (const scenarios of [[], [of('ENC-05', 'inconclusive', unjudged)]])
      assert.deepEqual(told(rowIn('ENC-05', { conclusions, scenarios })), [
        'not-tested',
        'not seen while ENC-04 is broken: no key opens it',
        [cause],
      ]);
  });

  it('does not name a failure that only shows departures', () => {
    const { breachCount, ...others } = conclusionWithBreaches(2);
    const rowAfter = (count: number): unknown[] => {
      const departed = { count, ids: ['key-bits'] as const };
      return told(
        rowIn('ENC-01', {
          conclusions: new Map([[cause, { ...others, breachCount, departed }]]),
          scenarios: [of('ENC-01', 'not-tested', unseen)],
        }),
      );
    };
    assert.deepEqual(rowAfter(breachCount), ['not-tested', unseen, []]);
    assert.deepEqual(rowAfter(breachCount - 1), ['not-tested', 'not seen while ENC-04 is broken', [cause]]);
  });

  it('names each of them', () => {
    const conclusions = new Map([...padding, ['ENC-03', conclusionWithBreaches()]]);
    const row = rowIn('ENC-07', { conclusions, scenarios: [of('ENC-07', 'not-tested', unseen)] });
    assert.deepEqual(told(row), [
      'not-tested',
      'not seen while ENC-03 and ENC-04 are broken',
      ['ENC-03', cause],
    ]);
  });

  it('may be one of its parts', () => {
    const conclusions = new Map([
      ['OTP-01', conclusionWithBreaches()],
      [
        'CRT-08',
        makeConclusion({
          observations: 1,
          evidence: [1],
          facets: [{ name: 'identity', kept: 1, broken: 0 }],
        }),
      ],
    ]);
    const row = rowIn('CRT-08', { conclusions, scenarios: [of('CRT-08', 'passed')] });
    assert.deepEqual(told(row), ['not-tested', 'not seen while OTP-01 is broken', ['OTP-01']]);
  });
});

describe('of another reason than a failure is', () => {
  const reasons: Readonly<Record<string, Partial<ResultsInput>>> = {
    'a client that does not offer it': {
      conclusions: padding,
      scenarios: [of('ENC-07', 'not-tested', 'the adapter does not offer field.encrypt', 'not-offered')],
    },
    'a crash': { conclusions: padding, scenarios: [of('ENC-07', 'inconclusive', 'the adapter ended')] },
    'an irregular answer': {
      conclusions: new Map([
        ...padding,
        [
          'ENC-07',
          makeConclusion({
            unjudged: [{ kind: 'irregular', text: 'answers irregularly: 1 of 2 equal requests failed' }],
          }),
        ],
      ]),
    },
    'traffic in which nothing asked for it': { conclusions: padding },
    'a client of several': {
      conclusions: padding,
      scenarios: [of('ENC-07', 'not-tested', unseen)],
      clients: ['one', 'other'].map((label) => ({
        label,
        by: 'client id',
        exchanges: 1,
        overall: {},
        failed: [],
        broken: [],
      })),
    },
    'a plan without it': {
      conclusions: padding,
      scenarios: [of('ENC-07', 'not-tested', unseen)],
      unplanned: { 'ENC-07': { kind: 'left-out', text: 'left out of this run' } },
    },
    'a cause that only warns': {
      conclusions: new Map([[cause, { ...conclusionWithBreaches(), warningCount: 1 }]]),
      scenarios: [of('ENC-07', 'not-tested', unseen)],
    },
    'a cause that was kept': {
      conclusions: new Map([[cause, makeConclusion({ observations: 1, evidence: [1] })]]),
      scenarios: [of('ENC-07', 'not-tested', unseen)],
    },
  };
  for (const [reason, change] of Object.entries(reasons))
    it(reason, () => {
      const row = rowIn('ENC-07', change);
      assert.equal(row.follows, undefined);
      assert.doesNotMatch(plainTextOrEmpty(row.reason), /is broken/);
    });

  it('another answer of a service', () => {
    const unjudged = (seq: number): Reason[] => [
      {
        kind: 'prevented',
        text: reportText`the valid twin was not accepted: ${linkToExchange(seq)} got 500`,
      },
    ];
    const rowWith = (seq: number) =>
      rowIn('CRT-03', {
        subjects: ['service'],
        conclusions: new Map([
          ['CRT-01', conclusionWithBreaches()],
          ['CRT-03', makeConclusion({ unjudged: unjudged(seq) })],
        ]),
      });
    assert.deepEqual(rowWith(1).follows, ['CRT-01']);
    assert.deepEqual([rowWith(9).verdict, rowWith(9).follows], ['inconclusive', undefined]);
  });

  it('and what was seen keeps its verdict', () => {
    const seen = makeConclusion({ observations: 1, evidence: [1] });
    const row = rowIn('ENC-06', {
      conclusions: new Map([...padding, ['ENC-06', seen]]),
      scenarios: [of('ENC-06', 'passed')],
    });
    assert.deepEqual(told(row), ['passed', '', []]);
  });
});
