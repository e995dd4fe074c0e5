import type { Command } from 'commander';
import { Option } from 'commander';
import { endingLater } from '../boundary';

export function addInitCommand(conform: Command): void {
  conform
    .command('init')
    .description(
      'Write a commented target file and an adapter to fill in; with --language, the file of a CI job, too.',
    )
    .option(
      '--out <file>',
      'where to write the target file; the adapter goes into the same folder',
      'target.yaml',
    )
    .option('--role <roles>', 'roles of your system, separated by commas, such as session,registry')
    .option(
      '--language <name>',
      'language of the adapter: node, typescript, python, go, php or java (default: node)',
    )
    .addOption(
      new Option('--ci <service>', 'which CI the job is for; with --language')
        .choices(['github', 'gitlab'])
        .default('github'),
    )
    .action(endingLater(async () => (await import('../init/init-command.ts')).init));
}
