import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { exitCodeOfResults } from '../../support/cli/report-outcome';
import type { FieldProfile } from '../../support/contract/field-profile';
import { readingsOfProfile } from '../../support/contract/field-profile';
import type { ReadingId, ReadingOverrides } from '../../support/contract/readings';
import { resolveReadings } from '../../support/contract/readings';
import { buildResults } from '../../support/judging/build-results';
import { mergeConclusions } from '../../support/judging/merge';
import type { Breach, Conclusion } from '../../support/obligations';
import { shippedProfiles } from '../../support/targets/field-profiles';
import type { Target } from '../../support/targets/target';
import type { ScenarioOutcome } from '../../support/judging/verdict';
import { explainBreach } from '../../support/judging/explain';
import { makeScenarioOutcome } from './rows';
import { makeEndedRun } from '../report/sample-results';

const [claims, recorded] = shippedProfiles() as readonly [FieldProfile, FieldProfile];

const breach = (departures?: readonly ReadingId[]): Breach => ({
  exchanges: [1],
  sent: 'POST',
  expected: '200',
  seen: '202',
  cause: 'a cause',
  ...(departures && { departures }),
});

/** The conclusion of a judge that found these breaches and lists only the first. */
function concluded(...breaches: readonly Breach[]): Conclusion {
  const marked = breaches.filter(({ departures }) => departures !== undefined);
  const ids = [...new Set(marked.flatMap(({ departures = [] }) => departures))].sort();
  return {
    observations: breaches.length,
    evidence: [1],
    breaches: breaches.slice(0, 1),
    breachCount: breaches.length,
    ...(marked.length > 0 && { departed: { count: marked.length, ids } }),
    notes: [],
    unjudged: [],
  };
}

function endedWith(
  conclusion: Conclusion,
  fieldProfile: FieldProfile | undefined,
  own: ReadingOverrides = {},
  scenarios: readonly ScenarioOutcome[] = [],
) {
  const ended = makeEndedRun();
  const ofProfile = fieldProfile === undefined ? {} : readingsOfProfile(fieldProfile);
  const target: typeof ended.target & Pick<Target, 'fieldProfile'> = {
    ...ended.target,
    readings: resolveReadings(own, resolveReadings(ofProfile)),
    overridden: Object.keys({ ...ofProfile, ...own }) as ReadingId[],
    ...(fieldProfile && { fieldProfile }),
  };
  const results = buildResults({
    ...ended,
    subjects: ['service'],
    narrowedBy: ['--only'],
    unplanned: Object.fromEntries(
      ended.catalogue.all
        .filter(({ id }) => id !== 'SES-05' && id !== 'SES-06')
        .map(({ id }) => [id, { kind: 'left-out', text: 'left out', by: '--only' } as const]),
    ),
    target,
    scenarios,
    conclusions: new Map([
      ['SES-05', conclusion],
      ['SES-06', { ...concluded(), observations: 1 }],
    ]),
  });
  const row = results.obligations.find(({ id }) => id === 'SES-05');
  return { code: exitCodeOfResults(results), row, results };
}

const of202 = breach(['session-status']);

describe('a failure is settled as deployed', () => {
  it('if all its breaches show departures of a profile that holds', () => {
    const { code, row } = endedWith(concluded(of202, of202), claims);
    assert.equal(row?.verdict, 'failed');
    assert.deepEqual(row.asDeployed, { profile: claims.name, departures: ['session-status'] });
    assert.equal(code, 0);
  });

  it('and not if a breach shows something else, even one that no list contains', () => {
    const { code, row } = endedWith(concluded(of202, breach()), claims);
    assert.equal(row?.asDeployed, undefined);
    assert.equal(code, 1);
    const merged = mergeConclusions(concluded(of202), concluded(breach()));
    assert.equal(endedWith(merged, claims).code, 1);
    assert.equal(endedWith(mergeConclusions(concluded(of202), concluded(of202)), claims).code, 0);
  });

  it('and not without a profile, by a void name, or by a profile without the departure', () => {
    assert.equal(endedWith(concluded(of202), undefined, { 'session-status': 202 }).code, 1);
    assert.equal(endedWith(concluded(of202), claims, { 'callback-body': 'with-type' }).code, 1);
    assert.equal(endedWith(concluded(of202), recorded, { 'session-status': 202 }).code, 1);
    assert.equal(endedWith(concluded(breach(['session-status', 'key-bits'])), claims).code, 1);
  });

  it('and not if a scenario failed by something that no breach shows', () => {
    const failing = (message: string): ScenarioOutcome => ({
      ...makeScenarioOutcome('failed', message),
      tags: ['SES-05'],
    });
    const saying = (cause: string): string =>
      explainBreach(
        { id: 'SES-05', level: 'must', clause: '2.2', title: 'A title' },
        { ...of202, cause: { text: cause } },
        {},
      );
    const codeWith = (...messages: readonly string[]) =>
      endedWith(concluded(of202), claims, {}, messages.map(failing)).code;
    assert.equal(codeWith('a step does not see: a token'), 1);
    assert.equal(codeWith(`${saying('a cause')}\n${saying('another cause')}`), 1);
    assert.equal(codeWith(saying('a cause'), saying('another cause')), 1);
    assert.equal(codeWith(saying('a cause')), 0);
  });

  it('by a profile whose settings the target repeats, or to which it adds others', () => {
    const own = { 'callback-body': 'typed', 'error-code': 'any-prefix' } as const;
    assert.equal(endedWith(concluded(of202), claims, own).code, 0);
  });
});

describe('the source of a reading', () => {
  const sourceOf = (id: ReadingId, own: ReadingOverrides = {}) =>
    endedWith(concluded(of202), claims, own).results.readings.find((each) => each.id === id)?.source;

  it('is the profile, the target if its value is another one, or else the default', () => {
    assert.equal(sourceOf('callback-body'), 'profile');
    assert.equal(sourceOf('callback-body', { 'callback-body': 'with-type' }), 'target');
    assert.equal(sourceOf('key-bits', { 'key-bits': 4096 }), 'target');
    assert.equal(sourceOf('key-bits'), 'default');
  });
});
