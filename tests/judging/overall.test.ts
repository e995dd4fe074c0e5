import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Role } from '../../support/contract/words';
import type { ObligationResult } from '../../support/judging/verdict';
import { overallVerdict, scopeOfSubject, allVerdicts } from '../../support/judging/verdict';
import { contractObligations } from '../../support/obligations';
import { decideCase } from './rows';

const row = (change: Partial<ObligationResult>): ObligationResult => ({
  ...decideCase('SES-05'),
  planned: true,
  ...change,
});
const passed = row({ verdict: 'passed' });

const none = (): boolean => false;
const oneOf =
  (...roles: readonly Role[]) =>
  (role: Role): boolean =>
    roles.includes(role);

test('a subject conforms once every applicable must is passed or declared', () => {
  assert.equal(overallVerdict('service', [passed]), 'conforms');
  assert.equal(overallVerdict('service', [passed, row({ verdict: 'declared' })]), 'conforms');
  assert.equal(overallVerdict('service', [passed, row({ verdict: 'not-applicable' })]), 'conforms');
});

test('one that failed does not conform, one that is open leaves it incomplete', () => {
  const settled: readonly string[] = ['passed', 'declared', 'not-applicable', 'warning'];
  for (const verdict of allVerdicts.filter((each) => !settled.includes(each))) {
    const expected = verdict === 'failed' ? 'does-not-conform' : 'incomplete';
    assert.equal(overallVerdict('service', [passed, row({ verdict })]), expected, verdict);
  }
  const rows = [row({ verdict: 'inconclusive' }), row({ verdict: 'failed' })];
  assert.equal(overallVerdict('service', rows), 'does-not-conform');
});

test('a warning counts for nothing, be it of a must', () => {
  assert.equal(overallVerdict('service', [passed, row({ verdict: 'warning' })]), 'conforms');
  assert.equal(overallVerdict('service', [row({ verdict: 'warning' })]), 'incomplete');
});

test('only a must counts', () => {
  const rows = [
    passed,
    row({ level: 'should', verdict: 'warning' }),
    row({ level: 'observe', verdict: 'not-tested' }),
  ];
  assert.equal(overallVerdict('service', rows), 'conforms');
});

test('a plan that shows nothing never conforms', () => {
  const vacuous: readonly (readonly ObligationResult[])[] = [
    [],
    [row({ verdict: 'not-applicable' })],
    [row({ level: 'should', verdict: 'passed' })],
    [row({ level: 'observe', verdict: 'observed' })],
    [row({ subject: 'integrator', verdict: 'passed' })],
    [row({ planned: false, verdict: 'passed' })],
  ];
  for (const rows of vacuous) assert.equal(overallVerdict('service', rows), 'incomplete');
});

test('subjects do not answer for each other, nor does what is outside the plan', () => {
  const rows = [
    passed,
    row({ subject: 'integrator', verdict: 'failed' }),
    row({ planned: false, verdict: 'not-tested' }),
  ];
  assert.equal(overallVerdict('service', rows), 'conforms');
  assert.equal(overallVerdict('integrator', rows), 'does-not-conform');
});

test('the scope lists the facets that do not concern the target', () => {
  const facets = [
    { name: 'identity', verdict: 'passed' },
    { name: 'registry', verdict: 'not-applicable', reason: 'the target does not list the role registry' },
  ] as const;
  const rows = [row({ id: 'CRT-09', facets }), row({ subject: 'integrator', id: 'FLW-05', facets })];
  assert.deepEqual(scopeOfSubject('service', [], rows, none).ruledOut, ['CRT-09: registry']);
  assert.equal(scopeOfSubject('service', [], [passed], none).ruledOut, undefined);
});

test('the scope names no role that the integrator does not play, though it shares an obligation', () => {
  const shared = contractObligations.get('VER-01');
  const rows = [row({ id: shared.id, subject: 'integrator', verdict: 'passed' })];
  const assessedOf = (played: readonly Role[]): readonly Role[] =>
    scopeOfSubject('integrator', [shared], rows, oneOf(...played)).assessed;
  assert.deepEqual(shared.roles, ['registry', 'provider']);
  assert.deepEqual(assessedOf(['session', 'registry']), ['registry']);
  assert.deepEqual(scopeOfSubject('integrator', [shared], rows, oneOf('registry')).notAssessed, ['provider']);
  assert.deepEqual(assessedOf(['registry', 'provider']), ['registry', 'provider']);
});

test('a service that the target does not name is not assessed, though it shares an obligation', () => {
  const shared = contractObligations.get('CRT-03');
  const rows = [row({ id: shared.id, verdict: 'passed' })];
  assert.deepEqual(scopeOfSubject('service', [shared], rows, oneOf('registry')).assessed, ['registry']);
});

test('an obligation of either role shows the one that was seen by obligations of its own', () => {
  const [shared, own] = [contractObligations.get('VER-01'), contractObligations.get('OTP-01')];
  const rows = [shared, own].map(({ id }) => row({ id, subject: 'integrator', verdict: 'passed' }));
  const played = oneOf('registry', 'provider');
  assert.deepEqual(scopeOfSubject('integrator', [shared, own], rows, played).assessed, ['registry']);
  assert.deepEqual(scopeOfSubject('integrator', [shared], rows, played).assessed, ['registry', 'provider']);
});
