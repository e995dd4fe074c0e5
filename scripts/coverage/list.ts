import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

const docs = join(__dirname, '../../docs');
export const coverageFile = join(docs, 'coverage.md');

/** A sentence that obliges a client or a service. */
export interface Obliging {
  readonly place: string;
  readonly digest: string;
  readonly says: string;
  readonly obligations?: readonly string[];
  readonly also?: readonly string[];
  readonly open?: string;
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

export function coverageText(list: CoverageList): string {
  const placed = placedSentences(list);
  const chapters = Map.groupBy(placed, ({ clause }) => clause.split('.')[0] ?? '');
  const parts = [...chapters].map(
    ([chapter, each]) => `## Clause ${chapter}\n\n${table(columns, each.map(rowOf))}`,
  );
  const ours = table(['obligation', 'why it is there'], Object.entries(list.ours));
  return (
    [...opening(list, placed), ...parts, '## Obligations that no sentence states', ours].join('\n\n') + '\n'
  );
}

const columns = ['place', 'what it says, in our words', 'covered by', 'what is not covered, and why'];

function rowOf({ clause, place, says, obligations = [], also = [], open = '' }: Placed): string[] {
  const elsewhere = also.length === 0 ? [] : [`(${also.join(', ')})`];
  const ids = [obligations.join(', '), ...elsewhere].filter((each) => each !== '');
  return [`${clause}, ${place}`, says, ids.join(' '), open];
}

function opening({ others }: CoverageList, placed: readonly Placed[]): string[] {
  const rest = Object.values(others).flat().length;
  const open = placed.filter((each) => each.open !== undefined);
  const bare = open.filter(({ obligations = [], also = [] }) => obligations.length + also.length === 0);
  return [
    '# Coverage of the document',
    'Each sentence, table row and heading of the document that obliges a client or a service, with the obligations that\n' +
      'cover it. Obligations in parentheses name another clause, where the document says the same.',
    `${placed.length} passages oblige someone, ${rest} do not. ${placed.length - open.length} are covered, ` +
      `${open.length - bare.length} in part, and ${bare.length} not at all.`,
    '`npm run generate -- coverage` makes this file of `docs/coverage.yml`, which holds no sentence of the document, only\n' +
      'digests. With `--check DOCUMENT` it fails on a sentence or row that the list does not hold. It also fails on a quote\n' +
      'that does not occur in its clauses. `npm run generate -- quotes DOCUMENT` writes `docs/quotes.yml`, the checked quotes.',
  ];
}

/** Returns a Markdown table with the alignment that prettier would give it. */
function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = heads.map((head, at) => Math.max(...[heads, ...rows].map((row) => row[at]?.length ?? 0), 3));
  const line = (cells: readonly string[]): string =>
    `| ${widths.map((width, at) => (cells[at] ?? '').padEnd(width)).join(' | ')} |`;
  return [line(heads), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}
