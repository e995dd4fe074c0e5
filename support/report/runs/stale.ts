import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { undefinedIfThrows } from '../../targets/pem';
import { basisName, looseResults } from './own-files';
import { cucumberFileNames } from '../messages';

/** Folders that Allure's report is made in; each of ours says so. */
export const allureFolders = ['allure-results', 'allure-report'] as const;

/** The folder that keeps the history of reports from run to run; Allure's own folders do not outlive their run. */
export const allureHistoryFolder = 'allure-history';

/** The file by which a folder is known as made by this suite: others may keep an allure-report where we write. */
export const ownMark = 'conform.json';

/** The run that an own folder was made of; `undefined` where there is none. */
export function runOfAllureFolder(folder: string): string | undefined {
  return undefinedIfThrows(
    () => (JSON.parse(readFileSync(join(folder, ownMark), 'utf8')) as { run?: string }).run,
  );
}

/**
 * Allure's folders that stand beside the results of another run than they were made of: they were put there meanwhile.
 */
export function strayIn(folder: string): string[] {
  const shown = looseResults(folder)?.run?.id;
  const others = allureFolders.filter((name) => (runOfAllureFolder(join(folder, name)) ?? shown) !== shown);
  return shown === undefined ? [] : others.map((name) => join(folder, name));
}

/**
 * What stands in a folder and was made of the results of another run than `run`, so that it must not stand beside the
 * new ones: a basis and Cucumber's messages where none come with them, and Allure's folders, which are made on demand.
 * To be asked before the new results are in their place; `written` are the names of the files that come with them.
 */
export function stalePathsIn(folder: string, run: string, written: readonly string[]): string[] {
  if (looseResults(folder)?.run?.id === run) return [];
  const own = allureFolders.filter((name) => existsSync(join(folder, name, ownMark)));
  return [...[basisName, ...cucumberFileNames].filter((name) => !written.includes(name)), ...own].map(
    (name) => join(folder, name),
  );
}
