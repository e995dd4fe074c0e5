import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { randomInt } from '../seed';
import { reasonKinds } from '../../support/contract/reasons';
import type { ReportText } from '../../support/exchange/text';
import { mergeConclusionsById, mergeConclusions, nothingConcluded } from '../../support/judging/merge';
import type { Conclusion } from '../../support/obligations';
import { maxListed } from '../../support/obligations/judge/judge';

const seq = fc.integer({ min: 1, max: 60 });
const word = fc.constantFrom('one', 'two', 'three', 'four');
const text: fc.Arbitrary<ReportText> = fc.oneof(
  word,
  fc.tuple(word, seq).map(([before, exchange]): ReportText => [`${before} `, { exchange }]),
);
// As they come from JSON: with the prototype of all objects.
const plain = { noNullPrototype: true } as const;
const breach = fc.record(
  {
    exchanges: fc.array(seq, { minLength: 1, maxLength: 3 }),
    sent: text,
    expected: word,
    seen: text,
    cause: word,
  },
  plain,
);
const reason = fc.record({ kind: fc.constantFrom(...reasonKinds), text }, plain);
const facet = fc.record(
  { name: word, kept: fc.nat(9), broken: fc.nat(9), unjudged: reason },
  { ...plain, requiredKeys: ['name', 'kept', 'broken'] },
);
const conclusion: fc.Arbitrary<Conclusion> = fc.record(
  {
    observations: fc.nat(99),
    evidence: fc.uniqueArray(seq, { maxLength: maxListed }),
    breaches: fc.array(breach, { maxLength: maxListed }),
    breachCount: fc.nat(99),
    warningCount: fc.integer({ min: 1, max: 9 }),
    notes: fc.array(text, { maxLength: maxListed }),
    unjudged: fc.array(reason, { maxLength: maxListed }),
    facets: fc.uniqueArray(facet, { selector: ({ name }) => name, maxLength: 4 }),
  },
  { ...plain, requiredKeys: ['observations', 'evidence', 'breaches', 'breachCount', 'notes', 'unjudged'] },
);
const runs = { numRuns: 300, seed: randomInt(0, 2 ** 31) };

describe('conclusions of parts', () => {
  it('merge to the same in whatever order, and whichever were merged before', () => {
    fc.assert(
      fc.property(conclusion, conclusion, conclusion, (one, two, three) => {
        const merge = mergeConclusions;
        assert.deepEqual(merge(one, two), merge(two, one));
        assert.deepEqual(merge(merge(one, two), three), merge(one, merge(two, three)));
      }),
      runs,
    );
  });

  it('merge with nothing to themselves, but for their order', () => {
    fc.assert(
      fc.property(conclusion, (one) => {
        const once = mergeConclusions(one, nothingConcluded);
        assert.deepEqual(mergeConclusions(once, nothingConcluded), once);
        assert.equal(once.observations, one.observations);
        assert.equal(once.breachCount, one.breachCount);
        assert.deepEqual(new Set(once.evidence), new Set(one.evidence));
      }),
      runs,
    );
  });

  it('hold the first breaches of all parts, and count them all', () => {
    const part = (first: number): Conclusion => ({
      ...nothingConcluded,
      observations: 30,
      breachCount: 30,
      breaches: Array.from({ length: maxListed }, (_none, at) => ({
        exchanges: [first + 2 * at],
        sent: 'a',
        expected: 'b',
        seen: 'c',
        cause: 'd',
      })),
    });
    const merged = mergeConclusionsById([new Map([['HDR-05', part(2)]]), new Map([['HDR-05', part(1)]])]).get(
      'HDR-05',
    );
    assert.equal(merged?.breachCount, 60);
    assert.deepEqual(
      merged.breaches.map(({ exchanges }) => exchanges[0]),
      Array.from({ length: maxListed }, (_none, at) => at + 1),
    );
  });
});
