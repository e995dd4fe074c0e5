import type { FormatterPlugin } from '@cucumber/cucumber/api';
import type { Handed } from '../../run/handles';
import { slotOf } from '../../run/handles';
import { printableLine } from '../../contract/printable';
import { reportOf } from '../../report/model/report';
import { renderSummary } from '../../report/summary';
import { errorLine } from '../exit-codes';

/** Prints the results to the terminal once the run has ended; needs the results plugin. */
export const formatter: FormatterPlugin<Handed> = {
  type: 'formatter',
  optionsKey: 'summary',
  formatter({ on, write, options }) {
    const slot = slotOf(options);
    on('message', ({ testRunFinished }) => {
      if (testRunFinished === undefined) return;
      const { abandoned, written } = slot;
      // `conform` says on a line of its own why a run was abandoned.
      if (abandoned === undefined)
        write(
          written === undefined
            ? 'No run was opened, so there are no results; the errors above say why.\n'
            : renderSummary(reportOf(written.results), written.folder),
        );
      else if (options.handle === undefined) write(`${errorLine(printableLine(abandoned.line))}\n`);
    });
  },
};
