import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import type { ISupportCodeLibrary } from '@cucumber/cucumber/api';
import { loadConfiguration, loadSupport, runCucumber } from '@cucumber/cucumber/api';
import type { Results } from '../../judging/results';
import { releaseSlot, slotOf } from '../../run/handles';
import type { RunSettings } from '../../run/run';

const root = join(__dirname, '../../..');

/** Headers and tokens wait for time to pass: the others come first, and fill it. */
const allFeatures = ['features/!(headers|token)/**/*.feature', 'features/**/*.feature'] as const;

/** Where a run prints; nothing is printed where `stdout` swallows it. */
export interface Output {
  readonly stdout: Writable;
  readonly stderr: Writable;
}

let support: Promise<ISupportCodeLibrary> | undefined;

/**
 * Runs the features that the settings select, in this process, and gives the results. The support code is loaded once
 * and serves every run of the process. Throws a ConfigurationError where the run was abandoned for bad input that only
 * the services could tell.
 */
export async function certify(settings: RunSettings, output: Output): Promise<Results | undefined> {
  const environment = { cwd: root, ...output };
  const handed = { handle: randomUUID() };
  const { runConfiguration } = await loadConfiguration(
    {
      file: false,
      provided: {
        require: ['support/hooks.ts', 'steps/**/*.steps.ts', ...(settings.more?.steps ?? [])],
        plugin: ['./support/cli/cucumber/plugin.cjs', './support/cli/cucumber/progress.cjs'],
        format: ['./support/cli/cucumber/summary.cjs'],
        paths: [...(settings.selection?.paths ?? allFeatures), ...(settings.more?.features ?? [])],
        order: settings.selection?.order ?? 'defined',
        tags: tagsOf(settings),
        worldParameters: handed,
        pluginOptions: handed,
        formatOptions: { summary: handed },
      },
    },
    // Nothing of the environment has a say, or reports could be published.
    { ...environment, env: {} },
  );
  support ??= loadSupport(runConfiguration, environment);
  const slot = slotOf(handed);
  slot.settings = settings;
  try {
    await runCucumber({ ...runConfiguration, support: await support }, environment);
  } finally {
    releaseSlot(handed);
  }
  if (slot.abandoned !== undefined) throw slot.abandoned;
  return slot.written?.results;
}

/** Examples on the judges are for the self-test; where a product is certified, they would say nothing of it. */
function tagsOf({ subjects, only, omitted, profile }: RunSettings): string {
  const anyOf = (tags: readonly string[]): string => tags.map((tag) => `@${tag}`).join(' or ');
  return [
    `(${anyOf(subjects)})`,
    ...(profile === 'embedded' ? [] : ['not @judge']),
    ...(only.length > 0 ? [`(${anyOf(only)})`] : []),
    ...(omitted === undefined ? [] : [`not (${anyOf([...omitted.keys()])})`]),
  ].join(' and ');
}
