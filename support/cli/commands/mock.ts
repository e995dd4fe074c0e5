import type { Command } from 'commander';
import { Option } from 'commander';
import { faultWords } from '../../mock/fault-words';
import { endingLater } from '../boundary';
import { goneOption } from './gone';
import { addReportOptions, options, wholeNumber } from './options';

const toldFaults = Object.entries(faultWords)
  .map(([name, words]) => `${name} (${words})`)
  .join(', ');

export function addMockCommand(conform: Command): void {
  const command = conform
    .command('mock')
    .description('Serve the mock, and judge the client that talks to it.')
    .addOption(options.target('take paths, readings and addresses from this target file'))
    .addOption(
      new Option(
        '--port <n>',
        'port of the gateway; the other services take the next four (0: free ports)',
      ).argParser(wholeNumber(0, 65_531, ', with four free ports behind it')),
    )
    .option('--host <address>', 'address to listen on')
    .option('--no-tls', 'serve plain http')
    .option(
      '--lenient',
      'go on where a client slips, so that one slip hides no other, instead of refusing it',
    )
    .addOption(new Option('--fault <name>', `inject a fault: ${toldFaults}`).choices(Object.keys(faultWords)))
    .option(
      '--variables <file>',
      'write addresses and test credentials to this file, for a shell or a reader of .env files',
    )
    .addOption(goneOption('--env-file [file]', '--variables FILE: Node takes --env-file for itself'))
    .option(
      '--callback <url>',
      'base address for the callbacks of its payer (default: a free port of this machine)',
    )
    .option(
      '--out <dir>',
      "folder for the authority's certificate and a target file (default: reports/mock, or the next that is free)",
    )
    .addOption(options.for())
    .addOption(options.count());
  addReportOptions(
    command,
    'reports/mock',
    'results.json at the end instead of the summary; all other lines go to stderr',
  ).action(endingLater(async () => (await import('../mock-command.ts')).serve));
}
