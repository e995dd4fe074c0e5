import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import { headers } from '../../support/contract/headers';
import type { Obligation } from '../../support/obligations';
import { digestOf, singleBlanks, splitDocument } from './sentences';

const root = join(__dirname, '../..');
export const quotesFile = join(root, 'docs/quotes.yml');

/** A text that the repository attributes to clauses of the document. */
export interface Quote {
  /** The obligation with this quote, or the file and line: `features/token/token-use.feature:12`. */
  readonly from: string;
  /** The document contains the quote in at least one of these clauses. */
  readonly clauses: readonly string[];
  readonly text: string;
}

/** A header or a member without which an exchange breaks an obligation. */
export interface NeededName {
  readonly id: string;
  readonly clauses: readonly string[];
  /** Alternatives, such as `x-hip-id` and `x-hiu-id`: a clause mentions at least one of them. */
  readonly names: readonly string[];
}

/** The content of docs/quotes.yml. A comment in that file explains both members; their keys are clauses. */
export interface QuoteList {
  readonly quotes: Readonly<Record<string, readonly string[]>>;
  readonly names: Readonly<Record<string, readonly string[]>>;
}

export function readQuoteList(): QuoteList {
  return parse(readFileSync(quotesFile, 'utf8')) as QuoteList;
}

const attributed = /["“]([^"“”]+)["”]\s*\((?:clauses? )?(\d+(?:\.\d+)*(?:(?:,| and)\s+\d+(?:\.\d+)*)*)\)/g;

/** Returns the quotes in the form `"…" (4.1)` or `"…" (2.3, 4.1)`. A quote may continue on the next line. */
export function quotesIn(file: string, text: string): Quote[] {
  return [...text.matchAll(attributed)].map(({ 1: quote = '', 2: clauses = '', index }) => ({
    from: `${file}:${text.slice(0, index).split('\n').length}`,
    clauses: clauses.split(/,\s+|\s+and\s+/),
    text: singleBlanks(quote),
  }));
}

/** Returns the quotes of obligations, features and documents. */
export function allQuotes(all: readonly Pick<Obligation, 'id' | 'clauses' | 'quote'>[]): Quote[] {
  const files = globSync(['features/**/*.feature', 'docs/**/*.md'], {
    cwd: root,
    exclude: ['**/node_modules/**'],
  });
  return [
    ...all.map(({ id, clauses, quote }) => ({ from: id, clauses, text: quote })),
    ...files.toSorted().flatMap((file) => quotesIn(file, readFileSync(join(root, file), 'utf8'))),
  ];
}

/** Returns the headers and members that the obligations need, from their `requiredPlaces`. */
export function neededNames(all: readonly Pick<Obligation, 'id' | 'clauses' | 'tells'>[]): NeededName[] {
  return all.flatMap(({ id, clauses, tells = [] }) =>
    tells.flatMap(({ at, needed }) => {
      const [, place] = /^(?:(?:request|answer) header |(?:request|answer) body\/)(.+)$/.exec(at) ?? [];
      if (!needed || place === undefined) return [];
      return [{ id, clauses, names: place.split('|').map(documentedSpelling) }];
    }),
  );
}

/** Returns a header as the document spells it, and a member without its parents. */
function documentedSpelling(place: string): string {
  const header = Object.keys(headers).find((each) => each.toLowerCase() === place);
  return header ?? place.split('/').at(-1) ?? place;
}

const digestIn = (clause: string, text: string): string => digestOf(`${clause} ${text}`);

/**
 * Compares the quotes with the document. The result lists those that the document contains in the clause, and the names
 * that each clause mentions: all documented headers, and the names that obligations need.
 */
export function quoteListOf(
  document: string,
  quotes: readonly Quote[],
  needed: readonly NeededName[],
): QuoteList {
  const { clauseText } = splitDocument(document);
  const clauses = [...new Set([...quotes, ...needed].flatMap((each) => each.clauses))];
  const names = [...new Set([...Object.keys(headers), ...needed.flatMap((each) => each.names)])].sort();
  const listed = (valuesIn: (clause: string) => readonly string[]) =>
    Object.fromEntries(
      clauses.flatMap((clause) => {
        const values = valuesIn(clause);
        return values.length === 0 ? [] : [[clause, values] as const];
      }),
    );
  return {
    quotes: listed((clause) => {
      const standing = quotes.filter(
        (each) => each.clauses.includes(clause) && clauseText(clause).includes(singleBlanks(each.text)),
      );
      return [...new Set(standing.map(({ text }) => digestIn(clause, text)))].sort();
    }),
    names: listed((clause) => names.filter((name) => mentions(clauseText(clause), name))),
  };
}

const mentions = (text: string, name: string): boolean =>
  new RegExp(String.raw`(?<![\w-])${RegExp.escape(name)}(?![\w-])`).test(text);

/** Returns a message for each quote that the list does not contain under any of the quote's clauses. */
export function unlistedQuotes(list: QuoteList, quotes: readonly Quote[]): string[] {
  return quotes
    .filter(({ clauses, text }) => !clauses.some((each) => list.quotes[each]?.includes(digestIn(each, text))))
    .map(({ from, clauses, text }) => `${from} (${clauses.join(', ')}): ${singleBlanks(text)}`);
}

/** Returns the digests in the list that belong to no quote, with their clauses. */
export function unusedDigests(list: QuoteList, quotes: readonly Quote[]): string[] {
  const used = new Set(
    quotes.flatMap(({ clauses, text }) => clauses.map((each) => `${each} ${digestIn(each, text)}`)),
  );
  return Object.entries(list.quotes)
    .flatMap(([clause, digests]) => digests.map((digest) => `${clause} ${digest}`))
    .filter((each) => !used.has(each));
}

/** Obligations that need a name that none of their clauses mentions, with the reason. */
export const namedElsewhere: Readonly<Record<string, string>> = {
  'DPY-04': 'Clause 4.5 demands the same three headers as 4.4.',
  'CBK-02': 'Clause 5.1.6 does not say which header carries the JWT; the reading callback-jwt does.',
};

/** Returns a message, such as `SES-13: 4.1 mentions no accept`, for each needed name that no clause mentions. */
export function unmentionedNames(
  list: QuoteList,
  needed: readonly NeededName[],
  excused: readonly string[] = Object.keys(namedElsewhere),
): string[] {
  const mentioned = ({ clauses, names }: NeededName): boolean =>
    clauses.some((each) => names.some((name) => list.names[each]?.includes(name)));
  return needed
    .filter((each) => !excused.includes(each.id) && !mentioned(each))
    .map(({ id, clauses, names }) => {
      const mention = clauses.length === 1 ? 'mentions' : 'mention';
      return `${id}: ${clauses.join(' and ')} ${mention} no ${names.join(' or ')}`;
    });
}

const heading = `# The quotes that obligations, features and documents attribute to a clause of the document, after a comparison with the
# document. The repository does not contain the document: \`npm run generate -- quotes DOCUMENT\` writes this file.
#
#   quotes  by clause: the first 12 digits of SHA-256 over the clause and the quote, with single blanks
#   names   by clause: the documented headers, and the members that obligations need, if the clause mentions them
`;

const byClause = new Intl.Collator('en', { numeric: true });

/** Returns the text of docs/quotes.yml. */
export function quotesText(list: QuoteList): string {
  // Maps keep the order of clauses. JavaScript enumerates integer-like names of objects, such as 7, before 1.3.
  const parts = Object.entries(list).map(([part, byName]: [string, QuoteList['quotes']]) => {
    const clauses = Object.entries(byName).toSorted(([one], [other]) => byClause.compare(one, other));
    return [part, new Map(clauses)] as const;
  });
  return heading + stringify(new Map(parts), { singleQuote: true, lineWidth: 0 });
}
