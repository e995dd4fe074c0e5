import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { CurveForm } from '../../support/contract/readings';
import type { TransferAsk } from '../../support/cases/ask';
import { bundlesUpTo } from '../../support/cases/bundles';
import { hipAsks, hipTrials } from '../../support/cases/hip-asks';
import { givenRefusalAsks, hiuTrials, recipientAsks } from '../../support/cases/hiu-asks';
import { preparedAsks } from '../../support/cases/prepared';
import { MadeUp } from '../../support/cases/made-up';

const forms: readonly CurveForm[] = ['x25519', 'weierstrass', 'weierstrass-spki'];
const kinds = bundlesUpTo(1024);

function isBundle(text: string): boolean {
  try {
    return (JSON.parse(text) as { resourceType?: unknown }).resourceType === 'Bundle';
  } catch {
    return false;
  }
}

const judged = (): TransferAsk[] => {
  const data = new MadeUp(1);
  return [
    ...hipAsks(forms, data, kinds),
    ...forms.flatMap((form) => [
      ...recipientAsks(form, data, kinds),
      ...preparedAsks(form, data),
      ...givenRefusalAsks(form, forms, data),
    ]),
  ];
};

describe('a transfer (clauses 1.3, 6.2.6)', () => {
  it('is of a FHIR bundle, wherever it decides anything', () => {
    const others = judged().filter((ask) => !('bundle' in ask) || !isBundle(ask.bundle.text));
    assert.deepEqual(
      others.map(({ asked }) => asked),
      [],
    );
  });

  it('of anything else is tried in either role, and decides nothing', () => {
    const data = new MadeUp(1);
    for (const trials of [[...hipTrials(forms, data)], [...hiuTrials(forms, data)]]) {
      assert.deepEqual(
        trials.map(({ bundle }) => isBundle(bundle.text)),
        trials.map(() => false),
      );
      assert.deepEqual([...new Set(trials.map(({ asked }) => asked.part))], ['open']);
      assert.deepEqual([...new Set(trials.map(({ form }) => form))], forms);
    }
  });

  it('with the keys of each known answer that has zeros is of a bundle that no client foresees', () => {
    const texts = forms.flatMap((form) => preparedAsks(form, new MadeUp()).map(({ bundle }) => bundle.text));
    assert.ok(texts.length > 20);
    assert.equal(new Set(texts).size, texts.length);
  });
});
