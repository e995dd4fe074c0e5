import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { ConfigurationError } from '../../targets/errors';
import { undefinedIfThrows } from '../../targets/pem';
import { draftBeside, removeFolderAtomically } from '../runs/draft';
import { looseResults, replacedMeanwhileError } from '../runs/own-files';
import { allureHistoryFolder, ownMark } from '../runs/stale';

/** Throws a ConfigurationError where a folder exists and is not ours to replace. */
export function requireOwn(folder: string): void {
  if (!existsSync(folder) || existsSync(join(folder, ownMark))) return;
  // A file of that name is not ours either.
  if (undefinedIfThrows(() => readdirSync(folder))?.length === 0) return;
  throw new ConfigurationError(
    'is there already, and this suite did not make it',
    { file: folder },
    'move it away, or name another folder of reports',
  );
}

/**
 * Makes a folder whole or not at all: `fill` writes into a draft beside it, which then takes its place with the mark of
 * the run that it was made of. Throws a ConfigurationError where the results beside it are of another run by then: it
 * leaves nothing that would stand for that one.
 */
export async function replaceFolder(
  folder: string,
  run: string,
  fill: (draft: string) => Promise<void> | void,
): Promise<void> {
  requireOwn(folder);
  const draft = draftBeside(folder);
  try {
    mkdirSync(draft);
    await fill(draft);
    writeFileSync(join(draft, ownMark), `${JSON.stringify({ run })}\n`);
    if (isReplaced(folder, run)) throw replacedMeanwhileError(dirname(folder));
    takePlace(draft, folder);
  } catch (error) {
    // What it is made of may be gone with the run.
    throw isReplaced(folder, run) ? replacedMeanwhileError(dirname(folder)) : error;
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
  if (!isReplaced(folder, run) || basename(folder) === allureHistoryFolder) return;
  removeFolderAtomically(folder);
  throw replacedMeanwhileError(dirname(folder));
}

/** Whether results stand beside a folder, and are of another run. */
function isReplaced(folder: string, run: string): boolean {
  return (looseResults(dirname(folder))?.run?.id ?? run) !== run;
}

/** What another process puts there in between is replaced as well. */
function takePlace(draft: string, folder: string): void {
  for (;;) {
    removeFolderAtomically(folder);
    try {
      renameSync(draft, folder);
      return;
    } catch (error) {
      if (!existsSync(folder)) throw error;
    }
  }
}
