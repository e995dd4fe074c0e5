import type { Command } from 'commander';
import pc from 'picocolors';
import { isIntegratorRole, neededFor } from '../adapter/roles';
import { diagnose } from '../scenarios/service/diagnosis';
import type { Check } from '../judging/results';
import { duringRun } from '../run/open-run';
import { loadTarget } from '../run/targets';
import type { Target } from '../targets/target';
import { ending } from './boundary';
import { exitCodes } from './exit-codes';
import { options } from './options';
import { print } from './print';

interface DoctorOptions {
  readonly target: string;
  readonly json?: true;
}

/** A check, or a warning that leaves the target ready for now. */
type Line = Check | (Omit<Check, 'state'> & { readonly state: 'warning' });

/** `conform doctor`: looks a target over and says what to mend. */
export function addDoctorCommand(conform: Command): void {
  conform
    .command('doctor')
    .description('Look a target over: addresses, TLS, credentials, clock skew, paths, callback address.')
    .addOption(options.target().makeOptionMandatory())
    .addOption(options.json('the checks as JSON'))
    .action(ending(doctor));
}

async function doctor({ target: file, json }: DoctorOptions): Promise<number> {
  const target = loadTarget(file);
  const lines = [...aboutSubjects(target), ...(await examine(target))];
  print(json, lines, () => render(lines));
  return exitCodes[lines.some(({ state }) => state === 'bad') ? 'incomplete' : 'conforms'];
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

function examine(target: Target): Promise<Line[]> {
  return duringRun({ target, profile: 'doctor', subjects: ['service'] }, async (run) => [
    ...(await diagnose(run)),
    ...run.warnings.map((detail) => ({ name: 'expiry', state: 'warning', detail }) as const),
  ]);
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
