import { existsSync, readdirSync, renameSync } from 'node:fs';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { asDiskTrouble } from '../../targets/disk-trouble';
import { staleIn } from './stale';
import { linkOrCopy, makeWhole, namesIn, removeWhole } from './draft';
import { looseResults, resultsLast, signOffName } from './own-files';

/**
 * Files that wait in a folder to be put into their place: `here`, those of a run; `rendered`, some of the run that stands
 * there already. They are whole, and stay so until the last of them is in its place.
 */
interface Ready {
  readonly folder: string;
  readonly kind: 'here' | 'rendered';
  readonly run: string;
}

/** Puts files into a folder, all of them or none. Of two runs that come at once the later one stands there in the end. */
export function putInto(
  folder: string,
  { kind, run }: Omit<Ready, 'folder'>,
  fill: (draft: string) => void,
): void {
  makeWhole(folder, fill, () => freeName(folder, (at) => `.ready-${at}-${kind}-${run}`));
  finish(folder);
}

function freeName(folder: string, name: (at: string) => string): string {
  for (let at = Date.now(); ; at += 1) {
    const free = name(String(at).padStart(15, '0'));
    if (!existsSync(join(folder, free))) return free;
  }
}

/**
 * Puts into its place whatever waits in a folder, of this process or of one that was killed.
 *
 * No process waits for another. What is to be replaced by a later run is moved aside first, and with it the only path by
 * which a process that is still at it could put a file into place.
 */
export function finish(folder: string): void {
  for (let all = readyIn(folder); all.length > 0; all = readyIn(folder)) {
    const last = all.findLast(({ kind }) => kind === 'here') ?? all[0];
    for (const each of all) {
      if (each === last) break;
      removeWhole(each.folder);
    }
    if (last !== undefined) putInPlace(folder, last);
  }
}

/** What a reader does first: gives the folder that holds the run whole, which is another where this one cannot be written. */
export function settledFolder(folder: string): string {
  try {
    finish(folder);
    return folder;
  } catch (error) {
    if (asDiskTrouble(error) === undefined) throw error;
    return readyIn(folder).findLast(({ kind }) => kind === 'here')?.folder ?? folder;
  }
}

/** In the order in which they came. */
function readyIn(folder: string): Ready[] {
  return namesIn(folder)
    .sort()
    .flatMap((name) => {
      const [, kind, run = ''] = /^\.ready-\d{15}-(here|rendered)-(.+)$/.exec(name) ?? [];
      return kind === undefined ? [] : [{ folder: join(folder, name), kind: kind as Ready['kind'], run }];
    });
}

function putInPlace(folder: string, ready: Ready): void {
  try {
    if (ready.kind === 'here') putRun(folder, ready);
    // What is rendered of another run than stands there now goes.
    else if (looseResults(folder)?.run?.id === ready.run) putFiles(folder, ready.folder);
  } catch (error) {
    // Another process was faster, or moved it aside for a later run.
    if (existsSync(ready.folder)) throw error;
  }
  removeWhole(ready.folder);
}

function putRun(folder: string, { folder: ready, run }: Ready): void {
  // No decision is about results that its reviewer did not see.
  const signOff = join(folder, signOffName);
  for (const path of [...staleIn(folder, run, readdirSync(ready)), signOff]) takeAside(path, ready);
  putFiles(folder, ready);
}

/** Removes what stands there by way of the folder that waits: where a later run moved that aside, it may be of that run. */
function takeAside(path: string, ready: string): void {
  try {
    renameSync(path, join(ready, `.gone-${randomUUID()}`));
  } catch (error) {
    if (existsSync(path)) throw error;
  }
}

/** At no time is there no file, or half of one. */
function putFiles(folder: string, ready: string): void {
  const names = readdirSync(ready).filter((name) => !name.startsWith('.'));
  for (const name of resultsLast(names)) {
    const next = join(ready, `.next-${randomUUID()}`);
    linkOrCopy(join(ready, name), next);
    renameSync(next, join(folder, name));
  }
}
