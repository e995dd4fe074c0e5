import { createHash } from 'node:crypto';
import { sourceDocument } from '../../support/contract/source';
import type { Obligation } from '../../support/obligations';
import type { CoverageList } from './list';
import { placedSentences } from './list';
import { splitDocument, singleBlanks } from './sentences';

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

/** Compares the document with the coverage list and with the quotes in obligations. */
export function coverageChecks(
  document: string,
  list: CoverageList,
  all: readonly Obligation[],
): readonly Check[] {
  const flaws = sentenceFlaws(document, list);
  return [
    // If all sentences match, ignore the digest of the whole document: it may differ only because of line
    // breaks.
    {
      name: 'the document is the one that clauses refer to',
      flaws: flaws.length === 0 ? [] : otherDigest(document),
    },
    { name: 'docs/coverage.yml holds each sentence of the document', flaws },
    { name: 'quotes stand in a clause that their obligation names', flaws: quoteFlaws(document, all) },
  ];
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

/** Returns a message for each quote that does not occur in any clause of its obligation. */
export function quoteFlaws(
  document: string,
  all: readonly Pick<Obligation, 'id' | 'clauses' | 'quote'>[],
): string[] {
  const { clauseText } = splitDocument(document);
  return all
    .filter(({ clauses, quote }) => !clauses.some((each) => clauseText(each).includes(singleBlanks(quote))))
    .map(({ id, clauses, quote }) => `${id} (${clauses.join(', ')}): ${quote}`);
}
