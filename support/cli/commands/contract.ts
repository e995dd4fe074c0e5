import type { Command } from 'commander';
import { endingLater } from '../boundary';
import { options } from './options';

export function addContractCommand(conform: Command): void {
  conform
    .command('contract')
    .description(
      'Write the contract for machines: OpenAPI documents, a Postman collection, .http files, a reference.',
    )
    .option('--openapi <dir>', 'write an OpenAPI 3.1 document for each service to this folder')
    .option(
      '--postman <path>',
      'write a Postman collection of all operations: to this .json file, or to this folder with an environment beside it',
    )
    .option('--http <dir>', 'write .http files of all operations to this folder, with their variables')
    .option('--reference <dir>', 'write a reference page for each service to this folder (needs redoc)')
    .addOption(options.target('take addresses, paths and X-CM-ID from this target file'))
    .action(endingLater(async () => (await import('../contract-command.ts')).publish));
}
