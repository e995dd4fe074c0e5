import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import type { Fact, PlacedFact } from './facts';
import { stateOf, thenOf } from './facts';

const docs = join(__dirname, '../../docs');
export const coverageFile = join(docs, 'coverage.md');

/** A sentence that obliges a client or a service. */
export interface Obliging {
  readonly place: string;
  readonly digest: string;
  readonly facts: readonly Fact[];
}

/** The content of docs/coverage.yml. A comment in that file explains each member. */
export interface CoverageList {
  readonly sentences: Readonly<Record<string, readonly Obliging[]>>;
  readonly ours: Readonly<Record<string, string>>;
  readonly others: Readonly<Record<string, readonly string[]>>;
}

export function readCoverage(): CoverageList {
  return parse(readFileSync(join(docs, 'coverage.yml'), 'utf8')) as CoverageList;
}

interface Placed extends Obliging {
  readonly clause: string;
}

const byNumber = new Intl.Collator('en', { numeric: true });

/** Returns the sentences of the coverage list, ordered by clause. */
export function placedSentences({ sentences }: CoverageList): readonly Placed[] {
  // Sort the clauses, because JavaScript enumerates integer-like names such as 3 before names such as 1.1.
  return Object.entries(sentences)
    .toSorted(([one], [other]) => byNumber.compare(one, other))
    .flatMap(([clause, all]) => all.map((each) => ({ ...each, clause })));
}

/** Returns the facts of all sentences, ordered by clause. */
export const placedFacts = (list: CoverageList): readonly PlacedFact[] =>
  placedSentences(list).flatMap(({ clause, place, facts }) =>
    facts.map((fact) => ({ ...fact, clause, place })),
  );

export function coverageText(list: CoverageList): string {
  const facts = placedFacts(list);
  const chapters = Map.groupBy(facts, ({ clause }) => clause.split('.')[0] ?? '');
  const parts = [...chapters].map(
    ([chapter, each]) => `## Clause ${chapter}\n\n${table(columns, each.map(rowOf))}`,
  );
  const ours = table(['obligation', 'why it is there'], Object.entries(list.ours));
  return (
    [...opening(list, facts), ...parts, '## Obligations that no sentence states', ours].join('\n\n') + '\n'
  );
}

const columns = [
  'place',
  'fact, in our words',
  'state',
  'obligations',
  'judged by',
  'shown by',
  'open, and why',
];

function rowOf(fact: PlacedFact): string[] {
  const { clause, place, says, obligations = [], also = [], mutants = [], rows = [], open = '' } = fact;
  const elsewhere = also.length === 0 ? [] : [`(${also.join(', ')})`];
  const ids = [obligations.join(', '), ...elsewhere].filter((each) => each !== '');
  const examples = [...mutants.map((name) => `\`${name}\``), ...rows.map((row) => `“${row}”`)];
  const state = stateOf(fact);
  return [
    `${clause}, ${place}`,
    says,
    state,
    ids.join(' '),
    state === 'silent' ? '' : judgeOf(fact),
    examples.join(', '),
    open,
  ].map(escaped);
}

/** Returns the Then that states a fact, with its feature, or `judge`. */
function judgeOf(fact: Fact): string {
  const then = thenOf(fact);
  return then === undefined ? 'judge' : `${then.file}: ${then.text}`;
}

const escaped = (cell: string): string => cell.replaceAll('|', '\\|');

function opening({ others }: CoverageList, facts: readonly PlacedFact[]): string[] {
  const rest = Object.values(others).flat().length;
  const count = (state: string): number => facts.filter((fact) => stateOf(fact) === state).length;
  const passages = new Set(facts.map(({ clause, place }) => `${clause}, ${place}`)).size;
  return [
    '# Coverage of the document',
    'Each sentence, table row and heading of the document that obliges a client or a service, split into facts. An\n' +
      'obligation in parentheses names another clause, in which the document states the same fact.',
    `${passages} passages oblige someone, ${rest} do not. The ${passages} passages state ${facts.length} facts: ` +
      `${count('covered')} are covered, ${count('partly')} partly, and ${count('silent')} are silent.`,
    '- **covered**: a mutant, or a row of `features/mistakes`, breaks this very fact. It fails under the obligations.\n' +
      '- **partly**: the suite judges only a part of the fact. The last column names the other part, and the reason.\n' +
      '- **silent**: the suite judges nothing of it. Its obligations only note the fact, or ask for a declaration.',
    'The column “judged by” contains the Then that states the fact. It contains “judge” if only the code of the obligation\n' +
      'compares the fact. Names in code are mutants. Texts in quotation marks are rows of `features/mistakes`.',
    '`npm run generate -- coverage` makes this file of `docs/coverage.yml`. Instead of the sentences, that file contains\n' +
      'their digests. With `--check DOCUMENT`, the command fails on a sentence or row that the list lacks. It also fails on\n' +
      'a quote that its clauses do not contain, and on a fact with a wrong mutant, row, Then or obligation.\n' +
      '`npm run generate -- quotes DOCUMENT` writes `docs/quotes.yml`, the checked quotes.',
  ];
}

/** Returns a Markdown table with the alignment that prettier would give it. */
function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = heads.map((head, at) => Math.max(...[heads, ...rows].map((row) => row[at]?.length ?? 0), 3));
  const line = (cells: readonly string[]): string =>
    `| ${widths.map((width, at) => (cells[at] ?? '').padEnd(width)).join(' | ')} |`;
  return [line(heads), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}
