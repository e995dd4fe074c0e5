import type { Command } from 'commander';
import { endingLater } from '../boundary';
import { options } from './options';

export function addVerifyCommand(conform: Command): void {
  conform
    .command('verify')
    .description(
      'Check an evidence pack offline: its members, its signature, and its verdicts, which are judged again from the recording.',
    )
    .argument('<pack>', 'zip file that conform report --pack wrote')
    .option('--key <file>', 'PEM file with the public key of the expected signer: Ed25519 or ECDSA P-256')
    .addOption(options.nonce('challenge nonce that the run must have been made for'))
    .option('--policy <file>', 'what is demanded of the pack (YAML): obligations, age, keys')
    .option('--vsa <file>', 'with --policy: write the outcome as a Verification Summary Attestation')
    .addOption(options.json('what was found as JSON'))
    .action(endingLater(async () => (await import('../verify-command.ts')).verify));
}
