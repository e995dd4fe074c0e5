import type { Command } from 'commander';
import { endingLater } from '../boundary';
import { options } from './options';

export function addMergeCommand(conform: Command): void {
  conform
    .command('merge')
    .description('Merge the parts of an audit into one report: of each client, and of all.')
    .argument('<folders...>', 'folders of all parts, as conform audit --partition wrote them')
    .option('--per-client', 'also write a report of each client, below clients/ in the folder of the reports')
    .addOption(options.subject())
    .addOption(options.only())
    .addOption(options.waivers())
    .addOption(options.nonce())
    .addOption(options.reports('reports/audit'))
    .addOption(options.keep())
    .addOption(options.json())
    .action(endingLater(async () => (await import('../part-commands.ts')).merge));
}
