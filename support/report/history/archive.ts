import {
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import { attempt } from '../../targets/pem';
import type { Keep } from '../../run/keep';
import { removeWhole } from './draft';
import {
  isOurs,
  looseResults,
  packNames,
  recordingName,
  reportNames,
  resultsName,
  signOffName,
} from './own-files';
import type { Shelf } from './shelves';
import { historyIn } from '../../run/keep';

/** A folder of the history, as its name tells of it. */
export interface Kept {
  readonly path: string;
  readonly name: string;
  readonly shelf: Shelf;
}

/**
 * Copies the report of a folder into the history, whole or not at all; nothing where it is there already. The copies are
 * links where the file system has them. Recordings of traffic stay out: they may be as large as a day.
 */
export function archive(root: string, folder: string, shelf: Shelf): void {
  if (!isOurs(folder)) return;
  const results = looseResults(folder);
  const target = join(historyIn(root), nameOf(folder, shelf));
  if (existsSync(target)) return;
  const draft = `${target}.tmp`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { recursive: true });
  const isTraffic = results?.run?.traffic !== undefined;
  for (const name of [...reportNames, ...packNames, signOffName])
    if (!(isTraffic && name === recordingName) && existsSync(join(folder, name)))
      linkOrCopy(join(folder, name), join(draft, name));
  renameSync(draft, target);
}

/** As in `20261122T041036Z-1a2b3c4d-whole`: in the order of time, and known by the id. */
function nameOf(folder: string, shelf: Shelf): string {
  const { id = 'unknown', finishedAt } = looseResults(folder)?.run ?? {};
  const given = Date.parse(finishedAt ?? '');
  const at = Number.isNaN(given) ? statSync(join(folder, resultsName)).mtime : new Date(given);
  const stamp = at.toISOString().replace(/[-:]|\.\d+/g, '');
  return `${stamp}-${id.replace(/[^\w]/g, '').slice(0, 8)}-${shelf}`;
}

/** Another name for a file, which lives on when this one is replaced. */
export function linkOrCopy(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch {
    // As on FAT and some mounts.
    copyFileSync(from, to);
  }
}

/** What the history holds, the newest first. */
export function keptIn(root: string): Kept[] {
  const names = attempt(() => readdirSync(historyIn(root))) ?? [];
  return names
    .sort()
    .reverse()
    .flatMap((name) => {
      const [, shelf] = /^\d{8}T\d{6}Z-\w+-(whole|partial|audit|proxy|mock)$/.exec(name) ?? [];
      return shelf === undefined ? [] : [{ path: join(historyIn(root), name), name, shelf: shelf as Shelf }];
    });
}

/** Takes out of the history what is too much: whole runs go last, and the oldest first. */
export function prune(root: string, { runs, bytes }: Keep): void {
  const oldest = keptIn(root).reverse();
  const going = [
    ...oldest.filter(({ shelf }) => shelf !== 'whole'),
    ...oldest.filter(({ shelf }) => shelf === 'whole'),
  ].map(({ path }) => ({ path, size: sizeOf(path) }));
  let total = going.reduce((sum, { size }) => sum + size, 0);
  let count = going.length;
  for (const { path, size } of going) {
    if (count <= runs && total <= bytes) return;
    removeWhole(path, root);
    count -= 1;
    total -= size;
  }
}

/** The bytes of the files in a folder and below. */
export function sizeOf(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((each) => each.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
}
