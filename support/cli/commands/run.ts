import type { Command } from 'commander';
import { Option } from 'commander';
import { endingLater } from '../boundary';
import { ownTargetFile } from '../own-target-file';
import { options, parseDuration, parseSeed } from './options';

export function addRunCommand(conform: Command): void {
  conform
    .command('run')
    .description('Certify a target and write its reports.')
    .addOption(options.target(`target file (default: ${ownTargetFile} in this folder)`))
    .addOption(
      new Option(
        '--self-test',
        'run the suite on its own mock and its own client: not a certificate',
      ).conflicts('target'),
    )
    .addOption(
      new Option('--container', 'run the mock in a container (needs a Docker engine)').conflicts([
        'target',
        'selfTest',
      ]),
    )
    .addOption(options.subject())
    .addOption(options.only(': a partial run, never a certificate'))
    .addOption(
      new Option(
        '--failed-only',
        'only what did not pass in the latest whole run on this target: a partial run',
      ).conflicts(['only', 'container']),
    )
    .addOption(options.waivers())
    .addOption(options.nonce())
    .addOption(options.reports())
    .addOption(options.keep())
    .addOption(
      new Option('--profile <name>', 'nightly: spares OTPs, gentle probes, a time budget, a fixed seed')
        .choices(['certification', 'nightly'])
        .default('certification'),
    )
    .option('--budget <duration>', 'start no scenario after this time, such as 90s or 20m', parseDuration)
    .option('--seed <n>', 'make the test data from this seed: the same data in every run', parseSeed)
    .option('--resume', 'continue an interrupted run by hand (integrator: {manual: true})')
    .addOption(options.json())
    .action(endingLater(async () => (await import('../run-command.ts')).run));
}
