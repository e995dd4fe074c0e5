import type { Browser } from 'playwright-core';
import { chromium } from 'playwright-core';
import { findChromium } from '../support/report/pdf/find-chromium';
import { undefinedIfThrows } from '../support/targets/pem';

/**
 * Path of Chromium: the program in the environment variable CHROMIUM if set, else an installed browser.
 * `undefined` if that program cannot be found.
 */
export const chromiumPath = undefinedIfThrows(() => findChromium());

const quiet = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

export function launchChromium(more: readonly string[] = []): Promise<Browser> {
  return chromium.launch({
    ...(chromiumPath !== undefined && { executablePath: chromiumPath }),
    args: [...quiet, ...more],
  });
}
