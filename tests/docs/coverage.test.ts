import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sentenceFlaws } from '../../scripts/coverage/check';
import type { CoverageList } from '../../scripts/coverage/list';
import { coverageText, placedSentences, readCoverage } from '../../scripts/coverage/list';
import { splitDocument, digestOf, within } from '../../scripts/coverage/sentences';
import { contractObligations } from '../../support/obligations';
import { assertGenerated } from '../generated';

const list = readCoverage();
const placed = placedSentences(list);

describe('docs/coverage.yml', () => {
  it('makes docs/coverage.md', () => {
    assertGenerated('docs/coverage.md', coverageText(list), 'coverage');
  });

  it('names obligations that there are, by their clause or beside it', () => {
    for (const { clause, place, obligations = [], also = [] } of placed) {
      const ids = [...obligations, ...also];
      assert.equal(new Set(ids).size, ids.length, `${clause}, ${place}: an id twice`);
      const names = (id: string): boolean =>
        contractObligations.get(id).clauses.some((each) => within(clause, each));
      const told = `${clause}, ${place}`;
      for (const id of obligations) assert.ok(names(id), `${told}: ${id} does not name the clause`);
      for (const id of also) assert.ok(!names(id), `${told}: ${id} names the clause`);
    }
  });

  it('has a sentence for each clause that an obligation names, or says why the obligation is there', () => {
    for (const { id, clauses } of contractObligations.all) {
      const own = placed.filter(({ obligations }) => obligations?.includes(id));
      if (id in list.ours) {
        const named = placed.some(({ obligations = [], also = [] }) =>
          [...obligations, ...also].includes(id),
        );
        assert.ok(!named, `${id}: stated by a sentence, and ours`);
      } else
        for (const clause of clauses)
          assert.ok(
            own.some((each) => within(each.clause, clause)),
            `${id}: no sentence of ${clause} names it. Add ${id} to the sentences of ${clause} in docs/coverage.yml ` +
              'that it covers. Then run: npm run generate -- coverage',
          );
    }
    for (const [id, why] of Object.entries(list.ours)) {
      assert.ok(contractObligations.has(id), id);
      assert.match(why, /^[A-Z].{20,}\.$/, id);
    }
  });

  it('says in a sentence what each sentence says, and what is not covered', () => {
    for (const { clause, place, says, obligations = [], also = [], open } of placed) {
      const told = `${clause}, ${place}`;
      assert.match(says, /^[A-Zv].*\.$/, told);
      assert.ok(
        obligations.length + also.length > 0 || open !== undefined,
        `${told}: neither covered nor open`,
      );
      if (open !== undefined) assert.match(open, /^[A-Z0-9].*\.$/, told);
    }
  });

  it('has each digest of a clause once, as text', () => {
    const others = Object.entries(list.others).flatMap(([clause, all]) =>
      all.map((digest) => ({ clause, digest })),
    );
    const digests = [...placed, ...others].map(({ clause, digest }) => `${clause} ${digest}`);
    assert.equal(new Set(digests).size, digests.length);
    for (const { digest } of [...placed, ...others]) assert.match(digest, /^[0-9a-f]{12}$/);
  });
});

/** An invented document: every form that a passage can have. */
const document = [
  '# A bakery',
  'It covers bread (white, e.g. rolls. Brown too) and cakes.',
  '## 1. Goods',
  '1. Bread is fresh; cakes may be old. Both are good.\n2. Tins are greased.',
  '### 1.3 Bread',
  '| Kind | Weight |\n|---|---|\n| white | 500 g; at least |\n| brown | 750 g |',
  '`POST {oven}/bake`',
  '- Heat: 220.\n- {oven} is closed. Time: 1.1, hours.',
].join('\n\n');

/** With a line for each word, but for the marks of headings and items. */
const oneWordALine = document.replace(/(?<!^#+|\n#+|\n\d\.|\n-) /g, '\n');

describe('the sentences of a document', () => {
  const { sentences, clauseText } = splitDocument(document);

  it('have a clause and a place', () => {
    assert.deepEqual(
      sentences.map(({ clause, place, text }) => `${clause}, ${place}: ${text}`),
      [
        'opening, heading: A bakery',
        'opening, sentence 1: It covers bread (white, e.g. rolls. Brown too) and cakes.',
        '1, heading: Goods',
        '1.1, sentence 1: Bread is fresh;',
        '1.1, sentence 2: cakes may be old.',
        '1.1, sentence 3: Both are good.',
        '1.2, sentence 1: Tins are greased.',
        '1.3, heading: Bread',
        '1.3, columns: Kind | Weight',
        '1.3, row 1: white | 500 g; at least',
        '1.3, row 2: brown | 750 g',
        '1.3, sentence 1: `POST {oven}/bake`',
        '1.3, sentence 2: Heat: 220.',
        '1.3, sentence 3: {oven} is closed.',
        '1.3, sentence 4: Time: 1.1, hours.',
      ],
    );
  });

  it('are the same wherever lines break', () => {
    assert.match(oneWordALine, /bread\n\(white,\ne\.g\.\nrolls\./);
    assert.deepEqual(splitDocument(oneWordALine).sentences, sentences);
    assert.deepEqual(splitDocument(document.replaceAll('\n', '\r\n')).sentences, sentences);
  });

  it('are found in their clause and in those above it', () => {
    assert.match(clauseText('1'), /Tins are greased\. .*\| white \| 500 g; at least \| \| brown/);
    assert.match(clauseText('1.2'), /^2\. Tins are greased\.$/);
    assert.equal(clauseText('2'), '');
  });
});

describe('a document that is compared with the list', () => {
  const known: CoverageList = {
    sentences: {},
    ours: {},
    others: Object.fromEntries(
      [...Map.groupBy(splitDocument(document).sentences, ({ clause }) => clause)].map(([clause, all]) => [
        clause,
        all.map(({ digest }) => digest),
      ]),
    ),
  };

  it('has no flaws where the list holds each sentence', () => {
    assert.deepEqual(sentenceFlaws(document, known), []);
  });

  for (const [what, changed, unknown] of [
    ['a new sentence', document.replace('Both are', 'Salt is used. Both are'), '1.1, sentence 3'],
    ['a new row', document.replace('| brown', '| rye | 1 kg |\n| brown'), '1.3, row 2'],
    ['a new item', `${document}\n- Cool it.`, '1.3, sentence 5'],
    ['a new clause', `${document}\n\n### 1.4 Cakes`, '1.4, heading'],
  ] as const)
    it(`fails on ${what}`, () => {
      const flaws = sentenceFlaws(changed, known);
      assert.equal(flaws.length, 1, flaws.join('\n'));
      assert.match(flaws[0] ?? '', new RegExp(`^not in the list: ${unknown} `));
    });

  it('fails on a changed word, by both sides', () => {
    const flaws = sentenceFlaws(document.replace('750 g', '700 g'), known);
    assert.deepEqual(
      flaws.map((flaw) => flaw.split(':')[0]),
      ['not in the list', 'not in the document'],
    );
  });

  it('fails on a sentence in another clause', () => {
    const moved = document.replace(' Both are good.', '').replace('greased.', 'greased. Both are good.');
    assert.deepEqual(sentenceFlaws(moved, known).length, 2);
  });

  it('fails on a place that is another', () => {
    const row = { place: 'row 1', digest: digestOf('brown | 750 g'), says: 'Brown bread is heavy.' };
    const rest = (known.others['1.3'] ?? []).filter((each) => each !== row.digest);
    const placedRow = { ...known, sentences: { '1.3': [row] }, others: { ...known.others, '1.3': rest } };
    assert.match(sentenceFlaws(document, placedRow).join(), /^1\.3, row 1 \(\w+\) is row 2 in the document$/);
  });
});
