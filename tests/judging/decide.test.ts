import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { contractObligations } from '../../support/obligations';
import type { ObligationResult, ScenarioOutcome, Verdict } from '../../support/judging/verdict';
import { allVerdicts } from '../../support/judging/verdict';
import type { ResultsOrigin } from '../../support/judging/explain';
import { explainBreach } from '../../support/judging/explain';
import { breach, conclusionWithBreaches, makeConclusion, decideCase, makeScenarioOutcome } from './rows';
import { plainTextOrEmpty } from '../plain';

const must = 'SES-05';
const should = 'SES-10';
const observe = 'SES-11';
const declared = 'TOK-08';
const declaration = { by: 'A. Person', date: '2026-11-01', statement: 'in a vault' };

const seen = makeConclusion({ observations: 2, evidence: [1, 2] });
const unjudged = makeConclusion({
  unjudged: [
    { kind: 'prevented', text: 'its twin was refused' },
    { kind: 'prevented', text: 'another' },
  ],
});
const told = ({ verdict, reason }: ObligationResult): (string | undefined)[] => [
  verdict,
  reason && plainTextOrEmpty(reason),
];

describe('a verdict', () => {
  const reached = new Set<Verdict>();
  const row = (...about: Parameters<typeof decideCase>) => {
    const result = decideCase(...about);
    reached.add(result.verdict);
    return result;
  };

  it('is passed where it was seen and kept', () => {
    const result = row(must, { conclusion: seen, scenarios: [makeScenarioOutcome('passed')] });
    assert.deepEqual(told(result), ['passed', undefined]);
    assert.deepEqual([result.observations, result.evidence, result.planned], [2, [1, 2], true]);
  });

  it('is never passed where nothing was seen, though every scenario passed', () => {
    for (const scenarios of [[], [makeScenarioOutcome('passed')]])
      for (const about of [{ scenarios }, { scenarios, conclusion: makeConclusion() }])
        assert.deepEqual(told(row(must, about)), ['not-tested', 'not exercised in this run']);
  });

  it('of a must is a warning where nothing but warnings was found, whatever its scenario says', () => {
    const warned = { ...conclusionWithBreaches(2), warningCount: 2 };
    assert.equal(
      row(must, { conclusion: warned, scenarios: [makeScenarioOutcome('failed', 'x')] }).verdict,
      'warning',
    );
    assert.equal(
      row(must, { conclusion: { ...conclusionWithBreaches(3), warningCount: 2 } }).verdict,
      'failed',
    );
    assert.equal(
      row(must, { conclusion: makeConclusion(), scenarios: [makeScenarioOutcome('failed', 'x')] }).verdict,
      'failed',
    );
  });

  it('is failed or a warning by level, from the rule or from a scenario', () => {
    for (const [id, verdict] of [
      [must, 'failed'],
      [should, 'warning'],
    ] as const) {
      assert.equal(row(id, { conclusion: conclusionWithBreaches() }).verdict, verdict);
      assert.equal(row(id, { scenarios: [makeScenarioOutcome('failed', 'x')] }).verdict, verdict);
      assert.equal(
        row(id, { conclusion: seen, scenarios: [makeScenarioOutcome('failed', 'x')] }).verdict,
        verdict,
      );
    }
    assert.equal(
      plainTextOrEmpty(row(must, { conclusion: conclusionWithBreaches(7) }).reason),
      'broken 7 of 8 times: #1, #2, #3, #4, #5',
    );
  });

  it('tells why a scenario failed, once: by its breaches, or in its own words where it was mended later', () => {
    const scenarios = [makeScenarioOutcome('failed', 'the words of the scenario')];
    const mended = row(must, { conclusion: seen, scenarios });
    assert.deepEqual(told(mended), ['failed', 'the words of the scenario']);
    assert.equal(mended.scenarios[0]?.message, 'the words of the scenario');
    const kept = row(must, { conclusion: conclusionWithBreaches(), scenarios });
    assert.equal(kept.scenarios[0]?.message, undefined);
    assert.equal(kept.breaches?.length, 1);
  });

  it('is observed where the document leaves it open, whatever was seen', () => {
    const notes = ['accepted with 200'];
    for (const conclusion of [
      makeConclusion({ observations: 1, notes }),
      makeConclusion({ observations: 1, notes, breachCount: 1, breaches: [breach(1)] }),
    ])
      assert.equal(row(observe, { conclusion }).verdict, 'observed');
    assert.deepEqual(row(observe, { conclusion: makeConclusion({ observations: 1, notes }) }).notes, notes);
    assert.equal(row(observe).verdict, 'not-tested');
  });

  it('is inconclusive where another party got in the way', () => {
    const scenarios = [makeScenarioOutcome('passed'), makeScenarioOutcome('inconclusive', 'no answer')];
    assert.deepEqual(told(row(must, { conclusion: seen, scenarios })), ['inconclusive', 'no answer']);
    assert.deepEqual(told(row(must, { conclusion: unjudged })), ['inconclusive', 'its twin was refused']);
    const optional = { kind: 'not-offered', text: 'no method does it', optional: true } as const;
    for (const reasons of [
      [optional, ...unjudged.unjudged],
      [...unjudged.unjudged, optional],
    ]) {
      const conclusion = makeConclusion({ unjudged: reasons });
      assert.deepEqual(told(row(must, { conclusion })), ['inconclusive', 'its twin was refused']);
    }
    const alone = makeConclusion({ unjudged: [optional] });
    assert.deepEqual(told(row(must, { conclusion: alone })), ['not-tested', 'no method does it']);
  });

  it('is not-tested where a scenario says that it did not ask', () => {
    const scenarios = [makeScenarioOutcome('passed'), makeScenarioOutcome('not-tested', 'no OTP is given')];
    assert.deepEqual(told(row(must, { conclusion: seen, scenarios })), ['not-tested', 'no OTP is given']);
  });

  it('is that of the scenarios if all were set aside, whatever was seen by the way; a breach counts all the same', () => {
    const aside: readonly ScenarioOutcome[] = [
      makeScenarioOutcome('not-applicable', 'the target names no registry'),
      { ...makeScenarioOutcome('not-tested', 'production', 'left-out'), by: 'environment: production' },
      { ...makeScenarioOutcome('not-tested', 'nothing offered does it', 'not-offered'), optional: true },
      { ...makeScenarioOutcome('not-tested', 'the reading is unset', 'not-configured'), optional: true },
    ];
    for (const each of aside) {
      const found = row(must, { conclusion: seen, scenarios: [each] });
      assert.deepEqual(told(found), [each.verdict, each.message]);
      const { kind, by, optional } = found.reason ?? {};
      assert.deepEqual([kind, by, optional], [each.kind, each.by, each.optional]);
      const breached = { conclusion: conclusionWithBreaches(), scenarios: [each] };
      assert.equal(row(must, breached).verdict, 'failed');
      const scenarios = [each, makeScenarioOutcome('passed')];
      assert.equal(row(must, { conclusion: seen, scenarios }).verdict, 'passed');
    }
    assert.deepEqual(told(row(must, { conclusion: seen, scenarios: aside })), ['not-tested', 'production']);
  });

  it('is not hidden by a scenario that shows nothing, if others show it', () => {
    const elsewhere = { ...makeScenarioOutcome('not-tested', 'others show it'), elsewhere: true } as const;
    assert.equal(row(must, { conclusion: seen, scenarios: [elsewhere] }).verdict, 'passed');
    assert.equal(row(must, { conclusion: unjudged, scenarios: [elsewhere] }).verdict, 'inconclusive');
    const { elsewhere: _mark, ...twin } = elsewhere;
    assert.equal(row(must, { conclusion: seen, scenarios: [twin] }).verdict, 'not-tested');
  });

  it('is hidden by a scenario that lacks what its role requires', () => {
    const scenarios = [
      makeScenarioOutcome('not-tested', 'the adapter does not offer otp.verify', 'not-offered'),
      makeScenarioOutcome('passed'),
    ];
    assert.equal(row(must, { conclusion: seen, scenarios }).verdict, 'not-tested');
  });

  it('is not-applicable, or outside the plan, whatever else there is', () => {
    const all = { conclusion: conclusionWithBreaches(), scenarios: [makeScenarioOutcome('failed', 'x')] };
    const text = 'the target names no gateway';
    const exclusion = { verdict: 'not-applicable', reason: { text } } as const;
    assert.deepEqual(told(row(must, { ...all, exclusion })), ['not-applicable', text]);
    const outside = row(must, {
      ...all,
      exclusion,
      unplanned: { kind: 'left-out', text: 'left out of this run' },
    });
    assert.deepEqual(told(outside), ['not-tested', 'left out of this run']);
    assert.equal(outside.planned, false);
  });

  it('is not-tested if this kind of run cannot show it, and says so', () => {
    const reason = { kind: 'cannot-be-seen', text: 'recorded traffic cannot show it' } as const;
    const found = row(must, { conclusion: seen, exclusion: { verdict: 'not-tested', reason } });
    assert.deepEqual([found.verdict, found.reason, found.facets], ['not-tested', reason, undefined]);
  });

  it('is declared where the target declares what no exchange shows', () => {
    const result = row(declared, { declaration });
    assert.deepEqual(told(result), ['declared', undefined]);
    assert.equal(result.declaredBy, 'A. Person, 2026-11-01: in a vault');
    assert.match(plainTextOrEmpty(row(declared).reason), /set declarations\.TOK-08/);
    assert.equal(row(declared).verdict, 'not-tested');
    const seenOne = row(must, { declaration });
    assert.deepEqual([seenOne.verdict, 'declaredBy' in seenOne], ['not-tested', false]);
  });

  it('is failed where what was seen speaks against a declaration, declared or not', () => {
    for (const about of [{}, { declaration }]) {
      const result = row(declared, {
        ...about,
        conclusion: conclusionWithBreaches(),
        scenarios: [makeScenarioOutcome('passed')],
      });
      assert.deepEqual([result.verdict, 'declaredBy' in result], ['failed', 'declaration' in about]);
    }
  });

  it('of what is declared is a warning for what only warns, which makes up for no declaration', () => {
    const conclusion = { ...conclusionWithBreaches(2), warningCount: 2 };
    assert.equal(row(declared, { conclusion, declaration }).verdict, 'warning');
    assert.equal(row(declared, { conclusion }).verdict, 'not-tested');
    assert.equal(row(declared, { conclusion: makeConclusion(), declaration }).verdict, 'declared');
    assert.equal(row(declared, { scenarios: [makeScenarioOutcome('passed')] }).verdict, 'not-tested');
  });

  it('was each of the eight in these tests', () => {
    assert.deepEqual([...reached].sort(), [...allVerdicts].sort());
  });
});

describe('of several outcomes', () => {
  const order = ['failed', 'inconclusive', 'not-tested', 'passed'] as const;

  for (const [index, stronger] of order.entries())
    for (const weaker of order.slice(index + 1))
      it(`${stronger} outweighs ${weaker}`, () => {
        for (const scenarios of [
          [makeScenarioOutcome(stronger, 's'), makeScenarioOutcome(weaker, 'w')],
          [makeScenarioOutcome(weaker, 'w'), makeScenarioOutcome(stronger, 's')],
        ])
          assert.equal(decideCase(must, { conclusion: seen, scenarios }).verdict, stronger);
      });

  it('a breach anywhere outweighs scenarios that could not tell', () => {
    for (const verdict of ['inconclusive', 'not-tested', 'passed'] as const)
      assert.equal(
        decideCase(must, {
          conclusion: conclusionWithBreaches(),
          scenarios: [makeScenarioOutcome(verdict, 'x')],
        }).verdict,
        'failed',
      );
  });

  it('a scenario without a message is named instead', () => {
    const { reason } = decideCase(must, { scenarios: [makeScenarioOutcome('inconclusive')] });
    assert.deepEqual(reason, { kind: 'prevented', text: 'features/session/x.feature:1 gave no reason' });
  });
});

describe('a row', () => {
  it('says what the contract says', () => {
    const { clauses, title, rule, level, subject } = contractObligations.get(must);
    const row = decideCase(must);
    assert.deepEqual(
      [row.id, row.clause, row.title, row.rule, row.level, row.subject, row.role],
      [must, clauses.join(', '), title, rule, level, subject, 'gateway'],
    );
    assert.equal(decideCase('CRT-03').role, contractObligations.get('CRT-03').roles.join(' or '));
  });

  it('shows one breach of each cause before further ones of the same', () => {
    const other = { ...breach(3), cause: 'another mistake' };
    const conclusion = makeConclusion({
      observations: 4,
      breachCount: 4,
      breaches: [breach(1), breach(2), other, breach(4)],
    });
    const { breaches = [] } = decideCase(must, { conclusion });
    assert.deepEqual(
      breaches.map(({ exchanges: [first] }) => first),
      [1, 3, 2, 4],
    );
  });

  it('answers the six questions for each breach', () => {
    const conclusion = makeConclusion({
      observations: 2,
      breachCount: 2,
      breaches: [breach(7, 4), breach()],
    });
    const row = decideCase(must, { conclusion });
    const told = (origin: ResultsOrigin) =>
      (row.breaches ?? []).map((each) => explainBreach(row, each, origin));
    const failures = told({ targetFile: 'my.yaml' });
    assert.equal(
      failures[0],
      [
        'SES-05 [must, clause 2.2] A session answer has five members of stated types',
        '  sent      a request',
        '  expected  one thing',
        '  got       another, in exchange #7',
        '  likely    a mistake',
        '  again     npx conform run --target my.yaml --only SES-05',
        '  more      npx conform explain SES-05',
      ].join('\n'),
    );
    assert.match(failures[1] ?? '', /^ {2}got {7}another$/m);
    const embedded = told({});
    assert.match(embedded[0] ?? '', /^ {2}again {5}npx conform run --self-test --only SES-05$/m);
  });

  it('keeps the scenarios without their tags', () => {
    const { scenarios } = decideCase(must, {
      scenarios: [makeScenarioOutcome('passed'), makeScenarioOutcome('inconclusive', 'x')],
    });
    const [first, second] = scenarios;
    assert.deepEqual(first, {
      name: 'A scenario',
      location: 'features/session/x.feature:1',
      verdict: 'passed',
    });
    assert.equal(second?.message, 'x');
  });
});
