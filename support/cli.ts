import { Command } from 'commander';
import { addAdapterCommand } from './cli/adapter-command';
import { addAllureCommand } from './cli/allure-command';
import { addAuditCommand } from './cli/audit-command';
import { addMergeCommand } from './cli/part-commands';
import { endedBy } from './cli/boundary';
import { addChallengeCommand } from './cli/challenge-command';
import { addCompletionCommand } from './cli/completion-command';
import { addDiffCommand } from './cli/diff-command';
import { addDoctorCommand } from './cli/doctor-command';
import { toldExitCodes } from './cli/exit-codes';
import { addExplainCommand } from './cli/explain-command';
import { addHistoryCommand } from './cli/history-command';
import { addInitCommand } from './cli/init-command';
import { addListCommand } from './cli/list-command';
import { addMockCommand } from './cli/mock-command';
import { addProxyCommand } from './cli/proxy-command';
import { addReportCommand } from './cli/report-command';
import { addRunCommand } from './cli/run-command';
import { addStepsCommand } from './cli/steps-command';
import { addVectorsCommand } from './cli/vectors-command';
import { addVerifyCommand } from './cli/verify-command';
import { addVersion } from './cli/version';

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
    addStepsCommand,
    addCompletionCommand,
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
    return endedBy(error);
  }
}
