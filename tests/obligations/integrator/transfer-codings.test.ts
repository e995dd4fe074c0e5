import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { TransferFact } from '../../../support/contract/transfer';
import { plainTextOrEmpty } from '../../plain';
import type { AnyJourneyStep } from './exchanges';
import { playSteps } from './exchanges';
import { brokenIds, concludeFromEvidence } from './judge';
import { decryptedTransfer, encryptedTransfer, refusedAs } from './transfers';

const [encrypt, decrypt] = [encryptedTransfer, decryptedTransfer];
const [explicit, named] = ['weierstrass-spki-explicit', 'weierstrass-spki-named'] as const;

for (const [id, variant, facet] of [
  ['HDT-12', 'changed key: that of another HIP', 'key'],
  ['HDT-13', 'bad key: of low order: a point of order 4', 'low order'],
  ['HDT-13', 'bad key: off the curve', 'off the curve'],
] as const)
  describe(`a refusal of a key that is coded like none that was read (${id}, ${variant})`, () => {
    const twin = decrypt({ fact: { coding: named } });
    const negative = decrypt(refusedAs(variant, { fact: { coding: explicit } }));
    const keptIn = (...steps: AnyJourneyStep[]): number | undefined =>
      concludeFromEvidence(id, playSteps(steps)).facets?.find(({ name }) => name === facet)?.kept;

    it('shows nothing of its facet', () => {
      const { observations, unjudged } = concludeFromEvidence(id, playSteps([twin, negative]));
      assert.equal(observations, 0);
      assert.match(plainTextOrEmpty(unjudged[0]), /spells the curve out, and no key in this coding was read/);
      assert.equal(keptIn(twin, negative), 0);
    });

    it('shows it where the coding is that of another transfer, before or behind, or of the twin', () => {
      const other = decrypt({ asked: { round: 'another' }, fact: { coding: explicit } });
      const like = decrypt(refusedAs(variant, { fact: { coding: named } }));
      for (const steps of [
        [twin, other, negative],
        [twin, negative, other],
        [twin, like],
      ])
        assert.equal(keptIn(...steps), 1);
    });

    it('shows it where the coding was read, and the bundle handed on in another form', () => {
      const indented: Partial<TransferFact> = { coding: explicit, bundle: 'other', bundleMeant: true };
      assert.equal(keptIn(twin, decrypt({ fact: indented }), negative), 1);
    });

    it('shows nothing where the other role read it', () => {
      assert.equal(keptIn(twin, encrypt({ fact: { coding: explicit } }), negative), 0);
    });

    it('is missed all the same where it does not come', () => {
      const taken = decrypt({ asked: { part: 'negative', variant }, fact: { coding: explicit } });
      assert.deepEqual(brokenIds(playSteps([twin, taken])), [id]);
    });
  });

describe('a refusal of a key in another form', () => {
  it('needs none like it that was read', () => {
    const other = decrypt(refusedAs('bad key: an RFC 8410 key'));
    assert.equal(concludeFromEvidence('HDT-13', playSteps([decrypt(), other])).observations, 1);
  });
});
