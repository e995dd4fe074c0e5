import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { changedBetween, judgedOtherwise } from '../../support/report/diff/compare';
import { compareVerdicts } from '../../support/report/diff/verdicts';
import type { Results } from '../../support/judging/results';
import { sampleResults } from './sample-results';

type Run = Partial<Results['run']>;

const old = sampleResults();
const otherSuite = (run: Run = {}): Results => {
  const results = sampleResults({ 'SES-05': { verdict: 'failed' } }, run);
  return { ...results, suite: { ...results.suite, version: '9.9.9', digest: `sha256:${'b'.repeat(64)}` } };
};
const product = (version?: string) => ({ name: 'Product', ...(version !== undefined && { version }) });

describe('what changed between two reports', () => {
  it('is nothing between two runs of the same suite on the same system', () => {
    assert.deepEqual(changedBetween(old, sampleResults()), { system: [], suite: [] });
    assert.equal(judgedOtherwise(old, sampleResults()), undefined);
  });

  it('is in the system where the product, the target or its answers are others', () => {
    const target = { ...old.run.target, services: { gateway: 'https://new.example' } };
    const now = sampleResults({}, { product: product('2.0'), target });
    assert.deepEqual(changedBetween(old, now, { changed: [], compared: 3, onlyInOne: 0 }), {
      system: ['product Product 1.2, and Product 2.0', 'gateway none, and https://new.example'],
      suite: [],
    });
    const question = { operation: 'session.create', sender: 'suite' } as const;
    const answers = { changed: [{ question }], compared: 3, onlyInOne: 0 };
    assert.deepEqual(changedBetween(old, sampleResults(), answers).system, ['answers to 1 kind of question']);
    assert.equal(judgedOtherwise(old, now), undefined);
  });

  it('is in the suite where its digest, its obligations or the readings are others', () => {
    const { system, suite } = changedBetween(old, otherSuite());
    assert.deepEqual(system, []);
    assert.match(suite.join(), /^suite .* \(sha256:[0-9a-f]{12}\), and 9\.9\.9 \(sha256:bbbbbbbbbbbb\)$/);
    const obligationsDigest = `sha256:${'c'.repeat(64)}`;
    assert.match(
      changedBetween(old, sampleResults({}, { obligationsDigest })).suite.join(),
      /^obligations sha256:.*, and sha256:cccccccccccc$/,
    );
    const [first, ...others] = old.readings;
    assert.ok(first);
    const now = { ...old, readings: [{ ...first, chosen: 'another' }, ...others] };
    assert.deepEqual(changedBetween(old, now), { system: [], suite: [`readings ${first.id}`] });
    assert.deepEqual(judgedOtherwise(old, now), { by: 'other readings', product: 'the same' });
  });
});

describe('a verdict that changed', () => {
  const judgedIn = (before: Results, now: Results) =>
    compareVerdicts(before, now, judgedOtherwise(before, now)).worse.map(({ id, judged }) => [id, judged]);

  it('says that another suite judged it, and whether the product is the same', () => {
    const by = 'another suite';
    assert.deepEqual(judgedIn(old, otherSuite()), [['SES-05', { by, product: 'the same' }]]);
    assert.deepEqual(judgedIn(old, otherSuite({ product: product('2.0') })), [
      ['SES-05', { by, product: 'another' }],
    ]);
  });

  it('does not call a product the same where no version is stated', () => {
    const unstated = (each: Run['product']) =>
      judgedIn(sampleResults({}, { product: each ?? null }), otherSuite({ product: each ?? null }));
    for (const each of [null, product()])
      assert.deepEqual(unstated(each), [['SES-05', { by: 'another suite', product: 'not stated' }]]);
  });

  it('says nothing of the suite where that one is as it was', () => {
    const now = sampleResults({ 'SES-05': { verdict: 'failed' } }, { product: product('2.0') });
    assert.deepEqual(judgedIn(old, now), [['SES-05', undefined]]);
  });
});
