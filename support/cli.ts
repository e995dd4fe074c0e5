import { Command, CommanderError } from 'commander';
import pc from 'picocolors';
import { addAdapterCommand } from './cli/adapter-command';
import { addAuditCommand } from './cli/audit-command';
import { addChallengeCommand } from './cli/challenge-command';
import { addDiffCommand } from './cli/diff-command';
import { addDoctorCommand } from './cli/doctor-command';
import { addInitCommand } from './cli/init-command';
import { addMockCommand } from './cli/mock-command';
import { addProxyCommand } from './cli/proxy-command';
import { addReportCommand } from './cli/report-command';
import { addRunCommand } from './cli/run-command';
import { addVectorsCommand } from './cli/vectors-command';
import { addVerifyCommand } from './cli/verify-command';
import { ConfigurationError } from './targets/errors';

/** Exit code of bad input: usage, configuration. */
const badInput = 2;

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
    .addHelpText(
      'after',
      "\nExit codes: 0 conforms, 1 does not conform, 2 usage or configuration, 3 incomplete.\nWithout a target the subject is the suite's own mock.",
    );
  for (const add of [
    addRunCommand,
    addInitCommand,
    addDoctorCommand,
    addMockCommand,
    addAdapterCommand,
    addChallengeCommand,
    addVectorsCommand,
    addAuditCommand,
    addProxyCommand,
    addReportCommand,
    addVerifyCommand,
    addDiffCommand,
  ])
    add(conform);
  return conform;
}

/** Runs one command line and gives its exit code. */
export async function main(argv: readonly string[]): Promise<number> {
  try {
    await program().parseAsync([...argv]);
    return Number(process.exitCode ?? 0);
  } catch (error) {
    if (error instanceof ConfigurationError) {
      console.error(`${pc.red('error:')} ${error.line}`);
      return badInput;
    }
    // Commander has printed its own line already.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : badInput;
    throw error;
  }
}
