import type { Command } from 'commander';
import { InvalidArgumentError, Option } from 'commander';
import { signingKeyName } from '../../report/pack/sign';
import { endingLater } from '../boundary';
import { options } from './options';
import { addDecisionOptions, signOffOption } from './sign-off';
import { signingOptions } from './signing';

export const toldAllureCodes =
  "\nExit codes: 0 all is made, 2 usage or configuration, 3 no Java: Allure's results are made, its report is not.";

const toldReportCodes =
  "\nExit codes: 0 all is made, 2 usage or configuration, 3 without Java Allure's report is not made, and without Chromium the PDF is not.";

export function addReportCommand(conform: Command): void {
  const report = conform
    .command('report')
    .description(
      'Render the reports of a run again from results.json and recording.jsonl, sign them off, and pack them.',
    )
    .argument('[entry]', 'an earlier report: its name in the history, the beginning of its id, or its folder')
    .addOption(options.from())
    .addOption(signOffOption('put the decision of a reviewer beside the results; with --by'));
  addDecisionOptions(report)
    .option(
      '--pack [file]',
      `write an evidence pack too, evidence-pack.zip in the folder unless a file is named; signed where ${signingKeyName} holds a private Ed25519 or ECDSA P-256 key`,
    )
    .addOption(signingOptions.signWith())
    .addOption(signingOptions.publicKey())
    .addOption(
      new Option(
        '--allure',
        "make Allure's report too, in allure-report beside it; needs Java and the packages of Allure",
      ).conflicts('json'),
    )
    .addOption(
      new Option(
        '--pdf <file>',
        'print the compliance report as PDF too; needs Chromium, Chrome or Edge, and CHROMIUM names another',
      )
        .argParser(pdfName)
        .conflicts('json'),
    )
    .addOption(options.json('what was written as JSON'))
    .addHelpText('after', toldReportCodes)
    .action(endingLater(async () => (await import('../report-command.ts')).report));
}

/** Its ending keeps an option, or an entry of the history, from being taken for the file. */
function pdfName(text: string): string {
  if (/\.pdf$/i.test(text)) return text;
  throw new InvalidArgumentError('a file that ends in .pdf');
}
