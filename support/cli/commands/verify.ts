import type { Command } from 'commander';
import { InvalidArgumentError, Option } from 'commander';
import { reviewEnding } from '../../report/sign-off/sign-off';
import { endingLater } from '../boundary';
import { goneOption } from './gone';
import { options, wholeNumber } from './options';
import { addDecisionOptions, appended, signOffOption } from './sign-off';

/** `Ward Connect@4.2.0`; the name may hold an @ of its own. */
function parseProduct(text: string): { readonly name: string; readonly version: string } {
  const [, name, version] = /^(.+)@([^@]+)$/.exec(text) ?? [];
  if (name === undefined || version === undefined)
    throw new InvalidArgumentError('a name and a version, as in Ward Connect@4.2.0');
  return { name, version };
}

/** What signs a pack off that verifies. */
function addSignOffOptions(verify: Command): Command {
  verify.addOption(
    signOffOption(
      `if it verifies, sign a decision on it with your own key, into a file beside it that ends in ${reviewEnding}; with --by and --sign`,
    ).conflicts('reviewerKey'),
  );
  return addDecisionOptions(verify)
    .option('--sign <file>', 'with --sign-off: PEM file with your private key, Ed25519 or ECDSA P-256')
    .option('--replace', 'with --sign-off: also in place of what another key signed');
}

export function addVerifyCommand(conform: Command): void {
  const verify = conform
    .command('verify')
    .description(
      'Check an evidence pack offline: its members, its signature, and its verdicts, which are judged again from the recording.',
    )
    .argument('<pack>', 'zip file that conform report --pack wrote')
    .addOption(
      new Option(
        '--key <file>',
        'PEM file with the public key of the expected signer: Ed25519 or ECDSA P-256; of several, one must have signed',
      ).argParser(appended),
    )
    .addOption(
      new Option(
        '--reviewer-key <file>',
        'PEM file with the public key of the reviewer who must have signed the pack off, beside it; of several, one must have',
      ).argParser(appended),
    )
    .addOption(options.nonce('challenge nonce that the run must have been made for'))
    .addOption(
      new Option(
        '--conforms [subject]',
        'only a certificate will do: no partial run, no self-test, no traffic and no challenge; of this subject, or of each subject under test',
      ).choices(['service', 'integrator']),
    )
    .option('--product <name@version>', 'with --conforms: of this product', parseProduct)
    .option(
      '--max-age <days>',
      'with --conforms: of a run that ended so many days ago at most',
      wholeNumber(0, 36_500),
    );
  addSignOffOptions(verify)
    .addOption(options.json('what was found as JSON'))
    .addOption(goneOption('--policy [file]', '--conforms, with --key, --nonce, --product and --max-age'))
    .addOption(goneOption('--vsa [file]', '--json prints what was found, for a tool that signs it'))
    .action(endingLater(async () => (await import('../verify-command.ts')).verify));
}
