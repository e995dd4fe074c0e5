import { mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { asDiskTrouble } from '../../targets/disk-trouble';
import type { Keep } from '../../run/keep';
import { staleIn } from '../stale';
import { archive, linkOrCopy, prune } from './archive';
import type { Ready } from './draft';
import { makeReady, readyIn, removeWhole, sweep } from './draft';
import { withLock } from './lock';
import { packNames, looseResults, resultsName, signOffName } from './own-files';
import type { Destination, Shelf } from './shelves';
import { folderOf, rootOf } from './shelves';

/**
 * Puts a report into its place, whole or not at all: `fill` writes into a folder beside it. The report that stood there
 * goes into the history as a whole. Of two that come at once the later one stands there in the end.
 *
 * Each step leaves a state from which the next process continues, and nothing else records how far it was: a draft counts
 * once it is called ready; the earlier report is in the history before the first of its files is replaced; the ready
 * report stays whole until the last one is; its results come last.
 */
export function publish(to: Destination, run: string, fill: (draft: string) => void): void {
  makeReady(to, run, fill);
  settle(to.root, to.keep);
}

/**
 * Puts files that were rendered again beside the results that they are of, whole or not at all; gives whether those still
 * stood there. Another run may have ended meanwhile: what is rendered is not of its results.
 * @param stillRight asked once no other process can change them
 */
export function publishRendered(
  folder: string,
  run: string,
  fill: (draft: string) => void,
  stillRight = (): boolean => true,
): boolean {
  return withLock(rootOf(folder), () => {
    if (looseResults(folder)?.run?.id !== run || !stillRight()) return false;
    makeReady({ root: folder, shelf: 'rendered' }, run, fill);
    for (const ready of readyIn(folder)) if (ready.shelf === 'rendered') putRendered(folder, ready);
    return true;
  });
}

function putRendered(folder: string, { folder: ready, run }: Ready): void {
  if (looseResults(folder)?.run?.id === run)
    for (const name of readdirSync(ready)) replaceBy(join(ready, name), join(folder, name));
  removeWhole(ready, folder);
}

/** Puts into its place whatever is ready in a folder, from this process or from one that was killed. */
export function settle(root: string, keep?: Keep): void {
  if (readyIn(root).length === 0) return;
  withLock(root, () => {
    for (const ready of readyIn(root))
      if (ready.shelf === 'rendered') putRendered(root, ready);
      else putInPlace(root, { ...ready, shelf: ready.shelf });
    if (keep !== undefined) prune(root, keep);
  });
}

/** What a command does with a folder of reports before it reads: where it may not write, it reads what there is. */
export function settleForReading(folder: string): void {
  for (const root of new Set([rootOf(folder), folder])) {
    try {
      settle(root);
    } catch (error) {
      if (asDiskTrouble(error) === undefined) throw error;
    }
  }
}

/** The same before it writes, without what killed processes left. */
export function recover(root: string, keep?: Keep): void {
  settle(root, keep);
  sweep(root);
}

function putInPlace(root: string, { folder: ready, shelf, run }: Ready & { readonly shelf: Shelf }): void {
  const folder = folderOf({ root, shelf });
  mkdirSync(folder, { recursive: true });
  const names = readdirSync(ready);
  // Its results come last: where they stand already, all else does.
  if (looseResults(folder)?.run?.id !== run || !names.includes(resultsName)) {
    if (shelf !== 'here') archive(root, folder, shelf);
    for (const path of staleIn(folder, run, names)) rmSync(path, { recursive: true, force: true });
    // Only the maker of a pack may remove it; it is in the history, where there is one.
    if (shelf !== 'here') for (const name of packNames) rmSync(join(folder, name), { force: true });
  }
  // No decision is about results that its reviewer did not see; it is in the history, with those that it is of.
  if (names.includes(resultsName)) rmSync(join(folder, signOffName), { force: true });
  const inOrder = names.filter((name) => name !== resultsName);
  for (const name of [...inOrder, ...names.filter((each) => each === resultsName)])
    replaceBy(join(ready, name), join(folder, name));
  removeWhole(ready, root);
}

/** At no time is there no file, or half of one. */
function replaceBy(from: string, file: string): void {
  const draft = `${file}.next.tmp`;
  rmSync(draft, { force: true });
  linkOrCopy(from, draft);
  renameSync(draft, file);
  // Two names of one file are not renamed into each other.
  rmSync(draft, { force: true });
}
