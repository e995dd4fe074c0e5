import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sentenceFlaws } from '../../scripts/coverage/check';
import type { PlacedFact } from '../../scripts/coverage/facts';
import { factFlaws, idsOf, repeats, stateOf, thenOf } from '../../scripts/coverage/facts';
import type { CoverageList } from '../../scripts/coverage/list';
import { coverageText, placedFacts, placedSentences, readCoverage } from '../../scripts/coverage/list';
import { splitDocument, digestOf, within } from '../../scripts/coverage/sentences';
import { contractObligations } from '../../support/obligations';
import { assertGenerated } from '../generated';

const list = readCoverage();
const placed = placedSentences(list);
const facts = placedFacts(list);

describe('docs/coverage.yml', () => {
  it('makes docs/coverage.md', () => {
    assertGenerated('docs/coverage.md', coverageText(list), 'coverage');
  });

  it('has facts with obligations, mutants, rows and Thens that fit', () => {
    assert.deepEqual(factFlaws(facts), []);
    for (const { clause, place, facts } of placed) assert.ok(facts.length > 0, `${clause}, ${place}`);
  });

  it('has a sentence for each clause that an obligation names, or says why the obligation is there', () => {
    for (const { id, clauses } of contractObligations.all) {
      const own = facts.filter(({ obligations }) => obligations?.includes(id));
      if (id in list.ours) {
        const named = facts.some((fact) => idsOf(fact).includes(id));
        assert.ok(!named, `${id}: stated by a sentence, and ours`);
      } else
        for (const clause of clauses)
          assert.ok(
            own.some((each) => within(each.clause, clause)),
            `${id}: no fact of ${clause} names it. Add ${id} to the facts of ${clause} in docs/coverage.yml that it ` +
              'covers, with a mutant that breaks each. Then run: npm run generate -- coverage',
          );
    }
    for (const [id, why] of Object.entries(list.ours)) {
      assert.ok(contractObligations.has(id), id);
      assert.match(why, /^[A-Z].{20,}\.$/, id);
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

describe('a fact of docs/coverage.yml', () => {
  const right: PlacedFact = {
    ...{ clause: '2.3', place: 'sentence 1', says: 'The error body has no second member.' },
    ...{ obligations: ['SES-09'], mutants: ['error-with-timestamp'] },
  };
  const open = 'Nothing shows it.';
  const { mutants: _mutants, ...unshown } = right;
  const { obligations: _obligations, ...silent } = unshown;
  const row = 'An error body with no "error/code"';

  it('may be shown by a mutant, by a row, or be silent for a reason', () => {
    for (const fact of [right, { ...unshown, rows: [row] }, { ...silent, open }, { ...right, open }])
      assert.deepEqual(factFlaws([fact]), []);
    assert.deepEqual([right, { ...right, open }, { ...silent, open }].map(stateOf), [
      'covered',
      'partly',
      'silent',
    ]);
  });

  const wrong: readonly (readonly [what: string, fact: PlacedFact, flaw: RegExp])[] = [
    ['nothing shows', unshown, /: no mutant and no row shows it, and open does not say why$/],
    ['is silent about a judged obligation', { ...unshown, open }, /no row of the fact breaks SES-09$/],
    ['has an unknown obligation', { ...right, also: ['SES-99'] }, /: there is no obligation SES-99$/],
    ['has an obligation twice', { ...right, also: ['SES-09'] }, /: SES-09 is listed twice$/],
    ['has an obligation of elsewhere', { ...right, clause: '2.4' }, /: SES-09 does not name the clause$/],
    ['has its obligation in also', { ...silent, also: ['SES-09'], rows: [row] }, /: SES-09 names the clause/],
    ['has an obligation that nothing breaks', { ...right, also: ['SES-10'] }, /of the fact breaks SES-10$/],
    ['has an unknown mutant', { ...right, mutants: ['error-with-'] }, /: there is no mutant error-with-$/],
    ['has a mutant of another id', { ...right, rows: [row], mutants: ['otp-raw'] }, /otp-raw breaks ENC-01/],
    [
      'has an unknown row',
      { ...right, rows: ['A refusal'] },
      /: no row of .* about SES-09 is called "A refusal"$/,
    ],
    [
      'has a Then of another Rule',
      { ...right, then: 'every request uses TLS' },
      /no scenario .* has the Then/,
    ],
    ['is no sentence', { ...right, says: 'one member' }, /"one member" is not a sentence$/],
  ];
  for (const [what, fact, flaw] of wrong)
    it(`fails if it ${what}`, () => {
      assert.match(factFlaws([fact]).join('\n'), new RegExp(flaw, 'm'));
    });

  it('names its Then, or has the only one about its obligations', () => {
    const then = 'the answer holds "code" as a string in error';
    assert.deepEqual(thenOf({ ...right, then }), { file: 'session-refusal.feature', text: then });
    assert.equal(thenOf(right), undefined, 'SES-09 has several');
    assert.equal(thenOf({ says: '', obligations: ['SEC-01'] })?.text, 'every request uses TLS');
  });

  it('may not repeat its sentence', () => {
    const sentence = 'Bread is baked in an oven at 220 degrees for an hour; rolls are not.';
    assert.ok(repeats('Rolls are not.', 'Rolls are not'));
    assert.ok(repeats('In summer, bread is baked in an oven at night.', sentence));
    assert.ok(!repeats('An oven of 220 degrees bakes the bread.', sentence));
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
    const row = { place: 'row 1', digest: digestOf('brown | 750 g'), facts: [] };
    const rest = (known.others['1.3'] ?? []).filter((each) => each !== row.digest);
    const placedRow = { ...known, sentences: { '1.3': [row] }, others: { ...known.others, '1.3': rest } };
    assert.match(sentenceFlaws(document, placedRow).join(), /^1\.3, row 1 \(\w+\) is row 2 in the document$/);
  });
});
