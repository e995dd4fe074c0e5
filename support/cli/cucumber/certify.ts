import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import type { IRunOptions, ISupportCodeLibrary } from '@cucumber/cucumber/api';
import { loadSupport, runCucumber } from '@cucumber/cucumber/api';
import type { Results } from '../../judging/results';
import { releaseSlot, slotOf } from '../../run/handles';
import type { RunSettings } from '../../run/run';

const root = join(__dirname, '../../..');

/** Where a run prints; nothing is printed where `stdout` swallows it. */
export interface Output {
  readonly stdout: Writable;
  readonly stderr: Writable;
}

let support: Promise<ISupportCodeLibrary> | undefined;

/**
 * Runs the features that the settings select, in this process, and gives the results. The support code is loaded once
 * and serves every run of the process. Throws a ConfigurationError where the run was
 * abandoned for bad input that only the services could tell.
 */
export async function certify(settings: RunSettings, output: Output): Promise<Results | undefined> {
  const environment = { cwd: root, ...output };
  support ??= loadSupport({ sources: sourcesOf(settings), support: supportCode }, environment);
  const handed = { handle: randomUUID() };
  const slot = slotOf(handed);
  slot.settings = settings;
  try {
    await runCucumber({ ...runOptions(settings, handed), support: await support }, environment);
  } finally {
    releaseSlot(handed);
  }
  if (slot.run?.abandoned !== undefined) throw slot.run.abandoned;
  return slot.written?.results;
}

const supportCode = {
  requireModules: [],
  requirePaths: ['support/hooks.ts', 'steps/**/*.steps.ts'],
  importPaths: [],
  loaders: [],
};

function sourcesOf({ subjects, only, omitted }: RunSettings): IRunOptions['sources'] {
  const anyOf = (tags: readonly string[]): string => tags.map((tag) => `@${tag}`).join(' or ');
  const tagExpression = [
    `(${anyOf(subjects)})`,
    ...(only.length > 0 ? [`(${anyOf(only)})`] : []),
    ...(omitted === undefined ? [] : [`not (${anyOf([...omitted.keys()])})`]),
  ].join(' and ');
  return {
    defaultDialect: 'en',
    // Headers and tokens wait for time to pass: the others come first, and fill it.
    paths: ['features/!(headers|token)/**/*.feature', 'features/**/*.feature'],
    names: [],
    tagExpression,
    order: 'defined',
  };
}

function runOptions(settings: RunSettings, handed: { readonly handle: string }): IRunOptions {
  return {
    sources: sourcesOf(settings),
    support: supportCode,
    runtime: {
      dryRun: false,
      failFast: false,
      filterStacktraces: true,
      parallel: 0,
      retry: 0,
      retryTagFilter: '',
      strict: true,
      worldParameters: handed,
    },
    formats: {
      stdout: './support/cli/cucumber/summary.cjs',
      files: {},
      publish: false,
      options: { summary: handed },
    },
    plugins: { specifiers: ['./support/cli/cucumber/plugin.cjs'], options: handed },
  };
}
