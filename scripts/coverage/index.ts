// npm run generate -- coverage [--check DOCUMENT…]: generates docs/coverage.md from docs/coverage.yml. With
// --check, this script writes nothing, and exits with 1 if the list, a quote or docs/quotes.yml disagrees
// with the document. Several DOCUMENT files are concatenated in order.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { contractObligations } from '../../support/obligations';
import { coverageChecks, printChecks } from './check';
import { coverageFile, coverageText, readCoverage } from './list';

function main([option, ...files]: readonly string[]): void {
  if (option === undefined) {
    writeFileSync(coverageFile, coverageText(readCoverage()));
    return;
  }
  if (option !== '--check' || files.length === 0 || !files.every((file) => existsSync(file))) {
    console.error('usage: npm run generate -- coverage [--check DOCUMENT…], with files that exist');
    process.exitCode = 2;
    return;
  }
  const document = files.map((file) => readFileSync(file, 'utf8')).join('');
  printChecks(coverageChecks(document, readCoverage(), contractObligations.all));
}

main(process.argv.slice(2));
