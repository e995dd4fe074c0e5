import type { Command } from 'commander';
import { signingKeyName } from '../../report/pack/signature';
import { endingLater } from '../boundary';
import { options } from './options';
import { signingOptions } from './signing';

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
    .addOption(options.json('what was written as JSON'))
    .action(endingLater(async () => (await import('../report-command.ts')).report));
}
