import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Quote, QuoteList } from '../../scripts/coverage/quotes';
import {
  allQuotes,
  namedElsewhere,
  neededNames,
  quoteListOf,
  quotesIn,
  readQuoteList,
  unlistedQuotes,
  unmentionedNames,
  unusedDigests,
} from '../../scripts/coverage/quotes';
import { contractObligations } from '../../support/obligations';
import { placesAt, requiredPlaces } from '../../support/obligations/judge/home';

const command = 'Run, with the path of the document: npm run generate -- quotes DOCUMENT';

describe('the quotes of obligations, features and documents', () => {
  const list = readQuoteList();
  const quotes = allQuotes(contractObligations.all);
  const needed = neededNames(contractObligations.all);

  it('occur in one of their clauses', () => {
    const unlisted = unlistedQuotes(list, quotes);
    const flaws = unlisted.join('\n');
    assert.ok(
      unlisted.length === 0,
      `new or changed, and not compared with the document:\n${flaws}\n${command}`,
    );
  });

  it('are all that docs/quotes.yml holds', () => {
    assert.deepEqual(unusedDigests(list, quotes), [], command);
  });

  it('are of clauses that mention each header or member that the obligation needs', () => {
    const unmentioned = unmentionedNames(list, needed);
    const advice =
      'Add the clause that demands it to `clauses`, or use placesAt in `tells`. If a clause mentions it:';
    assert.ok(unmentioned.length === 0, `${unmentioned.join('\n')}\n${advice}\n${command}`);
  });

  it('have no exception that is no longer needed', () => {
    const excused = unmentionedNames(list, needed, []).map((each) => each.split(':')[0]);
    for (const id of Object.keys(namedElsewhere))
      assert.ok(excused.includes(id), `${id}: remove it from namedElsewhere in scripts/coverage/quotes.ts`);
  });
});

/** An invented document. */
const document = [
  '## 1. Goods',
  '1. Bread is fresh.\n2. Tins are greased. The header Accept names the tin.',
  '## 2. Prices',
  'Bread is cheap.',
].join('\n\n');

const quote = (text: string, ...clauses: string[]): Quote => ({ from: 'BRE-01', clauses, text });
const nothing: QuoteList = { quotes: {}, names: {} };

describe('a quote', () => {
  const flaws = (made: Quote, later: Quote = made): string[] =>
    unlistedQuotes(quoteListOf(document, [made], []), [later]);

  it('occurs in one of its clauses, or in a clause below', () => {
    assert.deepEqual(flaws(quote('Tins are\n greased.', '1.2')), []);
    assert.deepEqual(flaws(quote('Tins are greased.', '9', '1')), []);
    assert.deepEqual(flaws(quote('Tins are greased.', '1.1')), ['BRE-01 (1.1): Tins are greased.']);
    assert.deepEqual(flaws(quote('Tins are greased.', '1.2.1', '2')), [
      'BRE-01 (1.2.1, 2): Tins are greased.',
    ]);
  });

  it('is compared again after a change of a word or a clause', () => {
    const made = quote('Tins are greased.', '1.2');
    assert.deepEqual(flaws(made, quote('Tins are oiled.', '1.2')), ['BRE-01 (1.2): Tins are oiled.']);
    assert.deepEqual(flaws(made, quote('Tins are greased.', '1')), ['BRE-01 (1): Tins are greased.']);
    assert.equal(
      unusedDigests(quoteListOf(document, [made], []), [quote('Tins are oiled.', '1.2')]).length,
      1,
    );
  });

  it('has its clauses behind it, and may continue on the next line', () => {
    const text =
      'A "tin".\n  "Tins are\n  greased." (1.2) "Bread" (1.1, 2), “is cheap” (clauses 1 and 2), "no" quote (x)';
    assert.deepEqual(quotesIn('a.md', text), [
      { from: 'a.md:2', clauses: ['1.2'], text: 'Tins are greased.' },
      { from: 'a.md:3', clauses: ['1.1', '2'], text: 'Bread' },
      { from: 'a.md:3', clauses: ['1', '2'], text: 'is cheap' },
    ]);
  });

  it('is found in features', () => {
    const { length } = allQuotes([]).filter(({ from }) => from.startsWith('features/'));
    assert.ok(length > 50, String(length));
  });
});

describe('a header or member that an obligation needs', () => {
  const flaws = (clauses: readonly string[], at: string, make = requiredPlaces): string[] => {
    const needed = neededNames([{ id: 'BRE-01', clauses, tells: make(at) }]);
    return unmentionedNames(quoteListOf(document, [], needed), needed);
  };

  it('is mentioned by one of its clauses', () => {
    assert.deepEqual(flaws(['1.2'], 'request header accept'), []);
    assert.deepEqual(flaws(['2', '1'], 'request body/bread/cheap'), []);
    assert.deepEqual(flaws(['1.2'], 'request header x-tin|accept'), []);
    assert.deepEqual(flaws(['1.2'], 'request body/Tin'), ['BRE-01: 1.2 mentions no Tin']);
    assert.deepEqual(flaws(['1.1'], 'request header accept'), ['BRE-01: 1.1 mentions no Accept']);
    assert.deepEqual(flaws(['1.1', '2'], 'answer body/tin'), ['BRE-01: 1.1 and 2 mention no tin']);
    assert.deepEqual(flaws(['1.2'], 'request header x-tin|x-accept'), [
      'BRE-01: 1.2 mentions no x-tin or x-accept',
    ]);
  });

  it('is only a place at which a breach shows, unless the home requires it', () => {
    assert.deepEqual(flaws(['1.1'], 'request header accept', placesAt), []);
  });

  it('of a new obligation is unknown until the document has been read', () => {
    const needed = neededNames([
      { id: 'BRE-01', clauses: ['1.2'], tells: requiredPlaces('request header accept') },
    ]);
    assert.deepEqual(unmentionedNames(nothing, needed), ['BRE-01: 1.2 mentions no Accept']);
  });
});
