import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import type { BrowserContextOptions, Page } from 'playwright-core';
import type { DeskOptions } from '../../support/desk/start-desk';
import { openDesk } from './browser';

/** A desk whose page shows a target file with that text. */
export async function openTarget(
  t: TestContext,
  text: string,
  context: BrowserContextOptions = {},
  options: Partial<DeskOptions> = {},
) {
  const folder = mkdtempSync(join(tmpdir(), 'conform-setup-'));
  t.after(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  const file = join(folder, 'target.yaml');
  writeFileSync(file, text);
  const opened = await openDesk(t, { target: file, context, ...options });
  await opened.page.locator('.save-bar .primary').waitFor();
  return { ...opened, file, read: () => readFileSync(file, 'utf8') };
}

export const saveOn = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click();
export const isSaved = (page: Page) => page.getByText('Saved.', { exact: true }).waitFor();
