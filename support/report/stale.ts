import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { messageFiles } from './messages';

/** Folders that Allure's report is made in; each of ours says so. */
export const allureFolders = ['allure-results', 'allure-report'] as const;

/** The file by which a folder is known as made by this suite: others may keep an allure-report where we write. */
export const ownMark = 'conform.json';

/**
 * Removes what was made of the earlier results of a folder and not made anew, so that no report of another run stands
 * beside the new ones: Cucumber's messages where there was no run of Cucumber, and Allure's folders, which are made on
 * demand. `written` are the names of the files that are of the new results.
 */
export function removeStale(folder: string, written: readonly string[]): void {
  for (const name of messageFiles) if (!written.includes(name)) rmSync(join(folder, name), { force: true });
  for (const name of allureFolders)
    if (existsSync(join(folder, name, ownMark))) rmSync(join(folder, name), { recursive: true, force: true });
}
