import type { Command } from 'commander';
import { Option } from 'commander';
import { signingKeyName } from '../../report/pack/signature';
import { endingLater } from '../boundary';
import { options } from './options';
import { signingOptions } from './signing';

export const toldAllureCodes =
  "\nExit codes: 0 all is made, 2 usage or configuration, 3 no Java: Allure's results are made, its report is not.";

export function addReportCommand(conform: Command): void {
  conform
    .command('report')
    .description('Render the reports of a run again from results.json and recording.jsonl, and pack them.')
    .argument('[entry]', 'an earlier report: its name in the history, the beginning of its id, or its folder')
    .addOption(options.from())
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
    .addOption(options.json('what was written as JSON'))
    .addHelpText('after', toldAllureCodes)
    .action(endingLater(async () => (await import('../report-command.ts')).report));
}
