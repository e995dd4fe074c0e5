import type { Command } from 'commander';
import { endingLater } from '../boundary';
import { goneOption } from './gone';
import { options } from './options';

const oneEdition = 'a suite judges by one edition of the contract, which conform --version names';

export function addContractCommand(conform: Command): void {
  conform
    .command('contract')
    .description('Write the contract for other programs: OpenAPI documents, a Postman collection.')
    .option('--openapi <dir>', 'write an OpenAPI 3.1 document for each service to this folder')
    .option(
      '--postman <path>',
      'write a Postman collection of all operations: to this .json file, or to this folder with an environment beside it',
    )
    .addOption(options.target('take addresses, paths and X-CM-ID from this target file'))
    .addOption(goneOption('--http [dir]', 'most editors for .http files import what --postman writes'))
    .addOption(goneOption('--reference [dir]', 'any viewer of OpenAPI shows what --openapi writes'))
    .addOption(goneOption('--edition [file]', oneEdition))
    .addOption(goneOption('--diff [editions...]', oneEdition))
    .addOption(goneOption('--json', oneEdition))
    .action(endingLater(async () => (await import('../contract-command.ts')).publish));
}
