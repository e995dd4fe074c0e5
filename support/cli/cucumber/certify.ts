import type { IConfiguration, IRunResult, ISupportCodeLibrary } from '@cucumber/cucumber/api';
import { loadConfiguration, loadSupport, runCucumber } from '@cucumber/cucumber/api';
import type { Envelope } from '@cucumber/messages';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import { suiteRoot } from '../../contract/suite-root';
import type { Results } from '../../judging/results';
import { releaseSlot, slotOf } from '../../run/handles';
import type { RunSettings } from '../../run/plan';
import type { RunEvent, Written } from '../../run/run-events';

/** Runs the features that the settings select, in this process, and gives the results: see `certifyInto`. */
export async function certify(settings: RunSettings, output: Output): Promise<Results | undefined> {
  return (await certifyInto(settings, output))?.results;
}

/**
 * Runs the features that the settings select, in this process, and gives the results and where they were written. Throws
 * a ConfigurationError where the run was abandoned for bad input that only the services could tell.
 */
export async function certifyInto(
  settings: RunSettings,
  output: Output,
  follow?: (event: RunEvent) => void,
): Promise<Written | undefined> {
  const handed = { handle: randomUUID() };
  const slot = slotOf(handed);
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

/** Headers and tokens wait for time to pass: the others come first, and fill it. */
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

/** Known answers are for the self-test; where a product is certified, they would say nothing of it. */
function tagsOf({ subjects, only, omitted, checksItself }: RunSettings): string {
  const anyOf = (tags: readonly string[]): string => tags.map((tag) => `@${tag}`).join(' or ');
  const certifying = [
    `(${anyOf(subjects)})`,
    ...(only.length > 0 ? [`(${anyOf(only)})`] : []),
    ...(omitted === undefined ? [] : [`not (${anyOf([...omitted.keys()])})`]),
  ].join(' and ');
  return checksItself === true ? `(${certifying}) or @vectors` : certifying;
}

/** Where a run prints; nothing is printed where `stdout` swallows it. */
interface Output {
  readonly stdout: Writable;
  readonly stderr: Writable;
}

let support: Promise<ISupportCodeLibrary> | undefined;

/**
 * Runs features in this process by hooks and steps of the suite, and by more of them where they are given. The support
 * code is loaded once and serves every run of the process.
 */
export async function runFeatures(
  { require: more = [], ...provided }: Partial<IConfiguration>,
  output: Output,
  onMessage?: (envelope: Envelope) => void,
): Promise<IRunResult> {
  const environment = { ...output, cwd: suiteRoot };
  const { runConfiguration } = await loadConfiguration(
    { file: false, provided: { ...provided, require: [...ownCode.steps, ...more] } },
    // Nothing of the environment has a say, or reports could be published.
    { ...environment, env: {} },
  );
  support ??= loadSupport(runConfiguration, environment);
  return runCucumber({ ...runConfiguration, support: await support }, environment, onMessage);
}

/** The files that Cucumber loads of the suite: hooks and steps by `require`, its plugins and its formatter by `import`. */
interface OwnCode {
  readonly steps: readonly string[];
  readonly results: string;
  readonly progress: string;
  readonly summary: string;
}

const sources: OwnCode = {
  steps: ['support/hooks.ts', 'steps/**/*.steps.ts'],
  results: './support/cli/cucumber/plugin.cjs',
  progress: './support/cli/cucumber/progress.cjs',
  summary: './support/cli/cucumber/summary.cjs',
};

/** What the build writes beside the bundle that this code is then part of. */
const compiled: OwnCode = {
  steps: [join(__dirname, 'steps.cjs')],
  results: join(__dirname, 'results.cjs'),
  progress: join(__dirname, 'progress.cjs'),
  summary: join(__dirname, 'summary.cjs'),
};

const ownCode = __filename.endsWith('.ts') ? sources : compiled;
