import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readUtcInstant } from '../../support/contract/utc-instant';

const instant = Date.UTC(2099, 11, 31, 23, 59, 59);

const right: readonly (readonly [text: string, at: number])[] = [
  ['2099-12-31T23:59:59Z', instant],
  ['2099-12-31T23:59:59.000Z', instant],
  ['2099-12-31T23:59:59.5Z', instant + 500],
  ['2099-12-31T23:59:59,25Z', instant + 250],
  ['2099-12-31T23:59:59.123456789012Z', instant + 123],
  ['2099-12-31t23:59:59.999z', instant + 999],
  ['2099-12-31T23:59:59.000+00:00', instant],
  ['2099-12-31T23:59:59+0000', instant],
  ['2099-12-31T23:59:59+00', instant],
  ['2099-12-31T23:59:59-00:00', instant],
  ['20991231T235959Z', instant],
  ['20991231T235959.001+0000', instant + 1],
  ['2099-12-31T23:59Z', instant - 59_000],
  ['2099-12-31T23:59.5Z', instant - 29_000],
  ['20991231T2359Z', instant - 59_000],
  ['2099-12-31T23Z', instant - 3_599_000],
  ['2099-365T23:59:59Z', instant],
  ['2099365T235959Z', instant],
  ['2099-W53-4T23:59:59Z', instant],
  ['2099W534T235959Z', instant],
  ['2020-W01-1T00:00Z', Date.UTC(2019, 11, 30)],
  ['2028-02-29T00:00:00Z', Date.UTC(2028, 1, 29)],
  ['2030-06-30T23:59:60Z', Date.UTC(2030, 6, 1)],
  ['2030-12-31T23:59:60.5Z', Date.UTC(2031, 0, 1) + 500],
  ['2030-01-01T24:00:00Z', Date.UTC(2030, 0, 2)],
];

const wrong: Readonly<Record<'form' | 'calendar', readonly string[]>> = {
  form: [
    ['', '2099-12-31', '2099-12-31T23:59:59', '2099-12-31T23:59:59.000', '2099-12-31 23:59:59Z', 'tomorrow'],
    [
      '2099-12-31T23:59:59+05:30',
      '2099-12-31T23:59:59.000+01:00',
      '2099-12-31T23:59:59-0800',
      '4102444799000',
    ],
    ['2099-12-31T23:59:59+00:30', '2099-12-31T23:59:59Z ', '2099-12-31T23:59:59Z\n', '12099-12-31T23:59:59Z'],
    ['2099-12-31T235959Z', '20991231T23:59:59Z', '2099-12-31T23:59:59.Z', '2099-12-31T23:59:59Z[UTC]'],
    ['Thu, 31 Dec 2099 23:59:59 GMT', '31/12/2099 23:59:59', '2099-12-31T23:59:59 UTC', '99-12-31T23:59:59Z'],
  ].flat(),
  calendar: [
    ['2030-02-29T00:00:00Z', '2030-04-31T00:00:00Z', '2030-13-01T00:00:00Z', '2030-00-10T00:00:00Z'],
    ['2030-01-01T25:00:00Z', '2030-01-01T24:00:01Z', '2030-01-01T10:60:00Z', '2030-01-01T10:00:61Z'],
    ['2030-01-15T12:00:60Z', '2030-03-31T23:59:60Z', '2030-366T00:00:00Z', '2030-000T00:00:00Z'],
    ['2030-W53-1T00:00:00Z', '2030-W00-1T00:00:00Z', '2030-W01-8T00:00:00Z', '20300230T000000Z'],
  ].flat(),
};

describe('an ISO-8601 date-time in UTC', () => {
  for (const [text, at] of right)
    it(`may be written as ${text}`, () => {
      assert.deepEqual(readUtcInstant(text), { at });
    });
});

for (const flaw of ['form', 'calendar'] as const)
  describe(`a text with a flaw of its ${flaw}`, () => {
    for (const text of wrong[flaw])
      it(`is ${JSON.stringify(text)}`, () => {
        assert.deepEqual(readUtcInstant(text), { flaw });
      });
  });
