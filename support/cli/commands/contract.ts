import type { Command } from 'commander';
import { InvalidArgumentError, Option } from 'commander';
import { endingLater } from '../boundary';
import { options } from './options';

/** Gathers the words of `--diff`. */
function atMostTwo(text: string, before: readonly string[] = []): readonly string[] {
  if (before.length < 2) return [...before, text];
  throw new InvalidArgumentError('two editions at most: OLD and NEW');
}

export function addContractCommand(conform: Command): void {
  conform
    .command('contract')
    .description(
      'List the editions of the contract, compare two, or write one for other programs: OpenAPI, Postman, .http files, pages.',
    )
    .option('--openapi <dir>', 'write an OpenAPI 3.1 document for each service to this folder')
    .option(
      '--postman <path>',
      'write a Postman collection of all operations: to this .json file, or to this folder with an environment beside it',
    )
    .option('--http <dir>', 'write .http files of all operations to this folder, with their variables')
    .option('--reference <dir>', 'write a reference page for each service to this folder (needs redoc)')
    .option('--edition <file>', 'write all that the current edition asks for to this .json file')
    .addOption(
      new Option(
        '--diff <editions...>',
        'say what a new edition asks for: OLD alone against the current one, or OLD NEW; each by name or .json file',
      ).argParser(atMostTwo),
    )
    .addOption(options.json('the list or the differences as JSON'))
    .addOption(options.target('take addresses, paths and X-CM-ID from this target file'))
    .action(endingLater(async () => (await import('../contract-command.ts')).publish));
}
