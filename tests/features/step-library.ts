import { Writable } from 'node:stream';
import type { Envelope } from '@cucumber/messages';
import { runFeatures } from '../../support/cli/cucumber/certify';

/** One step of the vocabulary that features are written in. */
interface KnownStep {
  /** A Cucumber expression, as in `every {requests} carries {header}`. */
  readonly text: string;
  /** Steps of scenarios that it serves, each row of a table counted. */
  readonly uses: number;
}

/** The steps as Cucumber itself finds them in a dry run. */
export async function loadSteps(): Promise<readonly KnownStep[]> {
  const envelopes: Envelope[] = [];
  const nowhere = new Writable({
    write: (_chunk, _encoding, done) => {
      done();
    },
  });
  await runFeatures(
    { paths: ['features/!(mistakes)/*.feature'], dryRun: true },
    { stdout: nowhere, stderr: nowhere },
    (envelope) => envelopes.push(envelope),
  );
  const served = envelopes
    .flatMap(({ testCase }) => testCase?.testSteps ?? [])
    .flatMap(({ stepDefinitionIds = [] }) => stepDefinitionIds);
  return envelopes
    .flatMap(({ stepDefinition }) => stepDefinition ?? [])
    .map(({ id, pattern }) => ({ text: pattern.source, uses: served.filter((each) => each === id).length }));
}
