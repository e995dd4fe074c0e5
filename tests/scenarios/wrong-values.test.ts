import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { CurveForm } from '../../support/contract/readings';
import { deliberateMistakesOf } from '../../support/contract/deliberate-mistakes';
import { contractObligations } from '../../support/obligations';
import { generateHipAsks } from '../../support/cases/hip-asks';
import { givenKeyRefusalAsks } from '../../support/cases/hiu-asks';
import { TestData } from '../../support/cases/test-data';
import { encryptedSlip } from '../../support/scenarios/mistakes/encrypted-fields';
import { leakSlip } from '../../support/scenarios/mistakes/leaks';
import { tapMessages } from '../../support/scenarios/mistakes/right-messages';
import { requireBroken } from '../../support/scenarios/mistakes/slip';
import { keyMaterialSlip, sealedSlip } from '../../support/scenarios/mistakes/transfers';

/** Clients of one key form, and one that takes all of them. */
const clients: readonly (readonly CurveForm[])[] = [
  ['x25519'],
  ['weierstrass'],
  ['weierstrass-spki'],
  ['weierstrass-spki-explicit'],
  ['weierstrass-spki-named'],
  ['x25519', 'weierstrass', 'weierstrass-spki'],
];

describe('what is spoilt in a transfer', () => {
  it('is what is named for its obligations, and nothing besides', () => {
    const data = new TestData(1);
    const asks = clients.flatMap((forms) =>
      forms.flatMap((form) => [
        ...generateHipAsks([form], data, {}),
        ...givenKeyRefusalAsks(form, forms, data),
      ]),
    );
    const sent = asks.flatMap(({ asked: { part, variant } }) =>
      part === 'negative' || variant.endsWith(': empty') ? [variant] : [],
    );
    const named = contractObligations.all
      .filter(({ area }) => area === 'health-data-transfer')
      .flatMap(({ id }) => Object.keys(deliberateMistakesOf(id)));
    assert.deepEqual([...new Set(sent)].sort(), named.sort());
  });
});

describe('an example on the judges', () => {
  before(tapMessages);

  it('is refused where no mistake is known by its words', () => {
    assert.throws(() => sealedSlip('the salt is tasty'), /Unknown mistake in a transfer: the salt is tasty/);
    assert.throws(() => encryptedSlip('483201', 'with love'), /Unknown way to encrypt a value: with love/);
    assert.throws(() => keyMaterialSlip('dhPublicKey.colour', 'red'), /no member colour/);
  });

  it('fails where the value is right', () => {
    const shape = contractObligations.get('HDT-09');
    const right = keyMaterialSlip('dhPublicKey.expiry', '2099-12-31T23:59:59.000Z');
    assert.throws(() => {
      requireBroken(shape, right, 'the expiry names a day or a time that does not exist');
    }, /HDT-09 passes, and is to break because of/);
    const logs = contractObligations.get('ENC-09');
    const harmless = leakSlip('enrolled XXXXXXXX5678', 'log');
    assert.throws(() => {
      requireBroken(logs, harmless, 'the value is logged before it is encrypted');
    }, /ENC-09 passes, and is to break because of/);
  });

  it('fails where the judge finds another cause, or its home has none in these words', () => {
    const mix = contractObligations.get('HDT-06');
    const judged = sealedSlip('the salt is the last 20 bytes');
    assert.throws(() => {
      requireBroken(mix, judged, 'only the nonce of the HIP is used; the document XORs both');
    }, /HDT-06 is broken because of: the salt is the last 20 bytes; the document takes the first 20\nand not of/);
    assert.throws(() => {
      requireBroken(mix, judged, 'an empty salt');
    }, /HDT-06 knows no such cause: an empty salt/);
  });
});
