import type { Browser } from 'playwright-core';
import { chromium } from 'playwright-core';
import { findChromium } from '../support/report/pdf/find-chromium';
import { undefinedIfThrows } from '../support/targets/pem';

/**
 * Path of Chromium, from the environment variable CHROMIUM or of an installed browser; `undefined` if none
 * was found
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
