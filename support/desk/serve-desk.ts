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
    await desk.close();
    stop.release();
  }
}
