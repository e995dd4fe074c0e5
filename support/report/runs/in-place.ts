import { existsSync, readdirSync, renameSync } from 'node:fs';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { toDiskError } from '../../targets/disk-trouble';
import { stalePathsIn } from './stale';
import { linkOrCopy, makeFolderAtomically, namesInFolder, removeFolderAtomically } from './draft';
import { looseResults, resultsLast, signOffName } from './own-files';

/**
 * A folder of finished files that are about to replace files of the folder around it: `here`, all files of a new run;
 * `rendered`, some files of the run that is there already. It stays whole until the last file is in its place.
 */
interface Ready {
  readonly folder: string;
  readonly kind: 'here' | 'rendered';
  readonly run: string;
}

/**
 * Puts files into a folder, all of them or none. If two runs do this at once, the folder has the later run in the end.
 */
export function writeFilesAtomically(
  folder: string,
  { kind, run }: Omit<Ready, 'folder'>,
  fill: (draft: string) => void,
): void {
  makeFolderAtomically(folder, fill, () => freeName(folder, (at) => `.ready-${at}-${kind}-${run}`));
  finish(folder);
}

function freeName(folder: string, name: (at: string) => string): string {
  for (let at = Date.now(); ; at += 1) {
    const free = name(String(at).padStart(15, '0'));
    if (!existsSync(join(folder, free))) return free;
  }
}

/**
 * Puts all finished files that wait in a folder into their place, whether this process or a killed one left them.
 *
 * No process waits for another. A waiting folder that a later run supersedes is moved aside first. Then a process that
 * still works on it can no longer put files from it into their place.
 */
export function finish(folder: string): void {
  for (let all = readyIn(folder); all.length > 0; all = readyIn(folder)) {
    const last = all.findLast(({ kind }) => kind === 'here') ?? all[0];
    for (const each of all) {
      if (each === last) break;
      removeFolderAtomically(each.folder);
    }
    if (last !== undefined) putInPlace(folder, last);
  }
}

/** Returns the folder with the whole run, for readers: another folder than this one if this one cannot be written. */
export function completedFolder(folder: string): string {
  try {
    finish(folder);
    return folder;
  } catch (error) {
    if (toDiskError(error) === undefined) throw error;
    return readyIn(folder).findLast(({ kind }) => kind === 'here')?.folder ?? folder;
  }
}

/** The waiting folders, the oldest first. */
function readyIn(folder: string): Ready[] {
  return namesInFolder(folder)
    .sort()
    .flatMap((name) => {
      const [, kind, run = ''] = /^\.ready-\d{15}-(here|rendered)-(.+)$/.exec(name) ?? [];
      return kind === undefined ? [] : [{ folder: join(folder, name), kind: kind as Ready['kind'], run }];
    });
}

function putInPlace(folder: string, ready: Ready): void {
  try {
    if (ready.kind === 'here') putRun(folder, ready);
    // Files that were rendered for another run are dropped.
    else if (looseResults(folder)?.run?.id === ready.run) putFiles(folder, ready.folder);
  } catch (error) {
    // Another process was faster, or moved it aside for a later run.
    if (existsSync(ready.folder)) throw error;
  }
  removeFolderAtomically(ready.folder);
}

function putRun(folder: string, { folder: ready, run }: Ready): void {
  // A sign-off must not be beside results that its reviewer did not see.
  const signOff = join(folder, signOffName);
  for (const path of [...stalePathsIn(folder, run, readdirSync(ready)), signOff]) takeAside(path, ready);
  putFiles(folder, ready);
}

/** Removes a file by moving it into the waiting folder. This fails if a later run moved that folder aside. */
function takeAside(path: string, ready: string): void {
  try {
    renameSync(path, join(ready, `.gone-${randomUUID()}`));
  } catch (error) {
    if (existsSync(path)) throw error;
  }
}

/** At every moment each file exists and is whole. */
function putFiles(folder: string, ready: string): void {
  const names = readdirSync(ready).filter((name) => !name.startsWith('.'));
  for (const name of resultsLast(names)) {
    const next = join(ready, `.next-${randomUUID()}`);
    linkOrCopy(join(ready, name), next);
    renameSync(next, join(folder, name));
  }
}
