import { cpSync, existsSync, mkdirSync, renameSync, rmSync, rmdirSync } from 'node:fs';
import { randomUUID } from 'node:crypto';
import { basename, dirname, join } from 'node:path';
import { historyIn } from '../../run/keep';
import { attempt } from '../../targets/pem';
import { allureFolders, historyFolder, ownMark } from './stale';
import { isSame, linkOrCopy, makeWhole, namesIn, removeWhole } from './draft';
import type { Kept } from './kept';
import { isOfRun, runsKeptIn, looseIn, stampOf } from './kept';
import { packNames, reportNames, resultsLast, signOffName } from './own-files';

/** What was ready when a process of version 1.0 was killed. */
const readyBefore = /^\.ready-\d{15}-(whole|partial|audit|proxy|mock)-/;

/**
 * Takes into the history what stands beside it: the run in the folder itself by links, as its files are about to be
 * replaced, and those of the folders `partial`, `audit`, `proxy` and `mock`, in which version 1.0 kept the latest, whole.
 */
export function takeIn(root: string): void {
  for (const name of namesIn(root)) {
    const [, kind] = readyBefore.exec(name) ?? [];
    const ready = join(root, name);
    const stamp = attempt(() => stampOf(ready));
    if (kind === undefined || stamp === undefined) continue;
    mkdirSync(historyIn(root), { recursive: true });
    move(ready, historyIn(root), `${stamp}-${kind}`);
    removeWhole(ready);
  }
  for (const loose of looseIn(root)) {
    const name = `${loose.stamp}-${loose.kind}`;
    // Looked up after it was read: what another process put into its place since is known by then.
    const known = runsKeptIn(root).find((each) => isOfRun(each, loose.stamp))?.path;
    const target = known ?? linked(root, loose, name);
    if (target !== undefined && loose.path !== root) moveRest(loose, target);
  }
}

/** Moves a folder, whole or not at all: by a copy where the history is on another file system. */
function move(from: string, place: string, name: string): void {
  const to = join(place, name);
  try {
    if (!existsSync(to)) renameOrCopy(from, place, name);
  } catch (error) {
    // Another process was faster, or took out the run that this belongs to.
    if (existsSync(from) && existsSync(dirname(to)) && !existsSync(to)) throw error;
  }
}

function renameOrCopy(from: string, place: string, name: string): void {
  const copy = (draft: string): void => {
    cpSync(from, draft, { recursive: true });
  };
  try {
    renameSync(from, join(place, name));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
    makeWhole(place, copy, () => name);
    removeWhole(from);
  }
}

/**
 * Under a name as version 1.0 gave it: results of other versions may not tell what kind they are. Gives `undefined` where
 * another process took the run in, and out of the history again.
 */
function linked(root: string, { path, stamp }: Kept, stampAndKind: string): string | undefined {
  const isThere = (): boolean => holds(path, stamp);
  const fill = (draft: string): void => {
    for (const name of [...reportNames, signOffName, ...packNames])
      if (existsSync(join(path, name))) linkOrCopy(join(path, name), join(draft, name));
    // What was linked may be of the run that replaced it.
    if (!isThere()) throw new Error(`${path} holds another run by now`);
  };
  const target = join(historyIn(root), stampAndKind);
  try {
    return makeWhole(historyIn(root), fill, () => stampAndKind);
  } catch (error) {
    // Another process was faster.
    if (existsSync(target)) return target;
    if (!isThere()) return undefined;
    throw error;
  }
}

const holds = (folder: string, stamp: string): boolean => attempt(() => stampOf(folder)) === stamp;

/**
 * What is left of a report that is in the history now, its results last: without them it is not gone on with. What another
 * process has put into its place by then stays.
 */
function moveRest({ path: from, stamp }: Kept, to: string): void {
  for (const name of ['clients', historyFolder, ...allureFolders]) {
    const isOwn = name === 'clients' || existsSync(join(from, name, ownMark));
    if (isOwn && existsSync(join(from, name)) && holds(from, stamp))
      move(join(from, name), dirname(to), join(basename(to), name));
  }
  for (const name of [signOffName, ...packNames, ...resultsLast(reportNames)])
    takeOut(join(from, name), join(to, name));
  // Other files stay, and the folder with them.
  attempt(() => {
    rmdirSync(from);
  });
}

/** Removes a file that is kept elsewhere. It is looked at again where no other process puts one any more. */
function takeOut(file: string, kept: string): void {
  if (!isSame(file, kept)) return;
  const gone = join(dirname(file), `.gone-${randomUUID()}`);
  try {
    renameSync(file, gone);
  } catch (error) {
    // Another process was faster.
    if (existsSync(file)) throw error;
    return;
  }
  if (isSame(gone, kept) || existsSync(file)) rmSync(gone, { force: true });
  else renameSync(gone, file);
}
