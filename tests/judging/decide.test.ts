import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { contractObligations } from '../../support/obligations';
import type { ObligationResult, Verdict } from '../../support/judging/verdict';
import { verdicts } from '../../support/judging/verdict';
import type { Origin } from '../../support/judging/explain';
import { explainBreach } from '../../support/judging/explain';
import { breach, broken, concluded, decided, ended } from './rows';
import { plain } from '../plain';

const must = 'SES-05';
const should = 'SES-10';
const observe = 'SES-11';
const declared = 'TOK-08';
const declaration = { by: 'A. Person', date: '2026-11-01', statement: 'in a vault' };

const seen = concluded({ observations: 2, evidence: [1, 2] });
const unjudged = concluded({ unjudged: ['its twin was refused', 'another'] });
const told = ({ verdict, reason }: ObligationResult): (string | undefined)[] => [
  verdict,
  reason && plain(reason),
];

describe('a verdict', () => {
  const reached = new Set<Verdict>();
  const row = (...about: Parameters<typeof decided>) => {
    const result = decided(...about);
    reached.add(result.verdict);
    return result;
  };

  it('is passed where it was seen and kept', () => {
    const result = row(must, { conclusion: seen, scenarios: [ended('passed')] });
    assert.deepEqual(told(result), ['passed', undefined]);
    assert.deepEqual([result.observations, result.evidence, result.planned], [2, [1, 2], true]);
  });

  it('is never passed where nothing was seen, though every scenario passed', () => {
    for (const scenarios of [[], [ended('passed')]])
      for (const about of [{ scenarios }, { scenarios, conclusion: concluded() }])
        assert.deepEqual(told(row(must, about)), ['not-tested', 'not exercised in this run']);
  });

  it('of a must is a warning where nothing but warnings was found, whatever its scenario says', () => {
    const warned = { ...broken(2), warningCount: 2 };
    assert.equal(row(must, { conclusion: warned, scenarios: [ended('failed', 'x')] }).verdict, 'warning');
    assert.equal(row(must, { conclusion: { ...broken(3), warningCount: 2 } }).verdict, 'failed');
    assert.equal(row(must, { conclusion: concluded(), scenarios: [ended('failed', 'x')] }).verdict, 'failed');
  });

  it('is failed or a warning by level, from the rule or from a scenario', () => {
    for (const [id, verdict] of [
      [must, 'failed'],
      [should, 'warning'],
    ] as const) {
      assert.equal(row(id, { conclusion: broken() }).verdict, verdict);
      assert.equal(row(id, { scenarios: [ended('failed', 'x')] }).verdict, verdict);
      assert.equal(row(id, { conclusion: seen, scenarios: [ended('failed', 'x')] }).verdict, verdict);
    }
    assert.equal(
      plain(row(must, { conclusion: broken(7) }).reason),
      'broken 7 of 8 times: #1, #2, #3, #4, #5',
    );
  });

  it('tells why a scenario failed, once: by its breaches, or in its own words where it was mended later', () => {
    const scenarios = [ended('failed', 'the words of the scenario')];
    const mended = row(must, { conclusion: seen, scenarios });
    assert.deepEqual(told(mended), ['failed', 'the words of the scenario']);
    assert.equal(mended.scenarios[0]?.message, 'the words of the scenario');
    const kept = row(must, { conclusion: broken(), scenarios });
    assert.equal(kept.scenarios[0]?.message, undefined);
    assert.equal(kept.breaches?.length, 1);
  });

  it('is observed where the document leaves it open, whatever was seen', () => {
    const notes = ['accepted with 200'];
    for (const conclusion of [
      concluded({ observations: 1, notes }),
      concluded({ observations: 1, notes, breachCount: 1, breaches: [breach(1)] }),
    ])
      assert.equal(row(observe, { conclusion }).verdict, 'observed');
    assert.deepEqual(row(observe, { conclusion: concluded({ observations: 1, notes }) }).notes, notes);
    assert.equal(row(observe).verdict, 'not-tested');
  });

  it('is inconclusive where another party got in the way', () => {
    const scenarios = [ended('passed'), ended('inconclusive', 'no answer')];
    assert.deepEqual(told(row(must, { conclusion: seen, scenarios })), ['inconclusive', 'no answer']);
    assert.deepEqual(told(row(must, { conclusion: unjudged })), ['inconclusive', 'its twin was refused']);
  });

  it('is not-tested where a scenario says that it did not ask', () => {
    const scenarios = [ended('passed'), ended('not-tested', 'no OTP is given')];
    assert.deepEqual(told(row(must, { conclusion: seen, scenarios })), ['not-tested', 'no OTP is given']);
  });

  it('is not-applicable where no scenario applies, whatever was seen by the way; a breach counts all the same', () => {
    const scenarios = [ended('not-applicable', 'the adapter does not offer it')];
    assert.deepEqual(told(row(must, { conclusion: seen, scenarios })), [
      'not-applicable',
      'the adapter does not offer it',
    ]);
    assert.equal(row(must, { conclusion: broken(), scenarios }).verdict, 'failed');
    const one = [...scenarios, ended('passed')];
    assert.equal(row(must, { conclusion: seen, scenarios: one }).verdict, 'passed');
  });

  it('is not-applicable, or outside the plan, whatever else there is', () => {
    const all = { conclusion: broken(), scenarios: [ended('failed', 'x')] };
    const notApplicable = 'the target names no gateway';
    assert.deepEqual(told(row(must, { ...all, notApplicable })), ['not-applicable', notApplicable]);
    const outside = row(must, { ...all, notApplicable, unplanned: 'left out of this run' });
    assert.deepEqual(told(outside), ['not-tested', 'left out of this run']);
    assert.equal(outside.planned, false);
  });

  it('is declared where the target declares what no exchange shows', () => {
    const result = row(declared, { declaration });
    assert.deepEqual(told(result), ['declared', undefined]);
    assert.equal(result.declaredBy, 'A. Person, 2026-11-01: in a vault');
    assert.match(plain(row(declared).reason), /set declarations\.TOK-08/);
    assert.equal(row(declared).verdict, 'not-tested');
    const seenOne = row(must, { declaration });
    assert.deepEqual([seenOne.verdict, 'declaredBy' in seenOne], ['not-tested', false]);
  });

  it('is failed where what was seen speaks against a declaration, declared or not', () => {
    for (const about of [{}, { declaration }]) {
      const result = row(declared, { ...about, conclusion: broken(), scenarios: [ended('passed')] });
      assert.deepEqual([result.verdict, 'declaredBy' in result], ['failed', false]);
    }
  });

  it('of what is declared is a warning for what only warns, which makes up for no declaration', () => {
    const conclusion = { ...broken(2), warningCount: 2 };
    assert.equal(row(declared, { conclusion, declaration }).verdict, 'warning');
    assert.equal(row(declared, { conclusion }).verdict, 'not-tested');
    assert.equal(row(declared, { conclusion: concluded(), declaration }).verdict, 'declared');
    assert.equal(row(declared, { scenarios: [ended('passed')] }).verdict, 'not-tested');
  });

  it('was each of the eight in these tests', () => {
    assert.deepEqual([...reached].sort(), [...verdicts].sort());
  });
});

describe('of several outcomes', () => {
  const order = ['failed', 'inconclusive', 'not-tested', 'passed'] as const;

  for (const [index, stronger] of order.entries())
    for (const weaker of order.slice(index + 1))
      it(`${stronger} outweighs ${weaker}`, () => {
        for (const scenarios of [
          [ended(stronger, 's'), ended(weaker, 'w')],
          [ended(weaker, 'w'), ended(stronger, 's')],
        ])
          assert.equal(decided(must, { conclusion: seen, scenarios }).verdict, stronger);
      });

  it('a breach anywhere outweighs scenarios that could not tell', () => {
    for (const verdict of ['inconclusive', 'not-tested', 'passed'] as const)
      assert.equal(
        decided(must, { conclusion: broken(), scenarios: [ended(verdict, 'x')] }).verdict,
        'failed',
      );
  });

  it('a scenario without a message is named instead', () => {
    const { reason } = decided(must, { scenarios: [ended('inconclusive')] });
    assert.equal(reason, 'features/session/x.feature:1 gave no reason');
  });
});

describe('a row', () => {
  it('says what the contract says', () => {
    const { clauses, title, rule, level, subject } = contractObligations.get(must);
    const row = decided(must);
    assert.deepEqual(
      [row.id, row.clause, row.title, row.rule, row.level, row.subject, row.role],
      [must, clauses.join(', '), title, rule, level, subject, 'gateway'],
    );
    assert.equal(decided('CRT-03').role, contractObligations.get('CRT-03').roles.join(' or '));
  });

  it('shows one breach of each cause before further ones of the same', () => {
    const other = { ...breach(3), cause: 'another mistake' };
    const conclusion = concluded({
      observations: 4,
      breachCount: 4,
      breaches: [breach(1), breach(2), other, breach(4)],
    });
    const { breaches = [] } = decided(must, { conclusion });
    assert.deepEqual(
      breaches.map(({ exchanges: [first] }) => first),
      [1, 3, 2, 4],
    );
  });

  it('answers the six questions for each breach', () => {
    const conclusion = concluded({
      observations: 2,
      breachCount: 2,
      breaches: [breach(7, 4), breach()],
    });
    const row = decided(must, { conclusion });
    const told = (origin: Origin) => (row.breaches ?? []).map((each) => explainBreach(row, each, origin));
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
    const { scenarios } = decided(must, { scenarios: [ended('passed'), ended('inconclusive', 'x')] });
    const [first, second] = scenarios;
    assert.deepEqual(first, {
      name: 'A scenario',
      location: 'features/session/x.feature:1',
      verdict: 'passed',
    });
    assert.equal(second?.message, 'x');
  });
});
