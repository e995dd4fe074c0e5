import assert from 'node:assert/strict';
import { test } from 'node:test';
import { providerSeamsMutant } from '../../mutants/integrator/payer/paying';
import { verificationMutants } from '../../mutants/integrator/payer/verification.mutants';
import { createIntegrator, logNothing } from '../../support/client/integrator';
import { conformingProvider } from '../../support/client/integrator/payer/seams';
import type { AdapterHandlers } from '../../support/adapter/handlers';
import { resolveReadings } from '../../support/contract/readings';
import type { Results } from '../../support/judging/results';
import { embeddedTarget } from '../../support/run/targets';
import { plainTextOrEmpty } from '../plain';
import { byHandTarget, failedIn, planned, runByPerson, rowOf } from './hand-scene';

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
    const { results, person } = await runByPerson(t, { target: { ...byHandTarget, readings } });

    assert.deepEqual(unpassed(results), {
      'HDR-12': 'not-tested',
      'TOK-05': 'observed',
      'TOK-09': 'observed',
      'CBK-08': 'not-tested',
      'SEC-01': 'not-tested',
      'SEC-03': 'not-tested',
    });
    // The mock speaks plain http to this person, which leaves out TLS.
    const { verdict, why = [] } = results.run.overall.integrator ?? {};
    assert.equal(verdict, 'no-failure');
    assert.deepEqual(
      why.map(({ kind }) => kind),
      ['left-out'],
    );
    assert.deepEqual(person.troubles, []);
    // Of a cycle its state alone is asked.
    const asked = person.told.flatMap((each) => (each.what === 'questioned' ? [each.question] : []));
    assert.ok(
      asked.length > 0 && asked.every(({ sentence }) => sentence.startsWith('How does your system show ')),
    );
    // Nothing that a person is asked for goes beyond what was announced.
    for (const { number, of, journey } of person.asked())
      assert.ok(number <= of, `${journey}: ${number}/${of}`);
  });

const jwtIgnored = verificationMutants.find(({ name }) => name === 'jwt-ignored');
const silent = providerSeamsMutant('prompt-taken-and-nothing-more', ['FLW-09'], '', { acknowledges: false });

for (const mutant of [jwtIgnored, silent])
  test(`by hand, ${mutant?.name ?? 'a mutant'} fails what it breaks, and nothing else`, async (t) => {
    assert.ok(mutant !== undefined);
    const stage = await mutant.start();
    t.after(() => stage.close());
    const { client } = stage;
    assert.ok(client !== undefined);
    const { results } = await runByPerson(t, {
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
  const { results, person } = await runByPerson(t, {
    manner: {
      about: ({ label }) =>
        label.includes('eligibility') ? { say: 'skip', reason: 'our insurer has no such check' } : 'do',
    },
    settings: { only: ['FLW-01', 'FLW-02'] },
  });
  assert.equal(rowOf(results, 'FLW-01')?.verdict, 'passed');
  const row = rowOf(results, 'FLW-02');
  assert.equal(row?.verdict, 'not-tested');
  assert.match(
    plainTextOrEmpty(row.reason),
    /eligibility\.check \(skipped by hand: our insurer has no such check\)/,
  );
  assert.ok(person.told.some((each) => each.what === 'done' && each.how === 'skipped'));
});

for (const [names, why] of [
  ['neither', /take an address for callbacks: set integrator\.callbackUrl$/],
  ['the address', /jwe take a key: set integrator\.encryptionKey, or readings\.envelope to json$/],
] as const)
  test(`the flows of a provider are not tested where the target names ${names} for callbacks`, async (t) => {
    const { results, person } = await runByPerson(t, { names, settings: { only: ['FLW-01', 'DPY-02'] } });
    const row = rowOf(results, 'FLW-01');
    assert.equal(row?.verdict, 'not-tested');
    assert.match(plainTextOrEmpty(row.reason), why);
    // Its triggers need none: the suite submits in its place.
    assert.equal(rowOf(results, 'DPY-02')?.verdict, 'passed');
    assert.deepEqual(person.asked('insurancePlan.request'), []);
  });

for (const [who, manner] of [
  ['who skips the question', { question: () => ({ say: 'skip' as const, reason: 'it has no screen' }) }],
  ['who cannot type', { answers: false }],
] as const)
  test(`of a person ${who}, a flow passes by what crossed the wire`, async (t) => {
    const { results, person } = await runByPerson(t, { manner, settings: { only: ['FLW-01'] } });
    assert.equal(rowOf(results, 'FLW-01')?.verdict, 'passed');
    assert.equal(
      person.told.some(({ what }) => what === 'questioned'),
      !('answers' in manner),
    );
  });

test('another answer than the wire shows is a second condition that fails', async (t) => {
  const { results } = await runByPerson(t, {
    manner: { question: () => ({ say: 'answer', answer: 'pending' }) },
    settings: { only: ['FLW-01'] },
  });
  const row = rowOf(results, 'FLW-01');
  assert.equal(row?.verdict, 'failed');
  assert.ok(
    row.breaches?.some(({ seen }) => plainTextOrEmpty(seen) === 'pending'),
    'without a count that no one gave',
  );
});

test('a refusal is held until the person says what to make of it', async (t) => {
  let tries = 0;
  const make = (): AdapterHandlers =>
    createIntegrator({
      log: logNothing,
      payer: {
        ...conformingProvider,
        trigger: (given) => ({ ...given, action: (tries += 1) === 1 ? 'Aprove' : given.action }),
      },
    });
  const { results, person } = await runByPerson(t, {
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
