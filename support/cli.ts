import { Command } from 'commander';
import { addAdapterCommand } from './cli/commands/adapter';
import { addAllureCommand } from './cli/commands/allure';
import { addAuditCommand } from './cli/commands/audit';
import { endedBy } from './cli/boundary';
import { addChallengeCommand } from './cli/commands/challenge';
import { addContractCommand } from './cli/commands/contract';
import { addDiffCommand } from './cli/commands/diff';
import { addDoctorCommand } from './cli/commands/doctor';
import { addGoneCommands } from './cli/commands/gone';
import { toldExitCodes } from './cli/exit-codes';
import { say } from './cli/print';
import { addExplainCommand } from './cli/commands/explain';
import { addHistoryCommand } from './cli/commands/history';
import { addInitCommand } from './cli/commands/init';
import { addListCommand } from './cli/commands/list';
import { addMergeCommand } from './cli/commands/merge';
import { addMockCommand } from './cli/commands/mock';
import { addProxyCommand } from './cli/commands/proxy';
import { addReportCommand } from './cli/commands/report';
import { addRunCommand } from './cli/commands/run';
import { checkOnly } from './cli/commands/options';
import { addVectorsCommand } from './cli/commands/vectors';
import { addVerifyCommand } from './cli/commands/verify';
import { VersionAsked, addVersion } from './cli/commands/version';
import { addUiCommand } from './ui/command';

function program(): Command {
  const conform = new Command('conform')
    .description(
      'Conformance tests for the health-data gateway, its services, and the clients that connect to it.',
    )
    .enablePositionalOptions()
    .exitOverride()
    // One mistake, one line: a suggestion stands behind the error, and not below it.
    .configureOutput({
      outputError(text, write) {
        write(`${text.trim().replaceAll('\n', ' ')}\n`);
      },
    })
    .hook('preAction', (_program, command) => checkOnly(command))
    .addHelpText('after', `\nExit codes: ${toldExitCodes}.`);
  for (const add of [
    addRunCommand,
    addInitCommand,
    addDoctorCommand,
    addMockCommand,
    addAdapterCommand,
    addChallengeCommand,
    addVectorsCommand,
    addAuditCommand,
    addMergeCommand,
    addProxyCommand,
    addReportCommand,
    addHistoryCommand,
    addAllureCommand,
    addVerifyCommand,
    addDiffCommand,
    addListCommand,
    addExplainCommand,
    addContractCommand,
    addUiCommand,
    addGoneCommands,
  ])
    add(conform);
  addVersion(conform);
  return conform;
}

/** Runs one command line and returns its exit code. Errors are printed here and nowhere else. */
export async function main(argv: readonly string[]): Promise<number> {
  try {
    await program().parseAsync([...argv]);
    return Number(process.exitCode ?? 0);
  } catch (error) {
    if (error instanceof VersionAsked) say((await import('./cli/version.ts')).versionText());
    return endedBy(error);
  }
}
