import type { Command } from 'commander';
import { Option } from 'commander';
import { endingLater } from '../boundary';
import { addJudgingOptions, options, wholeNumber } from './options';

export function addProxyCommand(conform: Command): void {
  const command = conform
    .command('proxy')
    .description('Record and judge live traffic to the services of a target.')
    .addOption(options.target('target file with the services').makeOptionMandatory())
    .addOption(
      options.port(
        'port in front of the first service; the others take the next (0: free ones)',
        wholeNumber(0, 65_530),
      ),
    )
    .addOption(options.host())
    .option('--tls', 'serve TLS with a throwaway authority, whose certificate is written beside the reports')
    .option('--callbacks <url>', 'base address of your callbacks: also listen in front of it')
    .addOption(options.for())
    .addOption(options.count())
    .addOption(
      new Option('--max-connections <n>', 'connections that clients may have open; more are answered 503')
        .argParser(wholeNumber(1, 65_535))
        .default(1024),
    )
    .option('--resume', 'continue the last recording in the reports folder, that of a killed proxy too');
  addJudgingOptions(
    command,
    'reports/proxy',
    'results.json at the end instead of the summary; live lines go to stderr',
  ).action(endingLater(async () => (await import('../proxy-command.ts')).proxy));
}
