import type { Command } from 'commander';
import { Option } from 'commander';
import { parseForms, parseRoles } from '../challenge-choices';
import { endingLater } from '../boundary';
import { options, wholeNumber } from './options';

export function addChallengeCommand(conform: Command): void {
  conform
    .command('challenge')
    .description(
      'Judge your crypto by file: write questions for a unit test of yours, then judge its answers offline.',
    )
    .addOption(
      new Option(
        '--out <file>',
        'write a challenge, and beside it <file>.key, which you keep to yourself',
      ).conflicts(['answer', 'challenge', 'json']),
    )
    .addOption(
      new Option(
        '--answer <file>',
        'judge this answer file: once, and before the challenge expires',
      ).conflicts(['role', 'forms', 'days']),
    )
    .option('--challenge <file>', 'the challenge to which the answers belong, with its key beside it')
    .addOption(options.target('target file for the roles, readings, name and product of your client'))
    .option('--role <roles>', 'what your client does: identity, registry, hip, hiu', parseRoles)
    .option(
      '--forms <forms>',
      'key forms that your client takes: x25519, weierstrass, weierstrass-spki-explicit, weierstrass-spki-named, or weierstrass-spki for a client that reads both',
      parseForms,
    )
    .option('--days <n>', 'days until the challenge expires', wholeNumber(1, 365), 7)
    .addOption(options.reports())
    .addOption(options.keep())
    .addOption(options.json())
    .action(endingLater(async () => (await import('../challenge-command.ts')).askOrJudge));
}
