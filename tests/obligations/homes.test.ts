import assert from 'node:assert/strict';
import { test } from 'node:test';
import { operations } from '../../support/contract/operations';
import { contractObligations } from '../../support/obligations';

const { all, judged } = contractObligations;

function repeated(texts: readonly string[]): string[] {
  return texts.filter((text, index) => texts.indexOf(text) !== index);
}

function sentences(text: string): string[] {
  return text.split(/(?<=[.;])\s+/).map((each) => each.toLowerCase().replace(/[.;]$/, ''));
}

test('each obligation has its own id', () => {
  assert.deepEqual(repeated(all.map(({ id }) => id)), []);
});

test('titles are distinct facts, not wishes', () => {
  const titles = all.map(({ title }) => title);
  assert.deepEqual(repeated(titles.map((title) => title.toLowerCase())), []);
  for (const title of titles) {
    assert.doesNotMatch(title, /\b(should|must|shall)\b/i);
    assert.doesNotMatch(title, /\.$/);
    const words = title.split(' ').length;
    assert.ok(words >= 4 && words <= 10, `${String(words)} words: ${title}`);
  }
});

test('whatever can be broken lists its causes, each once', () => {
  for (const { id, level, causes = [] } of judged) {
    assert.equal(causes.length > 0, level !== 'observe', id);
    assert.deepEqual(repeated(causes), [], id);
    for (const cause of causes) assert.match(cause, /^\S.{8,}[^.]$/, id);
  }
});

test('no sentence of a rule occurs twice', () => {
  assert.deepEqual(repeated(all.flatMap(({ rule }) => sentences(rule))), []);
});

test('every rule is whole sentences, three at most', () => {
  for (const { id, rule } of all) {
    assert.match(rule, /\.$/, id);
    assert.ok(rule.split(/\.\s+(?=[A-Z])/).length <= 3, id);
  }
});

test('an obligation is found by its id, and only by that', () => {
  assert.equal(contractObligations.get('HDR-05').title, 'REQUEST-ID is new for every request');
  assert.equal(contractObligations.has('HDR-05'), true);
  for (const text of ['HDR-99', 'hdr-05', '@HDR-05', '', 'toString'])
    assert.equal(contractObligations.has(text), false, text);
  assert.throws(() => contractObligations.get('HDR-99'), RangeError);
});

/** All that a breach may be a consequence of, however many obligations lie between. */
function causesOf(id: string, found = new Set<string>()): Set<string> {
  for (const cause of contractObligations.get(id).follows ?? [])
    if (!found.has(cause)) causesOf(cause, found.add(cause));
  return found;
}

test('a quote has at least four words, so that it can be found', () => {
  for (const { id, quote } of all)
    assert.ok(quote.split(' ').length >= 4, `${id}: the quote has fewer than four words`);
});

test('an obligation follows others of its own subject, and never itself by way of them', () => {
  for (const { id, subject, follows = [] } of all)
    for (const cause of follows)
      assert.equal(contractObligations.get(cause).subject, subject, `${id}: ${cause}`);
  for (const { id } of all) assert.ok(!causesOf(id).has(id), id);
});

test('an obligation needs others of its own subject, each once', () => {
  for (const { id, subject, needs = [] } of all) {
    assert.deepEqual(repeated([id, ...needs]), [], id);
    for (const need of needs) assert.equal(contractObligations.get(need).subject, subject, `${id}: ${need}`);
  }
});

test('what is declared is not judged, and all else is; what contradicts is of declarations alone', () => {
  for (const { id, seen, judge, contradicts } of all) {
    if (contradicts !== undefined) assert.equal(seen, 'declared', id);
    assert.equal(judge === undefined, seen === 'declared', id);
  }
});

test('an obligation bears on exchanges, adapters or logs that there are', () => {
  const services = operations.map(({ service }) => service);
  const sources = new Set(['wire', 'adapter', 'log', ...services, ...operations.map(({ id }) => id)]);
  for (const { id, on = ['wire'] } of judged) {
    assert.ok(on.length > 0, id);
    assert.deepEqual(repeated(on), [], id);
    for (const source of on) assert.ok(sources.has(source), `${id}: ${source}`);
  }
});
