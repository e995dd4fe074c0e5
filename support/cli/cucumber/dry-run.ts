import type { CoordinatorContext, Plugin } from '@cucumber/cucumber/api';
import { UnmatchedStepReader, unmatchedStepLine } from '../../run/unmatched-steps';
import { printableLine } from '../../contract/printable';
import { errorLine } from '../exit-codes';

/**
 * The Cucumber plugin that makes a dry run fail if a step is undefined or ambiguous. Cucumber itself reports such
 * steps, but a dry run of Cucumber always ends with exit code 0.
 */
export const plugin: Plugin = {
  type: 'plugin',
  coordinator({ on, operation, environment }: CoordinatorContext<unknown>) {
    if (operation !== 'runCucumber') return undefined;
    const reader = new UnmatchedStepReader();
    // The rows of a table share their steps, so a step may be reported several times.
    const lines = new Set<string>();
    on('message', (envelope) => {
      const unmatched = reader.read(envelope);
      if (unmatched !== undefined) lines.add(unmatchedStepLine(unmatched));
    });
    return () => {
      if (lines.size === 0) return;
      environment.stderr.write([...lines].map((line) => `${errorLine(printableLine(line))}\n`).join(''));
      // Cucumber sets the exit code after it has cleaned up its plugins, so this must be done at the very end.
      process.once('exit', () => {
        process.exitCode = 1;
      });
    };
  },
};
