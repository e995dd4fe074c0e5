import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { sourceDocument } from '../../support/contract/source';
import type { Obligation } from '../../support/obligations';
import type { CoverageList } from './list';
import { factFlaws, repeats } from './facts';
import { placedFacts, placedSentences } from './list';
import {
  allQuotes,
  neededNames,
  quoteListOf,
  quotesFile,
  quotesText,
  unlistedQuotes,
  unmentionedNames,
} from './quotes';
import { splitDocument } from './sentences';

/** The result of one comparison, for example of the document with the coverage list. */
export interface Check {
  readonly name: string;
  /** The differences, one line each; empty if the check passed. */
  readonly flaws: readonly string[];
}

/** Prints the checks. Sets the exit code to 1 if one of them has flaws. */
export function printChecks(checks: readonly Check[]): void {
  for (const { name, flaws } of checks) {
    console.log(`${flaws.length === 0 ? '✔' : '✖'} ${name}`);
    for (const flaw of flaws) console.log(`    ${flaw}`);
    if (flaws.length > 0) process.exitCode = 1;
  }
}

/** Compares the document with the coverage list, the quotes, and docs/quotes.yml. */
export function coverageChecks(
  document: string,
  list: CoverageList,
  all: readonly Obligation[],
): readonly Check[] {
  const text = quotesText(quoteListOf(document, allQuotes(all), neededNames(all)));
  const isCurrent = existsSync(quotesFile) && readFileSync(quotesFile, 'utf8') === text;
  return [
    ...documentChecks(document, list, all),
    {
      name: 'docs/quotes.yml holds each quote',
      flaws: isCurrent ? [] : ['it is out of date. Run: npm run generate -- quotes DOCUMENT'],
    },
  ];
}

/** Compares the document with the coverage list, and with the quotes of obligations, features and documents. */
export function documentChecks(
  document: string,
  list: CoverageList,
  all: readonly Obligation[],
): readonly Check[] {
  const flaws = sentenceFlaws(document, list);
  const [quotes, needed] = [allQuotes(all), neededNames(all)];
  const made = quoteListOf(document, quotes, needed);
  return [
    // If all sentences match, ignore the digest of the whole document: it may differ only because of line
    // breaks.
    {
      name: 'the document is the one that clauses refer to',
      flaws: flaws.length === 0 ? [] : otherDigest(document),
    },
    { name: 'docs/coverage.yml holds each sentence of the document', flaws },
    { name: 'a mutant or a row shows each covered fact', flaws: factFlaws(placedFacts(list)) },
    { name: 'no fact repeats its sentence', flaws: repeatedSentences(document, list) },
    { name: 'each quote occurs in one of its clauses', flaws: unlistedQuotes(made, quotes) },
    {
      name: 'each header or member that an obligation needs occurs in one of its clauses',
      flaws: unmentionedNames(made, needed),
    },
  ];
}

/** Returns a message for each fact that repeats the words of its sentence. */
export function repeatedSentences(document: string, list: CoverageList): string[] {
  const textOf = new Map(splitDocument(document).sentences.map(({ digest, text }) => [digest, text]));
  return placedSentences(list).flatMap(({ clause, place, digest, facts }) =>
    facts
      .filter(({ says }) => repeats(says, textOf.get(digest) ?? ''))
      .map(({ says }) => `${clause}, ${place}: ${says}`),
  );
}

function otherDigest(document: string): string[] {
  const digest = `sha256:${createHash('sha256').update(document).digest('hex')}`;
  return digest === sourceDocument.digest ? [] : [`it has ${digest}, and not ${sourceDocument.digest}`];
}

/**
 * Returns a message for each sentence that is only in the document or only in the list. If there are none,
 * returns a message for each sentence with a wrong `place` in the list.
 */
export function sentenceFlaws(document: string, list: CoverageList): string[] {
  const { sentences } = splitDocument(document);
  const placed = placedSentences(list);
  const known = new Set([
    ...placed.map(({ clause, digest }) => `${clause} ${digest}`),
    ...Object.entries(list.others).flatMap(([clause, all]) => all.map((digest) => `${clause} ${digest}`)),
  ]);
  const found = new Map(sentences.map((each) => [`${each.clause} ${each.digest}`, each]));
  const unknown = sentences.filter(({ clause, digest }) => !known.has(`${clause} ${digest}`));
  const missing = [...known].filter((each) => !found.has(each));
  const flaws = [
    ...unknown.map(
      ({ clause, place, digest, text }) => `not in the list: ${clause}, ${place} (${digest}): ${text}`,
    ),
    ...missing.map((each) => `not in the document: ${each}`),
  ];
  if (flaws.length > 0) return flaws;
  return placed.flatMap(({ clause, place, digest }) => {
    const other = found.get(`${clause} ${digest}`)?.place;
    return other === place
      ? []
      : [`${clause}, ${place} (${digest}) is ${other ?? 'nowhere'} in the document`];
  });
}
