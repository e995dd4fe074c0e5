import type { Command } from 'commander';
import { endingLater } from '../boundary';
import { options } from './options';

export function addAuditCommand(conform: Command): void {
  conform
    .command('audit')
    .description(
      'Judge recorded traffic: HAR 1.2, or recordings of this suite; gzip, or - for standard input.',
    )
    .argument('<files...>', 'files, in the order of their traffic')
    .addOption(
      options.target('target file for addresses and readings; without one, services are told apart by path'),
    )
    .option('--rejudge', 'apply all current rules to recordings of earlier runs')
    .addOption(options.subject())
    .addOption(options.only())
    .addOption(options.waivers())
    .addOption(options.nonce())
    .addOption(options.reports('reports/audit'))
    .addOption(options.keep())
    .addOption(options.json())
    .action(endingLater(async () => (await import('../audit-command.ts')).auditFiles));
}
