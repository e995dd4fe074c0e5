import assert from 'node:assert/strict';
import { test } from 'node:test';
import { paying } from '../../mutants/integrator/payer/paying';
import { verificationMutants } from '../../mutants/integrator/payer/verification.mutants';
import { createIntegrator, logNothing } from '../../support/client/integrator';
import { contractPayer } from '../../support/client/integrator/payer/seams';
import type { AdapterHandlers } from '../../support/adapter/handlers';
import { resolveReadings } from '../../support/contract/readings';
import type { Results } from '../../support/judging/results';
import { embeddedTarget } from '../../support/run/targets';
import type { Terminal } from '../../support/run/terminal';
import { plain } from '../plain';
import { finishRun } from '../report/embedded-run';
import { byHand, failedIn, planned, play, rowOf } from './hand-scene';

/** Verdicts of what concerns the target, and did not simply pass. */
const unpassed = (results: Results) =>
  Object.fromEntries(
    planned(results)
      .filter(({ verdict }) => !['passed', 'not-applicable', 'declared'].includes(verdict))
      .map(({ id, verdict }) => [id, verdict]),
  );

for (const [envelope, readings] of [
  ['jwe', embeddedTarget.readings],
  ['json', resolveReadings({ envelope: 'json' })],
] as const)
  test(`a provider that keeps the contract is certified by hand, in the envelope ${envelope}`, async (t) => {
    const { results, person } = await play(t, { target: { ...byHand, readings } });

    assert.deepEqual(unpassed(results), { 'TOK-05': 'observed', 'TOK-09': 'observed' });
    assert.equal(results.run.overall.integrator?.verdict, 'conforms');
    assert.deepEqual(person.troubles, []);
    const [first] = person.told.filter(({ what }) => what === 'questioned');
    assert.ok(first?.what === 'questioned');
    assert.equal(first.question.asking.length, envelope === 'jwe' ? 2 : 1);
    // Nothing that a person is asked for goes beyond what was announced.
    for (const { number, of, journey } of person.asked())
      assert.ok(number <= of, `${journey}: ${number}/${of}`);
  });

const jwtIgnored = verificationMutants.find(({ name }) => name === 'jwt-ignored');
const silent = paying('prompt-taken-and-nothing-more', ['FLW-09'], '', { acknowledges: false });

for (const mutant of [jwtIgnored, silent])
  test(`by hand, ${mutant?.name ?? 'a mutant'} fails what it breaks, and nothing else`, async (t) => {
    assert.ok(mutant !== undefined);
    const stage = await mutant.start();
    t.after(() => stage.close());
    const { client } = stage;
    assert.ok(client !== undefined);
    const { results } = await play(t, {
      make: () => client(() => undefined),
      manner: {
        // Nothing of the kind happens in their system.
        about: ({ label }) =>
          label.includes('acknowledgment') && mutant === silent
            ? { say: 'skip', reason: 'there is none' }
            : 'do',
      },
    });
    assert.deepEqual(failedIn(results), mutant.breaks);
  });

test('what is skipped is not tested, with the reason that was given', async (t) => {
  const { results, person } = await play(t, {
    manner: {
      about: ({ label }) =>
        label.includes('eligibility') ? { say: 'skip', reason: 'our insurer has no such check' } : 'do',
    },
    settings: { only: ['FLW-01', 'FLW-02'] },
  });
  assert.equal(rowOf(results, 'FLW-01')?.verdict, 'passed');
  const row = rowOf(results, 'FLW-02');
  assert.equal(row?.verdict, 'not-tested');
  assert.match(plain(row.reason), /eligibility\.check \(skipped by hand: our insurer has no such check\)/);
  assert.ok(person.told.some((each) => each.what === 'done' && each.how === 'skipped'));
});

test('without an address for callbacks the flows of a provider are not offered', async (t) => {
  const { results, person } = await play(t, {
    manner: { question: () => ({ say: 'skip', reason: '' }) },
    settings: { only: ['FLW-01', 'DPY-02'] },
  });
  assert.equal(rowOf(results, 'FLW-01')?.verdict, 'not-tested');
  // Its triggers need none: the suite submits in its place.
  assert.equal(rowOf(results, 'DPY-02')?.verdict, 'passed');
  assert.deepEqual(person.asked('insurancePlan.request'), []);
});

test('answers that cannot be taken are said to be so, and asked for again', async (t) => {
  const given = ['nothing', 'http://gateway.example', 'ftp://127.0.0.1', 'http://127.0.0.1:1/?token=x'];
  const { person } = await play(t, {
    target: { ...byHand, readings: resolveReadings({ envelope: 'json' }) },
    manner: {
      question: ({ asking }) => {
        const callbackUrl = asking[0]?.name === 'callbackUrl' ? given.shift() : undefined;
        return callbackUrl === undefined ? undefined : { say: 'answer', answers: { callbackUrl } };
      },
    },
    settings: { only: ['FLW-01'] },
  });
  const told = person.told.flatMap((each) => (each.what === 'misunderstood' ? [each.message] : []));
  assert.equal(told.length, 4);
  assert.match(told[1] ?? '', /use https/);
});

test('a refusal is held until the person says what to make of it', async (t) => {
  let tries = 0;
  const make = (): AdapterHandlers =>
    createIntegrator({
      log: logNothing,
      payer: {
        ...contractPayer,
        trigger: (given) => ({ ...given, action: (tries += 1) === 1 ? 'Aprove' : given.action }),
      },
    });
  const { results, person } = await play(t, {
    make,
    manner: { refused: () => ({ say: 'retry' }) },
    settings: { only: ['FLW-03', 'DPY-02'] },
  });
  const refused = person.told.flatMap((each) =>
    each.what === 'seen' && each.seen.whyNot?.kind === 'refused' ? [each.seen.whyNot] : [],
  );
  assert.deepEqual(
    refused.map(({ status }) => status),
    [400],
  );
  assert.match(refused[0]?.reason ?? '', /Malformed request body/);
  assert.ok(person.told.some(({ what }) => what === 'waiting'));
  // The second try went through; what the first one was is judged all the same.
  assert.equal(rowOf(results, 'FLW-03')?.verdict, 'passed');
  assert.deepEqual(failedIn(results), ['DPY-02']);
});

test('where no one can type, the flows of a provider are not offered, and nothing waits for an answer', async (t) => {
  const said: string[] = [];
  const terminal: Terminal = {
    interactive: false,
    say: (text) => said.push(text),
    listen: () => () => undefined,
  };
  const { results } = await finishRun(t, {
    target: { ...byHand, roles: ['provider'] },
    ...{ subjects: ['integrator'], only: ['FLW-01'], terminal },
  });
  const row = rowOf(results, 'FLW-01');
  assert.equal(row?.verdict, 'not-tested');
  assert.match(plain(row.reason), /no address was named|callbackUrl/);
  assert.deepEqual(said, []);
});
