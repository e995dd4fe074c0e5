import type { RmOptions } from 'node:fs';
import {
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { isAlive } from '../../contract/is-alive';
import { attempt } from '../../targets/pem';

/**
 * Fills a folder whose name no reader knows, and gives it its name by one rename: before that nothing of it counts, and
 * after it all of it does.
 */
export function makeWhole(place: string, fill: (draft: string) => void, name: () => string): string {
  const draft = join(place, `.draft-${ownName()}-${randomUUID()}`);
  try {
    mkdirSync(draft, { recursive: true });
    fill(draft);
    const folder = join(place, name());
    renameSync(draft, folder);
    return folder;
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

/** Removes a folder so that no half of it is ever taken for the whole; another process may have done so before. */
export function removeWhole(folder: string): void {
  const gone = join(dirname(folder), `.gone-${randomUUID()}`);
  try {
    renameSync(folder, gone);
  } catch (error) {
    if (existsSync(folder)) throw error;
  }
  rmSync(gone, wholeTree);
}

/** A process that is at work in a folder can still put one file there while another one removes it. */
const wholeTree: RmOptions = { recursive: true, force: true, maxRetries: 10, retryDelay: 10 };

/** Another name for a file, which lives on when this one is replaced. */
export function linkOrCopy(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch {
    // As on FAT and some mounts.
    copyFileSync(from, to);
  }
}

/** Puts a copy of a file into the place of another: at no time is there no file, or half of one. */
export function copyOver(from: string, file: string): void {
  const draft = draftBeside(file);
  try {
    copyFileSync(from, draft);
    renameSync(draft, file);
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Whether two files hold the same bytes; not where one is missing, or another process removes it meanwhile. */
export function isSame(one: string, other: string): boolean {
  const [first, second] = [one, other].map((file) => statSync(file, { throwIfNoEntry: false }));
  if (second === undefined || first?.size !== second.size) return false;
  if (first.ino === second.ino && first.dev === second.dev) return true;
  return attempt(() => readFileSync(one).equals(readFileSync(other))) ?? false;
}

/** A name beside a file or a folder, for what is to take its place; what killed processes left there goes. */
export function draftBeside(file: string): string {
  sweepBeside(dirname(file), [basename(file)]);
  return `${file}.${ownName()}.tmp`;
}

/** Removes what killed processes left beside files and folders of these names. */
export function sweepBeside(folder: string, names: readonly string[]): void {
  for (const each of namesIn(folder).filter((one) => one.endsWith('.tmp'))) {
    const owner = names
      .filter((name) => each.startsWith(`${name}.`))
      .map((name) => each.slice(name.length + 1, -'.tmp'.length))
      .find((rest) => /^\d+-/.test(rest));
    if (owner !== undefined && isAbandoned(join(folder, each), owner)) rmSync(join(folder, each), wholeTree);
  }
}

/** Removes what killed processes left in a folder: drafts that never got their names, and what they were about to remove. */
export function sweep(folder: string): void {
  for (const name of namesIn(folder)) {
    const [, owner] = /^\.draft-(\d+-.+)-[0-9a-f-]{36}$/.exec(name) ?? [];
    const path = join(folder, name);
    const isLeft = owner === undefined ? /^\.(gone|writable)-/.test(name) : isAbandoned(path, owner);
    if (isLeft) rmSync(path, wholeTree);
  }
}

/** Longer than any command runs; in milliseconds. */
const longestRunMs = 8 * 24 * 3_600_000;

function isAbandoned(path: string, owner: string): boolean {
  const since = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
  return isGone(owner) ?? Date.now() - since > longestRunMs;
}

/** This process, as others see it: what it left behind is known to be abandoned once it is gone. */
const ownName = (): string => `${process.pid}-${hostname().replace(/[^\w.-]/g, '_')}`;

/** Whether the process of this name is gone; `undefined`: nothing tells, as of one on another machine. */
function isGone(name: string): boolean | undefined {
  const [, pid, host] = /^(\d+)-(.+)$/.exec(name) ?? [];
  if (ownName() !== `${process.pid}-${host}`) return undefined;
  // Nothing here is interrupted by itself: it was another process of this number, as the first one of a container.
  if (name === ownName()) return true;
  return !isAlive(Number(pid));
}

export const namesIn = (folder: string): string[] => attempt(() => readdirSync(folder)) ?? [];
