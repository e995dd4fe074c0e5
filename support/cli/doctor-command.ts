import type { Command } from 'commander';
import pc from 'picocolors';
import { isIntegratorRole, neededFor } from '../adapter/roles';
import { diagnose } from '../scenarios/service/diagnosis';
import type { Check } from '../judging/results';
import { openRun } from '../run/open-run';
import { loadTarget } from '../targets/load';
import type { Target } from '../targets/target';

interface DoctorOptions {
  readonly target: string;
  readonly json?: true;
}

/** A check, or a warning that leaves the target ready for now. */
type Line = Check | (Omit<Check, 'state'> & { readonly state: 'warning' });

/** Exit code of a target that is not ready. */
const notReady = 3;

/** `conform doctor`: looks a target over and says what to mend. */
export function addDoctorCommand(conform: Command): void {
  conform
    .command('doctor')
    .description('Look a target over: addresses, TLS, credentials, clock skew, paths, callback address.')
    .requiredOption('--target <file>', 'target file')
    .option('--json', 'print the checks as JSON')
    .action(async (options: DoctorOptions) => {
      const target = loadTarget(options.target);
      const lines = [...aboutSubjects(target), ...(await examine(target))];
      console.log(options.json === true ? JSON.stringify(lines, null, 2) : render(lines));
      process.exitCode = lines.some(({ state }) => state === 'bad') ? notReady : 0;
    });
}

/** Says whom the checks are about, where the target might make one think otherwise. */
function aboutSubjects({ services, integrator, roles }: Target): Check[] {
  const state = 'unknown' as const;
  const mock = {
    name: 'services',
    state,
    detail: "the target names none: this looks at the suite's own mock",
  };
  const how = integrator?.command?.join(' ') ?? '…';
  const adapter = {
    name: 'adapter',
    state,
    detail: `not looked at here; try: npx conform adapter --check ${how}`,
  };
  const needs = roles.filter(isIntegratorRole).map((role) => ({
    name: `role ${role}`,
    state,
    detail: `cannot do without ${neededFor(role).join(', ')}`,
  }));
  return [
    ...(Object.keys(services).length === 0 ? [mock] : []),
    ...(integrator === undefined ? [] : [adapter, ...needs]),
  ];
}

async function examine(target: Target): Promise<Line[]> {
  const run = await openRun({
    target,
    profile: 'doctor',
    subjects: ['service'],
    only: [],
    reports: '',
  });
  try {
    const checks = await diagnose(run);
    return [
      ...checks,
      ...run.warnings.map((detail) => ({ name: 'expiry', state: 'warning', detail }) as const),
    ];
  } finally {
    await run.close();
  }
}

const marks = {
  good: pc.green('✓'),
  bad: pc.red('✗'),
  unknown: pc.yellow('?'),
  warning: pc.yellow('!'),
} as const;

function render(lines: readonly Line[]): string {
  return lines.map(({ name, state, detail }) => `${marks[state]} ${name.padEnd(28)} ${detail}`).join('\n');
}
