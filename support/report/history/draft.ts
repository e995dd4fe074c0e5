import { mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { randomUUID } from 'node:crypto';
import { basename, dirname, join } from 'node:path';
import { attempt } from '../../targets/pem';
import { breakStale, isGone, isStaleLock, lockName, ownName } from './lock';
import type { Shelf } from './shelves';
import { shelves } from './shelves';

/** A report that is whole and waits to be put into its place. */
export interface Ready {
  /** Its folder. */
  readonly folder: string;
  /** `rendered`: files of the report that stands there already. */
  readonly shelf: Shelf | 'rendered';
  readonly run: string;
}

/**
 * Fills a folder beside the reports and declares it ready by one rename: until then, nothing of it counts. The next
 * holder of the lock puts it into its place, should this process be killed.
 */
export function makeReady(
  to: Pick<Ready, 'shelf'> & { readonly root: string },
  run: string,
  fill: (draft: string) => void,
): void {
  const draft = join(to.root, `.draft-${ownName()}-${randomUUID()}`);
  try {
    mkdirSync(draft);
    fill(draft);
    const stamp = String(Date.now()).padStart(15, '0');
    renameSync(draft, join(to.root, `.ready-${stamp}-${to.shelf}-${run}`));
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

/** What is ready in a folder, in the order in which it became so. */
export function readyIn(root: string): Ready[] {
  return namesIn(root)
    .sort()
    .flatMap((name) => {
      const [, shelf, run = ''] = /^\.ready-\d{15}-([a-z]+)-(.+)$/.exec(name) ?? [];
      const known = ([...shelves, 'rendered'] as const).find((each) => each === shelf);
      return known === undefined ? [] : [{ folder: join(root, name), shelf: known, run }];
    });
}

/** Removes a folder so that no half of it is ever taken for the whole. */
export function removeWhole(folder: string, root: string): void {
  const gone = join(root, `.gone-${randomUUID()}`);
  renameSync(folder, gone);
  rmSync(gone, { recursive: true, force: true });
}

/** A name beside a file, for what is to take its place; what killed processes left there goes. */
export function draftBeside(file: string): string {
  const [folder, name] = [dirname(file), basename(file)];
  for (const each of namesIn(folder)) {
    const isDraft = each.startsWith(`${name}.`) && each.endsWith('.tmp');
    const owner = each.slice(name.length + 1, -'.tmp'.length);
    if (isDraft && /^\d+-/.test(owner) && isAbandoned(join(folder, each), owner))
      rmSync(join(folder, each), { force: true });
  }
  return `${file}.${ownName()}.tmp`;
}

/** Longer than any command runs; in milliseconds. */
const longestRunMs = 8 * 24 * 3_600_000;

/** Removes what killed processes left in a folder: drafts that were never ready, locks, what they were about to remove. */
export function sweep(root: string): void {
  breakStale(join(root, lockName));
  for (const name of namesIn(root)) {
    const [, owner] = /^\.draft-(\d+-.+)-[0-9a-f-]{36}$/.exec(name) ?? [];
    const path = join(root, name);
    const isLeft =
      owner === undefined
        ? name.startsWith('.gone-') || (name.startsWith(`${lockName}.`) && isStaleLock(path))
        : isAbandoned(path, owner);
    if (isLeft) rmSync(path, { recursive: true, force: true });
  }
}

function isAbandoned(path: string, owner: string): boolean {
  const since = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
  return isGone(owner) ?? Date.now() - since > longestRunMs;
}

const namesIn = (folder: string): string[] => attempt(() => readdirSync(folder)) ?? [];
