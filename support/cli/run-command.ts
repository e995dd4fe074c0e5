import type { Command } from 'commander';
import { Option } from 'commander';
import type { Subject } from '../contract/words';
import { contractObligations } from '../obligations';
import type { RunSettings } from '../run/run';
import { nightly } from '../run/nightly';
import { loadProgress } from '../run/manual-progress';
import { processTerminal } from '../run/terminal';
import { requireWritable } from '../report/write';
import { ConfigurationError } from '../targets/errors';
import { loadTarget } from '../targets/load';
import { requireFreePorts } from './free-ports';
import type { Target } from '../targets/target';
import { exitCodeOf } from '../judging/overall';
import { prepareKeys } from '../mock/keys';
import { exitCodeFor } from './exit-code';
import { onlyOf } from './only-option';
import { waiversHelp, waiversOf } from './waivers-option';
import { swallow } from './output';
import { parseDuration, parseSeed } from './run-options';
import { shielded, tellCi } from './tell-ci';

interface RunOptions {
  readonly target?: string;
  readonly container?: true;
  readonly subject?: Subject;
  readonly only?: string;
  readonly waivers?: string;
  readonly reports: string;
  readonly profile: 'certification' | 'nightly';
  readonly budget?: number;
  readonly seed?: number;
  readonly resume?: true;
  readonly json?: true;
}

const incomplete = exitCodeOf([]);

/** `conform run`: certifies and exits with what came of it. */
export function addRunCommand(conform: Command): void {
  conform
    .command('run')
    .description('Certify a target and write results.json and the recording.')
    .option('--target <file>', 'target file; without one, the suite certifies its own mock')
    .addOption(
      new Option('--container', 'run the mock in a container (needs a Docker engine)').conflicts('target'),
    )
    .addOption(
      new Option('--subject <subject>', 'whose obligations to check').choices(['service', 'integrator']),
    )
    .option('--only <ids>', 'obligation ids with commas between them: a partial run, never a certificate')
    .option('--waivers <file>', waiversHelp)
    .option('--reports <dir>', 'folder for the reports', 'reports')
    .addOption(
      new Option('--profile <name>', 'nightly: no OTP, gentle probes, a time budget, a fixed seed; partial')
        .choices(['certification', 'nightly'])
        .default('certification'),
    )
    .option('--budget <duration>', 'begin no scenario after so long, as in 90s or 20m', parseDuration)
    .option('--seed <n>', 'make up the same test data as every run with this seed', parseSeed)
    .option('--resume', 'go on with an interrupted run by hand (integrator: {manual: true})')
    .option('--json', 'print results.json instead of the summary')
    .action(async (options: RunOptions) => {
      // Should the process end for want of anything to wait for, the run was not complete.
      process.exitCode = incomplete;
      process.exitCode = await run(options);
    });
}

async function run(options: RunOptions): Promise<number> {
  const settings = settingsOf(options);
  requireWritable(settings.reports);
  if (settings.target !== undefined) await requireFreePorts(settings.target);
  if (Object.keys(settings.target?.services ?? {}).length === 0) prepareKeys();
  // Loaded late, so that the keys are made on the other core while Cucumber is read; import() would leave CommonJS.
  // eslint-disable-next-line @typescript-eslint/no-require-imports, @typescript-eslint/consistent-type-imports
  const { certify } = require('./cucumber/certify') as typeof import('./cucumber/certify');
  const stdout = options.json === true ? swallow() : process.stdout;
  const results = await shielded(options, () => certify(settings, { stdout, stderr: process.stderr }));
  if (results === undefined) return exitCodeOf([]);
  if (options.json === true) process.stdout.write(`${JSON.stringify(results, null, 2)}\n`);
  tellCi(results, options);
  return exitCodeFor(results);
}

function settingsOf(options: RunOptions): RunSettings {
  const only = onlyOf(options.only);
  const target = options.target === undefined ? undefined : loadTarget(options.target);
  const subjects = options.subject === undefined ? subjectsOf(target, options, only) : [options.subject];
  requireSomething(only, subjects, options);
  const { budget, seed } = options;
  const settings: RunSettings = {
    profile: profileOf(options),
    ...(options.container && { container: true }),
    ...(target !== undefined && { target }),
    subjects,
    only,
    ...waiversOf(options),
    reports: options.reports,
    ...(budget !== undefined && { budgetMs: budget }),
    ...(seed !== undefined && { seed }),
    ...resumed(options, target),
    // What is told to a person must not stand amid the JSON.
    ...(options.json && { terminal: processTerminal(process.stderr) }),
  };
  return options.profile === 'nightly' ? nightly(settings) : settings;
}

function resumed({ resume, reports }: RunOptions, target: Target | undefined): Pick<RunSettings, 'resumed'> {
  if (resume !== true) return {};
  if (target?.integrator?.manual !== true)
    throw new ConfigurationError(
      'goes on with a run by hand, and this target has none',
      { at: '--resume' },
      'leave it out: other runs start anew',
    );
  const resumption = loadProgress(reports, target);
  return resumption === undefined ? {} : { resumed: resumption };
}

/** Without --subject: whom the ids are about, else everybody that the target names; the mock and its client if none. */
function subjectsOf(
  target: Target | undefined,
  { container }: RunOptions,
  only: RunSettings['only'],
): Subject[] {
  if (only.length > 0) return [...new Set(only.map((id) => contractObligations.get(id).subject))];
  if (container) return ['service'];
  return target !== undefined && target.integrator === undefined ? ['service'] : ['service', 'integrator'];
}

function profileOf({ target, container }: RunOptions): string {
  if (container) return 'container';
  return target === undefined ? 'embedded' : 'sandbox';
}

/** A run that could show nothing is refused before it starts. */
function requireSomething(
  only: RunSettings['only'],
  subjects: readonly Subject[],
  { container }: RunOptions,
): void {
  if (container && subjects.includes('integrator'))
    throw new ConfigurationError(
      'a container holds the services, not an integrator',
      { at: '--container' },
      'certify the services with --subject service',
    );
  const foreign = only.find((id) => !subjects.includes(contractObligations.get(id).subject));
  if (foreign !== undefined)
    throw new ConfigurationError(
      `${foreign} is about the ${contractObligations.get(foreign).subject}`,
      { at: '--only' },
      'name the subject with --subject',
    );
}
