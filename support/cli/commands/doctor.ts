import type { Command } from 'commander';
import { endingLater } from '../boundary';
import { ownTargetFile } from '../own-target-file';
import { options } from './options';

export function addDoctorCommand(conform: Command): void {
  conform
    .command('doctor')
    .description(
      'Check a target before a run: addresses, TLS, credentials, clocks, paths, callbacks, the adapter, and what would leave the run incomplete.',
    )
    .addOption(options.target(`target file (default: ${ownTargetFile} in this folder)`))
    .addOption(options.waivers())
    .option(
      '--suggest',
      'propose readings for what the services answered, as YAML to paste, each with the exchange that shows it',
    )
    .addOption(options.from('with --suggest: folder with the report of the latest run on the target'))
    .addOption(options.json('the checks, and with --suggest the suggestions, as JSON'))
    .action(endingLater(async () => (await import('../doctor-command.ts')).doctor));
}
