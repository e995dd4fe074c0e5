import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { mistakes } from '../../../../support/crypto/node/transfer/mistakes';
import { curves, diagnose, mistaken, newParties, partiesWithLeadingZero } from './parties';

/** Without a point there is no Y coordinate. */
const ofPointsAlone = ['secret-is-y', 'secret-is-point', 'secret-is-both-coordinates'];

describe('the catalogue of mistakes', () => {
  it('has an id of its own for each', () => {
    assert.equal(new Set(mistakes.map(({ id }) => id)).size, mistakes.length);
  });

  it('says what was done and what the document says', () => {
    for (const { id, text: teaching } of mistakes) assert.match(teaching, /^[^;]{10,}; [^;]{10,}/, id);
  });

  it('has some mistakes of each stage', () => {
    const stages = new Set(mistakes.map(({ stage }) => stage));
    assert.deepEqual([...stages].sort(), ['agree', 'derive', 'mix', 'seal']);
  });

  for (const curve of curves) {
    it(`makes each mistake on ${curve} that can be made there`, () => {
      const parties = partiesWithLeadingZero(curve);
      const expected = mistakes
        .map(({ id }) => id)
        .filter((id) => curve === 'weierstrass' || !ofPointsAlone.includes(id));
      assert.deepEqual(
        mistaken(parties).map(({ mistake }) => mistake.id),
        expected,
      );
    });

    it(`makes a content of its own for each mistake on ${curve}, by which that is named`, () => {
      const parties = partiesWithLeadingZero(curve);
      const made = mistaken(parties);
      assert.equal(new Set(made.map(({ content }) => content)).size, made.length);
      for (const { mistake, content } of made)
        assert.deepEqual(diagnose(parties, content).mistake, mistake, mistake.id);
    });

    it(`leaves out on ${curve} what makes no difference`, () => {
      const ids = mistaken(newParties(curve), '{"a": 1}').map(({ mistake }) => mistake.id);
      assert.ok(!ids.includes('bundle-in-nfd') && !ids.includes('bundle-spaced'));
      assert.ok(ids.includes('bundle-indented'));
    });
  }
});
