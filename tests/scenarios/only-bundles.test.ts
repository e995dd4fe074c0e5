import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { CurveForm } from '../../support/contract/readings';
import type { TransferAsk } from '../../support/cases/ask';
import { bundleMakersUpTo } from '../../support/cases/bundle-makers';
import { generateHipAsks, nonFhirHipAsks } from '../../support/cases/hip-asks';
import { givenKeyRefusalAsks, nonFhirHiuAsks, givenKeyAsks } from '../../support/cases/hiu-asks';
import { knownAnswerAsks } from '../../support/cases/prepared';
import { TestData } from '../../support/cases/test-data';

const forms: readonly CurveForm[] = ['x25519', 'weierstrass', 'weierstrass-spki'];
const kinds = bundleMakersUpTo(1024);

function isBundle(text: string): boolean {
  try {
    return (JSON.parse(text) as { resourceType?: unknown }).resourceType === 'Bundle';
  } catch {
    return false;
  }
}

const judged = (): TransferAsk[] => {
  const data = new TestData(1);
  return [
    ...generateHipAsks(forms, data, kinds),
    ...forms.flatMap((form) => [
      ...givenKeyAsks(form, data, kinds),
      ...knownAnswerAsks(form, data),
      ...givenKeyRefusalAsks(form, forms, data),
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
    const data = new TestData(1);
    for (const trials of [[...nonFhirHipAsks(forms, data)], [...nonFhirHiuAsks(forms, data)]]) {
      assert.deepEqual(
        trials.map(({ bundle }) => isBundle(bundle.text)),
        trials.map(() => false),
      );
      assert.deepEqual([...new Set(trials.map(({ asked }) => asked.part))], ['open']);
      assert.deepEqual([...new Set(trials.map(({ form }) => form))], forms);
    }
  });

  it('with the keys of each known answer that has zeros is of a bundle that no client foresees', () => {
    const texts = forms.flatMap((form) =>
      knownAnswerAsks(form, new TestData()).map(({ bundle }) => bundle.text),
    );
    assert.ok(texts.length > 20);
    assert.equal(new Set(texts).size, texts.length);
  });
});
