import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contractObligations } from '../../support/obligations';
import type { Selection } from '../../support/run/selection';
import { tagExpressionOf, whyLeftOut } from '../../support/run/selection';

const omitted = new Map([['OTP-03', { kind: 'left-out', text: 'no OTP at night' } as const]]);
const services: Selection = { subjects: ['service'], only: [] };

const cases: readonly (readonly [id: string, selection: Selection, why: string | undefined])[] = [
  ['SES-05', services, undefined],
  ['ENC-05', services, 'the integrator is not a subject of this run'],
  ['SES-05', { ...services, only: ['SES-08'] }, 'left out of this run'],
  ['SES-08', { ...services, only: ['SES-08'] }, undefined],
  ['OTP-03', { ...services, omitted }, 'no OTP at night'],
  ['OTP-03', { ...services, only: ['SES-08'], omitted }, 'left out of this run'],
];

for (const [id, selection, why] of cases)
  test(`${id} is ${why ?? 'selected'}, with --only ${selection.only.join(',') || 'not set'}`, () => {
    assert.equal(whyLeftOut(selection, contractObligations.get(id))?.text, why);
  });

test('Cucumber is asked for the scenarios of a selection by their tags', () => {
  assert.equal(tagExpressionOf(services), '(@service)');
  assert.equal(
    tagExpressionOf({ subjects: ['service', 'integrator'], only: ['SES-05', 'ENC-05'], omitted }),
    '(@service or @integrator) and (@SES-05 or @ENC-05) and not (@OTP-03)',
  );
});
