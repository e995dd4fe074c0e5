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
    .addOption(options.json('the checks as JSON'))
    .action(endingLater(async () => (await import('../doctor-command.ts')).doctor));
}
