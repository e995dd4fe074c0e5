import type { FormatterPlugin } from '@cucumber/cucumber/api';
import { lastResults, whyAbandoned } from '../cli/results-plugin';
import { renderSummary } from './summary';

interface SummaryOptions {
  /** Whoever started Cucumber says on a line of its own why a run was abandoned. */
  readonly tellsAbandonment?: boolean;
}

/** Prints the results to the terminal once the run has ended; needs the results plugin. */
export const formatter: FormatterPlugin<SummaryOptions> = {
  type: 'formatter',
  optionsKey: 'summary',
  formatter({ on, write, options }) {
    on('message', ({ testRunFinished }) => {
      if (testRunFinished === undefined) return;
      const abandoned = whyAbandoned();
      if (abandoned !== undefined) {
        if (options.tellsAbandonment !== true) write(`error: ${abandoned.line}\n`);
        return;
      }
      const last = lastResults();
      write(
        last === undefined
          ? 'No run was opened, so there are no results; the errors above say why.\n'
          : renderSummary(last.results, last.folder),
      );
    });
  },
};
