import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { defaultReadings } from '../../support/contract/readings';
import { contractObligations } from '../../support/obligations';
import { JudgementTally, keptJudgement, maxListed } from '../../support/obligations/judge/judge';
import type { Change } from './exchanges';
import { makeAsked, concludeFromExchanges, makeExchange, ruleOf } from './exchanges';

const judged = contractObligations.judged.map(({ id }) => id);
const breach = { sent: 's', expected: 'e', seen: 'g', cause: 'l' };
const prevented = (text: string) => ({ kind: 'prevented', text });
const empty = { observations: 0, evidence: [], breaches: [], breachCount: 0, notes: [], unjudged: [] };

test('what withholds is not made up for by what was kept; what was broken stays so', () => {
  const tally = new JudgementTally({ readings: defaultReadings });
  tally.add(keptJudgement, 1);
  tally.add({ unjudged: 'why' }, 2);
  assert.equal(tally.conclude().observations, 1);
  tally.add({ unjudged: 'why not', withholds: true }, 3);
  assert.deepEqual([tally.conclude().observations, tally.conclude().evidence], [0, []]);
  tally.add({ breach }, 4);
  const { observations, breachCount, evidence, unjudged } = tally.conclude();
  assert.deepEqual(
    [observations, breachCount, evidence, unjudged],
    [1, 1, [4], [prevented('why'), prevented('why not')]],
  );
});

test('a tally counts all and lists the first twenty', () => {
  const tally = new JudgementTally({ readings: defaultReadings });
  for (let seq = 1; seq <= 100; seq += 1) {
    tally.add({ breach }, seq);
    tally.add({ note: `note ${seq}` }, seq);
    tally.add({ unjudged: `why ${seq}` }, seq);
    tally.add(keptJudgement, seq);
  }
  const conclusion = tally.conclude();
  assert.deepEqual([conclusion.observations, conclusion.breachCount], [300, 100]);
  assert.equal(maxListed, 20);
  for (const list of [conclusion.breaches, conclusion.notes, conclusion.unjudged])
    assert.equal(list.length, maxListed);
  assert.deepEqual(
    conclusion.breaches.map(({ exchanges }) => exchanges[0]),
    conclusion.breaches.map((_each, index) => index + 1),
  );
  assert.ok(conclusion.evidence.length <= maxListed);
  assert.equal(new Set(conclusion.evidence).size, conclusion.evidence.length);
});

test('what is left open is no observation', () => {
  const tally = new JudgementTally({ readings: defaultReadings });
  tally.add({ unjudged: 'why' }, 1);
  tally.add({ unjudged: 'why' }, 2);
  assert.deepEqual(tally.conclude(), { ...empty, unjudged: [prevented('why')] });
});

test('a rule that saw nothing concludes nothing', () => {
  assert.ok(judged.length > 20);
  for (const id of judged) assert.deepEqual(concludeFromExchanges(id, []), empty, id);
});

test('concluding twice says the same', () => {
  const some = [
    makeExchange({ status: 401, asked: makeAsked('negative', 'r', 'no-authorization') }),
    makeExchange({ asked: makeAsked('valid', 'r') }),
  ];
  const limited = [...some, makeExchange({ status: 429, asked: makeAsked('open', 'session-body') })];
  for (const id of judged)
    for (const exchanges of [some, limited]) {
      const rule = ruleOf(id);
      for (const [index, each] of exchanges.entries()) rule.observe({ ...each, seq: index + 1 });
      assert.deepEqual(rule.conclude(), rule.conclude(), id);
    }
});

/** Exchanges that concern no service rule: the suite did not request them, and they are of no operation. */
function* irrelevant(count: number, change: Change = {}): Generator<ReturnType<typeof makeExchange>> {
  for (let seq = 1; seq <= count; seq += 1) {
    const url = `https://payer.example/other/${seq}`;
    yield { ...makeExchange({ url, sent: { seq }, failure: 'unreachable', ...change }), seq };
  }
}

const aboutServices = judged.filter((id) => contractObligations.get(id).subject === 'service');

test('what concerns no rule leaves no trace in any', () => {
  for (const id of aboutServices) {
    const rule = ruleOf(id);
    for (const each of irrelevant(100_000 / aboutServices.length)) rule.observe(each);
    assert.deepEqual(rule.conclude(), empty, id);
  }
});

test('a rule keeps no exchange that does not concern it', async () => {
  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc') as () => void;
  const observe = (id: string) => {
    const rule = ruleOf(id);
    const seen: WeakRef<object>[] = [];
    for (const sender of ['suite', 'integrator'] as const)
      for (const each of irrelevant(500, { sender })) {
        rule.observe(each);
        seen.push(new WeakRef(each));
      }
    return { id, rule, seen };
  };
  const observed = judged.map(observe);
  // A reference stays good until the turn in which it was made has ended.
  await new Promise((resolve) => setImmediate(resolve));
  collectGarbage();
  for (const { id, rule, seen } of observed) {
    const held = seen.filter((each) => each.deref() !== undefined).length;
    assert.ok(held <= 1, `${id} holds ${held} of ${seen.length}`);
    // Until here the rule itself is held.
    assert.deepEqual(rule.conclude(), rule.conclude(), id);
  }
});
