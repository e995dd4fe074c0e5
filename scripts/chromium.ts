import type { Browser } from 'playwright-core';
import { chromium } from 'playwright-core';
import { findChromium } from '../support/report/pdf/find-chromium';
import { attempt } from '../support/targets/pem';

/** The browser that CHROMIUM names, or one that is installed where browsers mostly are. */
export const chromiumPath = attempt(() => findChromium());

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
