import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IRunOptions } from '@cucumber/cucumber/api';
import { runCucumber } from '@cucumber/cucumber/api';
import type { Envelope } from '@cucumber/messages';
import { swallow } from '../../../support/cli/print';

/** Runs a feature with step definitions of its own, and gives the messages of the run. */
export async function cucumberRun(folder: string, feature: string, support: string): Promise<Envelope[]> {
  mkdirSync(join(folder, 'features'));
  writeFileSync(join(folder, 'features/some.feature'), feature);
  const cucumber = JSON.stringify(require.resolve('@cucumber/cucumber'));
  writeFileSync(
    join(folder, 'steps.cjs'),
    `const { Given, Before, After } = require(${cucumber});\n${support}`,
  );
  const messages: Envelope[] = [];
  const options: IRunOptions = {
    sources: {
      defaultDialect: 'en',
      paths: ['features/some.feature'],
      names: [],
      tagExpression: '',
      order: 'defined',
    },
    support: { requireModules: [], requirePaths: ['steps.cjs'], importPaths: [], loaders: [] },
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
    formats: { stdout: 'summary', files: {}, publish: false, options: {} },
    plugins: { specifiers: [], options: {} },
  };
  await runCucumber(options, { cwd: folder, stdout: swallow(), stderr: swallow() }, (message) => {
    messages.push(message);
  });
  return messages;
}
