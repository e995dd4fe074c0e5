import type { IConfiguration, IRunResult, ISupportCodeLibrary } from '@cucumber/cucumber/api';
import { loadConfiguration, loadSupport, runCucumber } from '@cucumber/cucumber/api';
import type { Envelope } from '@cucumber/messages';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import { suiteRoot } from '../../contract/suite-root';
import type { Results } from '../../judging/results';
import { releaseSlot, slotForHandle } from '../../run/handles';
import type { RunSettings } from '../../run/plan';
import { tagExpressionOf } from '../../run/selection';
import type { RunEvent, WrittenReport } from '../../run/run-events';

/**
 * Runs the features that the settings select, in this process. Returns the results; `undefined` if no run
 * was opened.
 */
export async function certify(settings: RunSettings, output: Output): Promise<Results | undefined> {
  return (await certifyInto(settings, output))?.results;
}

/**
 * Runs the features that the settings select, in this process. Returns the results and the folder of their
 * report; `undefined` if no run was opened. Throws a ConfigurationError if bad input ended the run before its
 * first scenario.
 * @param follow receives each run event
 */
export async function certifyInto(
  settings: RunSettings,
  output: Output,
  follow?: (event: RunEvent) => void,
): Promise<WrittenReport | undefined> {
  const handed = { handle: randomUUID() };
  const slot = slotForHandle(handed);
  slot.settings = settings;
  if (follow !== undefined) slot.events.follow(follow);
  try {
    await runFeatures(
      {
        require: [...(settings.seams?.more?.steps ?? [])],
        plugin: [ownCode.results, ownCode.progress],
        format: [ownCode.summary],
        paths: pathsOf(settings),
        order: settings.seams?.selection?.order ?? 'defined',
        tags: tagsOf(settings),
        worldParameters: handed,
        pluginOptions: handed,
        formatOptions: { summary: handed },
      },
      output,
    );
  } catch (error) {
    throw slot.events.safeError(error);
  } finally {
    releaseSlot(handed);
  }
  if (slot.abandoned !== undefined) throw slot.abandoned;
  return slot.written;
}

/**
 * Scenarios about headers and tokens wait for time to pass, so they run last: the other scenarios fill part
 * of that time.
 */
const ofContract = [
  'features/!(headers|mistakes|token|vectors)/**/*.feature',
  'features/!(mistakes|vectors)/**/*.feature',
] as const;

function pathsOf({ checksItself, seams }: RunSettings): string[] {
  return [
    ...(seams?.selection?.paths ?? ofContract),
    ...(checksItself === true ? ['features/vectors/**/*.feature'] : []),
    ...(seams?.more?.features ?? []),
  ];
}

/**
 * Returns the tag expression for a run. The scenarios with known answers (`@vectors`) test the suite and not
 * a product, so only a self-test runs them.
 */
function tagsOf(settings: RunSettings): string {
  const certifying = tagExpressionOf(settings);
  return settings.checksItself === true ? `(${certifying}) or @vectors` : certifying;
}

interface Output {
  readonly stdout: Writable;
  readonly stderr: Writable;
}

let support: Promise<ISupportCodeLibrary> | undefined;

/**
 * Runs features in this process with the suite's hooks and steps, and with the step files in `require`. Only
 * the first call in a process loads step files; later calls reuse them.
 */
export async function runFeatures(
  { require: more = [], ...provided }: Partial<IConfiguration>,
  output: Output,
  onMessage?: (envelope: Envelope) => void,
): Promise<IRunResult> {
  const environment = { ...output, cwd: suiteRoot };
  const { runConfiguration } = await loadConfiguration(
    { file: false, provided: { ...provided, require: [...ownCode.steps, ...more] } },
    // Do not pass the environment variables, because some of them would make Cucumber publish the reports on
    // its website.
    { ...environment, env: {} },
  );
  support ??= loadSupport(runConfiguration, environment);
  return runCucumber({ ...runConfiguration, support: await support }, environment, onMessage);
}

/**
 * The suite's files that Cucumber loads. The files in `steps` are loaded by `require`, the others by
 * `import`.
 */
interface OwnCode {
  readonly steps: readonly string[];
  readonly results: string;
  readonly progress: string;
  readonly summary: string;
}

const sources: OwnCode = {
  steps: ['support/hooks.ts', 'steps/*.steps.ts'],
  results: './support/cli/cucumber/plugin.cjs',
  progress: './support/cli/cucumber/progress.cjs',
  summary: './support/cli/cucumber/summary.cjs',
};

/** The compiled files: the build writes them beside the bundle that contains this code. */
const compiled: OwnCode = {
  steps: [join(__dirname, 'steps.cjs')],
  results: join(__dirname, 'results.cjs'),
  progress: join(__dirname, 'progress.cjs'),
  summary: join(__dirname, 'summary.cjs'),
};

const ownCode = __filename.endsWith('.ts') ? sources : compiled;
