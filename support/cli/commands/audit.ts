import type { Command } from 'commander';
import { Option } from 'commander';
import { endingLater } from '../boundary';
import { addJudgingOptions, options, wholeNumber } from './options';

export function addAuditCommand(conform: Command): void {
  const command = conform
    .command('audit')
    .description(
      'Judge recorded traffic: HAR 1.2, reports of newman, traffic logs of a gateway, or recordings of this suite; gzip and zstd too.',
    )
    .argument(
      '[files...]',
      'files, folders or patterns, read side by side in the order of time; - for standard input',
    )
    .addOption(
      options.target('target file for addresses and readings; without one, services are told apart by path'),
    )
    .option('--rejudge', 'apply all current rules to recordings of earlier runs')
    .addOption(options.perClient())
    .addOption(
      new Option(
        '--jobs <n>',
        'judge the traffic of several clients on so many cores (default: all of them, one for small files)',
      ).argParser(wholeNumber(1, 256)),
    )
    .addOption(
      new Option('--split <n>', 'write the files to so many partitions, by client, and judge nothing yet')
        .argParser(wholeNumber(1, 4096))
        .conflicts(['rejudge', 'partition', 'perClient', 'jobs']),
    )
    .option('--out <dir>', 'where --split writes; it holds raw traffic, and is to be deleted')
    .addOption(
      new Option('--partition <dir>', 'judge one partition, as in PARTS/0, for conform merge').conflicts([
        'rejudge',
        'perClient',
        'jobs',
      ]),
    )
    .option('--sweep', 'remove the partition once it is judged');
  addJudgingOptions(command, 'reports/audit').action(
    endingLater(async () => (await import('../audit-command.ts')).auditFiles),
  );
}
