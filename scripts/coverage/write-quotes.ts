// npm run generate -- quotes DOCUMENT…: compares all quotes with the document, and writes docs/quotes.yml. If a quote
// or a sentence differs, this script writes nothing, and exits with 1. Several DOCUMENT files are concatenated in
// order.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { contractObligations } from '../../support/obligations';
import { documentChecks, printChecks } from './check';
import { readCoverage } from './list';
import { allQuotes, neededNames, quoteListOf, quotesFile, quotesText } from './quotes';

function main(files: readonly string[]): void {
  if (files.length === 0 || !files.every((file) => existsSync(file))) {
    console.error('usage: npm run generate -- quotes DOCUMENT…, with files that exist');
    process.exitCode = 2;
    return;
  }
  const { all } = contractObligations;
  const document = files.map((file) => readFileSync(file, 'utf8')).join('');
  const checks = documentChecks(document, readCoverage(), all);
  printChecks(checks);
  if (checks.every(({ flaws }) => flaws.length === 0))
    writeFileSync(quotesFile, quotesText(quoteListOf(document, allQuotes(all), neededNames(all))));
}

main(process.argv.slice(2));
