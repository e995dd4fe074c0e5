import { join } from 'node:path';
import type { Writable } from 'node:stream';
import type { IRunOptions, ISupportCodeLibrary } from '@cucumber/cucumber/api';
import { loadSupport, runCucumber } from '@cucumber/cucumber/api';
import type { RunSettings } from '../run/run';
import { handOver } from '../run/settings';
import type { Results } from '../judging/results';
import { lastResults, whyAbandoned } from './results-plugin';

const root = join(__dirname, '../..');

/** Where a run prints; nothing is printed where `stdout` swallows it. */
export interface Output {
  readonly stdout: Writable;
  readonly stderr: Writable;
}

let support: Promise<ISupportCodeLibrary> | undefined;

/**
 * Runs the features that the settings select, in this process, and gives the results. The support code is loaded once
 * and serves every run of the process; runs come one after another. Throws a ConfigurationError where the run was
 * abandoned for bad input that only the services could tell.
 */
export async function certify(settings: RunSettings, output: Output): Promise<Results | undefined> {
  const environment = { cwd: root, ...output };
  support ??= loadSupport({ sources: sourcesOf(settings), support: supportCode }, environment);
  handOver(settings);
  await runCucumber({ ...runOptions(settings), support: await support }, environment);
  const abandoned = whyAbandoned();
  if (abandoned !== undefined) throw abandoned;
  return lastResults()?.results;
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

function runOptions(settings: RunSettings): IRunOptions {
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
      worldParameters: {},
    },
    formats: {
      stdout: './support/cucumber-summary.cjs',
      files: {},
      publish: false,
      options: { summary: { tellsAbandonment: true } },
    },
    plugins: { specifiers: ['./support/cucumber-plugin.cjs'], options: {} },
  };
}
