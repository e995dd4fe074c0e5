import pc from 'picocolors';
import { diagnose } from '../scenarios/service/diagnosis';
import { duringRun } from '../run/open-run';
import type { Run } from '../run/run';
import { loadTarget } from '../run/targets';
import { withoutTlsVariable } from '../run/tls-variable';
import type { Target } from '../targets/target';
import { printable } from '../contract/printable';
import { adapterLines } from './doctor/adapter-lines';
import type { Line } from './doctor/line';
import { unknown, warning } from './doctor/line';
import { outlook } from './doctor/outlook';
import { exitCodes } from './exit-codes';
import type { JudgingOptions } from './options';
import { waiversOf } from './options';
import { print } from './print';

interface DoctorOptions extends Pick<JudgingOptions, 'waivers' | 'json'> {
  readonly target: string;
}

/** `conform doctor`: checks a target and says what to fix. */
export async function doctor({ target: file, json, ...given }: DoctorOptions): Promise<number> {
  const target = loadTarget(file);
  const { waivers = [] } = waiversOf(given);
  const settings = { target, profile: 'doctor', subjects: subjectsOf(target) };
  const variable = withoutTlsVariable().map((detail) => warning('TLS', detail));
  const lines = await duringRun(settings, async (run) => [
    ...variable,
    ...ownServices(target),
    ...(await examine(run)),
    ...outlook(run, waivers),
  ]);
  print(json, lines, () => render(lines));
  return exitCodes[lines.some(({ state }) => state === 'bad') ? 'incomplete' : 'conforms'];
}

const subjectsOf = ({ integrator }: Target) =>
  integrator === undefined ? (['service'] as const) : (['service', 'integrator'] as const);

/** Says whom the checks are about, where the target might make one think otherwise. */
function ownServices({ services }: Target): Line[] {
  const isOwn = Object.keys(services).length === 0;
  return isOwn ? [unknown('services', "the target names none: this looks at the suite's own mock")] : [];
}

async function examine(run: Run): Promise<Line[]> {
  const checks = await diagnose(run);
  return [
    // Of the suite's own mock, what is good goes without saying.
    ...(run.embedded ? checks.filter(({ state }) => state !== 'good') : checks),
    ...(await adapterLines(run)),
    ...run.warnings.map((detail) => warning('expiry', detail)),
  ];
}

const marks = {
  good: pc.green('✓'),
  bad: pc.red('✗'),
  unknown: pc.yellow('?'),
  warning: pc.yellow('!'),
} as const;

function render(lines: readonly Line[]): string {
  return lines
    .map(({ name, state, detail }) => {
      const [first = '', ...others] = printable(detail).split('\n');
      return [`${marks[state]} ${name.padEnd(28)} ${first}`, ...others.map((each) => `    ${each}`)].join(
        '\n',
      );
    })
    .join('\n');
}
