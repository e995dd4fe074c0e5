import { complain, say } from '../cli/print';
import { untilStopped } from '../cli/stop';
import { requireWritable } from '../report/write';
import { openBrowser } from './open-browser';
import { startDesk } from './start-desk';

interface UiOptions {
  readonly target: string;
  readonly port: number;
  readonly reports: string;
  readonly open?: true;
}

/** A desk that takes longer than this to close, in milliseconds, says why. */
const slowMs = 300;

/** `conform ui`: serves the desk until it is stopped. */
export async function serveDesk({ open, ...given }: UiOptions): Promise<number> {
  requireWritable(given.reports);
  const stop = untilStopped();
  const desk = await startDesk(given);
  try {
    say(`The desk is open, to you alone, at\n\n  ${desk.url}\n\nCtrl-C closes it.`);
    if (open === true && !(await openBrowser(desk.urlForOnce())))
      complain('No browser could be opened: open the address above.');
    await stop.come;
    return 0;
  } finally {
    const slow = setTimeout(() => {
      complain('Closing: what goes on is stopped, and reported, first. Ctrl-C once more ends it at once.');
    }, slowMs);
    await desk.close();
    clearTimeout(slow);
    stop.release();
  }
}
