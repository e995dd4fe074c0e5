import type { Command } from 'commander';
import { Option } from 'commander';
import { roleNames } from '../../contract/words';
import { areaNames } from '../../report/areas';
import { endingLater } from '../boundary';
import { options } from './options';

export function addListCommand(conform: Command): void {
  conform
    .command('list')
    .description('List the obligations: id, level, subject, how each is seen, and what it demands.')
    .addOption(new Option('--role <role>', 'only those of one role').choices(roleNames))
    .addOption(options.subject())
    .addOption(new Option('--area <area>', 'only those of one area').choices(areaNames))
    .addOption(
      new Option('--level <level>', 'only those of one level').choices(['must', 'should', 'observe']),
    )
    .addOption(options.target('show which obligations do not apply to this target, and why'))
    .addOption(options.json('the obligations as JSON'))
    .action(endingLater(async () => (await import('../list-command.ts')).list));
}
