import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { CommandRow } from '../cli/option-rows';
import { sharedOptions } from '../cli/option-rows';
import { ownTargetFile } from '../cli/own-target-file';
import { handleStopSignals } from '../cli/stop';
import type { Surroundings } from '../cli/surroundings';
import { printErrorLine, printLine } from '../cli/surroundings';

interface Given {
  readonly target: string;
  readonly port: number;
  readonly reports: string;
  readonly open?: true;
}

/** If closing lasts longer than this, in milliseconds, the command prints an explanation. */
const slowMs = 300;

export const uiCommand: CommandRow = {
  name: 'ui',
  description: 'Open a page in the browser: set up, run, watch and look into a certification.',
  options: [
    sharedOptions.target('target file to open', { default: ownTargetFile }),
    sharedOptions.profileKey,
    sharedOptions.port('port of the page (0: a free one)', 65_535),
    ['--open', 'open it in the browser'],
    sharedOptions.from(),
  ],
  act: () => Promise.resolve(serve),
};

/**
 * Serves the page until the user stops the command. Imports the server's modules only here, because no other
 * command needs them.
 */
async function serve(
  _args: readonly string[],
  { open, ...given }: Given,
  surroundings: Surroundings,
): Promise<number> {
  const { requireWritable } = await import('../report/runs/write-run.ts');
  const { startUi } = await import('./start.ts');
  requireWritable(given.reports);
  const stop = handleStopSignals({ surroundings });
  const ui = await startUi({ ...given, environment: surroundings.env });
  try {
    printLine(surroundings, `The page is open, to you alone, at\n\n  ${ui.url}\n\nCtrl-C closes it.`);
    if (open === true && !(await openBrowser(ui.urlForOnce())))
      printErrorLine(surroundings, 'No browser could be opened: open the address above.');
    await stop.come;
    return 0;
  } finally {
    const slow = setTimeout(() => {
      printErrorLine(
        surroundings,
        'Closing: what goes on is stopped, and reported, first. Ctrl-C once more ends it at once.',
      );
    }, slowMs);
    await ui.close();
    clearTimeout(slow);
    stop.release();
  }
}

/**
 * Program and leading arguments that open an address in the default browser, by platform. Platforms that are
 * not listed use `xdg-open`.
 */
const openers: Readonly<Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/**
 * Opens an address in the default browser. Returns false if the program that does so could not be started.
 */
async function openBrowser(url: string): Promise<boolean> {
  const [program, ...args] = openers[process.platform] ?? ['xdg-open'];
  const child = spawn(program, [...args, url], { stdio: 'ignore', detached: true });
  child.unref();
  try {
    await once(child, 'spawn');
    return true;
  } catch {
    return false;
  }
}
