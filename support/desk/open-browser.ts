import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** How each system opens an address in the browser of its user. */
const openers: Readonly<Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/** Opens an address in the user's browser; tells whether a program for that could be started. */
export async function openBrowser(url: string): Promise<boolean> {
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
