import type { FormatterPlugin } from '@cucumber/cucumber/api';
import type { RunHandle } from '../../run/handles';
import { slotForHandle } from '../../run/handles';
import { printableLine } from '../../contract/printable';
import { reportOf } from '../../report/model/report';
import { renderTerminalSummary } from '../../report/summary';
import { errorLine } from '../exit-codes';

/** Prints the results to the terminal when the run has ended. Requires the results plugin. */
export const formatter: FormatterPlugin<RunHandle> = {
  type: 'formatter',
  optionsKey: 'summary',
  formatter({ on, write, options }) {
    const slot = slotForHandle(options);
    on('message', ({ testRunFinished }) => {
      if (testRunFinished === undefined) return;
      const { abandoned, written } = slot;
      // If a run was abandoned, `conform` prints the reason. Plain `cucumber-js` does not, so this formatter
      // prints it there.
      if (abandoned === undefined)
        write(
          written === undefined
            ? 'No run was opened, so there are no results; the errors above say why.\n'
            : renderTerminalSummary(reportOf(written.results), written.folder),
        );
      else if (options.handle === undefined) write(`${errorLine(printableLine(abandoned.line))}\n`);
    });
  },
};
