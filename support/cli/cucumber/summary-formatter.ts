import type { FormatterPlugin } from '@cucumber/cucumber/api';
import type { RunHandle } from '../../run/handles';
import { slotForHandle } from '../../run/handles';
import { UnmatchedStepReader, unmatchedStepBlock } from '../../run/unmatched-steps';
import { printable, printableLine } from '../../contract/printable';
import { reportOf } from '../../report/model/report';
import { renderTerminalSummary } from '../../report/summary';
import { errorLine } from '../exit-codes';

/** Prints the results to the terminal when the run has ended. Requires the results plugin. */
export const formatter: FormatterPlugin<RunHandle> = {
  type: 'formatter',
  optionsKey: 'summary',
  formatter({ on, write, options }) {
    const slot = slotForHandle(options);
    const reader = new UnmatchedStepReader();
    const unmatched = new Set<string>();
    const faults: string[] = [];
    slot.events.follow((event) => {
      if (event.type === 'fault') faults.push(event.message);
    });
    on('message', (envelope) => {
      const step = reader.read(envelope);
      if (step !== undefined) unmatched.add(unmatchedStepBlock(step));
      if (envelope.testRunFinished === undefined) return;
      const { abandoned, written } = slot;
      // If a run was abandoned, `conform` prints the reason. Plain `cucumber-js` does not, so this formatter
      // prints it there.
      if (abandoned !== undefined) {
        if (options.handle === undefined) write(`${errorLine(printableLine(abandoned.line))}\n`);
        return;
      }
      for (const block of unmatched) write(`${printable(block)}\n\n`);
      if (written !== undefined) write(renderTerminalSummary(reportOf(written.results), written.folder));
      else write(`No run was opened, so there are no results. ${faults.join('; ')}\n`);
    });
  },
};
