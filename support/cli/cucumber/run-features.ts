import type { Writable } from 'node:stream';
import type { IConfiguration, IRunResult, ISupportCodeLibrary } from '@cucumber/cucumber/api';
import { loadConfiguration, loadSupport, runCucumber } from '@cucumber/cucumber/api';
import type { Envelope } from '@cucumber/messages';
import { suiteRoot } from '../../contract/suite-root';
import { ownCode } from './own-code';

/** Where a run prints; nothing is printed where `stdout` swallows it. */
export interface Output {
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
