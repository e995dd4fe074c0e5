import type { FormatterPlugin } from '@cucumber/cucumber/api';
import { lastResults, whyAbandoned } from './results-plugin';
import { renderSummary } from './summary';

/** Prints the results to the terminal once the run has ended; needs the results plugin. */
export const formatter: FormatterPlugin = {
  type: 'formatter',
  formatter({ on, write }) {
    on('message', ({ testRunFinished }) => {
      if (testRunFinished === undefined) return;
      // Whoever started Cucumber tells it: conform on a line of its own, and Cucumber with the hook that failed.
      if (whyAbandoned() !== undefined) return;
      const last = lastResults();
      write(
        last === undefined
          ? 'No run was opened, so there are no results; the errors above say why.\n'
          : renderSummary(last.results, last.folder),
      );
    });
  },
};
