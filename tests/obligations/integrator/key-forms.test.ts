import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { TransferKeyForms } from '../../../support/adapter/key-forms';
import { resolveReadings } from '../../../support/contract/readings';
import type { CurveForm } from '../../../support/contract/readings';
import { contractObligations } from '../../../support/obligations';
import type { ObligationId } from '../../../support/obligations';
import { facetsFor } from '../../../support/obligations/judge/facets';
import { embeddedTarget } from '../../../support/run/targets';
import { playSteps } from './exchanges';
import { concludeFromEvidence } from './judge';
import { decryptedTransfer as decrypt, encryptedTransfer as encrypt } from './transfers';

describe('an SPKI in one coding', () => {
  const form = 'weierstrass-spki';
  const [explicit, named] = ['weierstrass-spki-explicit', 'weierstrass-spki-named'] as const;

  it('is enough where the form means either', () => {
    for (const [id, transfer] of [
      ['HDT-08', encrypt],
      ['HDT-11', decrypt],
    ] as const) {
      const unread = transfer({ outcome: 'refused', fact: { form, coding: explicit } });
      const read = transfer({ fact: { form, coding: named } });
      assert.equal(concludeFromEvidence(id, playSteps([unread, read])).breachCount, 0, id);
      assert.equal(
        concludeFromEvidence(id, playSteps([unread])).breachCount,
        1,
        `${id}, with none that is read`,
      );
    }
  });

  it('is not enough where each is declared by its name', () => {
    const unread = encrypt({ outcome: 'refused', fact: { form: explicit, coding: explicit } });
    const read = encrypt({ fact: { form: named, coding: named } });
    assert.equal(concludeFromEvidence('HDT-08', playSteps([unread, read])).breachCount, 1);
  });
});

describe('the key forms in which an obligation has to be seen', () => {
  const namesOf = (
    id: ObligationId,
    transferKeyForms: TransferKeyForms | undefined,
    chosen: CurveForm | 'as-declared' = 'as-declared',
  ) =>
    facetsFor(contractObligations.get(id), {
      ...embeddedTarget,
      readings: resolveReadings({ 'curve-form': chosen }),
      offer: { capabilities: [], ...(transferKeyForms && { transferKeyForms }) },
    })?.map(({ name }) => name);

  it('are those that its side takes', () => {
    const forms = {
      hip: { takes: ['x25519'], gives: ['weierstrass'] },
      hiu: { takes: ['weierstrass'] },
    } as const;
    assert.deepEqual(namesOf('HDT-05', forms), ['x25519']);
    assert.deepEqual(namesOf('HDT-11', forms), ['weierstrass, ordinary', 'weierstrass, with a leading zero']);
    assert.deepEqual(namesOf('HDT-05', ['x25519', 'weierstrass']), ['x25519', 'weierstrass']);
    assert.equal(namesOf('HDT-05', { hiu: { takes: ['weierstrass'] } }), undefined);
  });

  it('are narrowed by the target', () => {
    assert.deepEqual(namesOf('HDT-05', ['weierstrass-spki-named', 'x25519'], 'weierstrass-spki'), [
      'weierstrass-spki-named',
    ]);
    assert.deepEqual(namesOf('HDT-05', undefined, 'x25519'), ['x25519']);
  });

  it('are off the curve at times, once one side takes points', () => {
    const ruledOut = (forms: TransferKeyForms) =>
      facetsFor(contractObligations.get('HDT-13'), {
        ...embeddedTarget,
        offer: { capabilities: [], transferKeyForms: forms },
      })?.some((facet) => facet.ruledOut !== undefined);
    assert.equal(ruledOut(['x25519']), true);
    assert.equal(ruledOut({ hip: { takes: ['x25519'] }, hiu: { takes: ['weierstrass'] } }), false);
  });
});
