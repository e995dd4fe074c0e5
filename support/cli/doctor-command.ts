import type { Command } from 'commander';
import pc from 'picocolors';
import { diagnose } from '../journey/diagnosis';
import type { Check } from '../journey/run';
import { openRun } from '../journey/run';
import { loadTarget } from '../target/load';

interface DoctorOptions {
  readonly target: string;
  readonly json?: true;
}

/** Exit code of a target that is not ready. */
const notReady = 3;

/** `conform doctor`: looks a target over and says what to mend. */
export function addDoctorCommand(conform: Command): void {
  conform
    .command('doctor')
    .description('Look a target over: addresses, TLS, credentials, clock skew, paths.')
    .requiredOption('--target <file>', 'target file')
    .option('--json', 'print the checks as JSON')
    .action(async (options: DoctorOptions) => {
      const checks = await examine(options.target);
      console.log(options.json === true ? JSON.stringify(checks, null, 2) : render(checks));
      process.exitCode = checks.some(({ state }) => state === 'bad') ? notReady : 0;
    });
}

async function examine(file: string): Promise<readonly Check[]> {
  const run = await openRun({
    target: loadTarget(file),
    profile: 'doctor',
    subjects: ['service'],
    only: [],
    reports: '',
  });
  try {
    return await diagnose(run);
  } finally {
    await run.close();
  }
}

const marks = { good: pc.green('✓'), bad: pc.red('✗'), unknown: pc.yellow('?') } as const;

function render(checks: readonly Check[]): string {
  return checks.map(({ name, state, detail }) => `${marks[state]} ${name.padEnd(28)} ${detail}`).join('\n');
}
