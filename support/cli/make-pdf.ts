import { join } from 'node:path';
import { printableLine } from '../contract/printable';
import { findChromium } from '../report/pdf/find-chromium';
import { printPdf } from '../report/pdf/print-pdf';
import { errorLine, exitCodes } from './exit-codes';
import type { Surroundings } from './surroundings';
import { printErrorLine, printLine } from './surroundings';
import { handleStopSignals } from './stop';

/**
 * Returns a function that prints a folder's report as PDF. That function returns the exit code, which is
 * `incomplete` without Chromium. Throws a ConfigurationError if CHROMIUM does not name a program.
 */
export function pdfMaker(file: string): (folder: string, surroundings: Surroundings) => Promise<number> {
  const chromium = findChromium();
  return async (folder, surroundings) => {
    if (chromium === undefined) {
      printErrorLine(
        surroundings,
        errorLine(
          `there is no Chromium here, so ${printableLine(file)} is not made — install Chromium, Chrome or Edge (apt-get install chromium) or set CHROMIUM to one, then do this again`,
        ),
      );
      return exitCodes.incomplete;
    }
    const stop = handleStopSignals();
    try {
      await printPdf(chromium, join(folder, 'compliance.html'), file, { stopped: stop.come });
    } finally {
      stop.release();
    }
    printLine(surroundings, `Printed ${printableLine(file)}`);
    return exitCodes.conforms;
  };
}
