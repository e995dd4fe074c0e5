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
import { isProcessAlive } from '../../contract/is-process-alive';
import { undefinedIfThrows } from '../../targets/pem';

/**
 * Fills a folder under a name that no reader looks for, then renames it. Readers see either nothing or the whole
 * folder.
 *
 * @returns the path of the folder under its final name
 */
export function makeFolderAtomically(
  place: string,
  fill: (draft: string) => void,
  name: () => string,
): string {
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

/** Removes a folder so that no reader ever sees a part of it. Another process may have removed the folder already. */
export function removeFolderAtomically(folder: string): void {
  const gone = join(dirname(folder), `.gone-${randomUUID()}`);
  try {
    renameSync(folder, gone);
  } catch (error) {
    if (existsSync(folder)) throw error;
  }
  rmSync(gone, wholeTree);
}

/** Retries: another process may still write a file into a folder while this process removes the folder. */
const wholeTree: RmOptions = { recursive: true, force: true, maxRetries: 10, retryDelay: 10 };

/** Gives a file a second name, under which the file stays when the first name is replaced. */
export function linkOrCopy(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch {
    // FAT and some mounts have no links.
    copyFileSync(from, to);
  }
}

/** Replaces a file by a copy of another one. At every moment the file exists and is whole. */
export function copyOver(from: string, file: string): void {
  const draft = draftBeside(file);
  try {
    copyFileSync(from, draft);
    renameSync(draft, file);
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Whether two files have the same bytes; `false` if one is missing or another process removes it meanwhile. */
export function haveSameBytes(one: string, other: string): boolean {
  const [first, second] = [one, other].map((file) => statSync(file, { throwIfNoEntry: false }));
  if (second === undefined || first?.size !== second.size) return false;
  if (first.ino === second.ino && first.dev === second.dev) return true;
  return undefinedIfThrows(() => readFileSync(one).equals(readFileSync(other))) ?? false;
}

/** Returns a name for the draft of a file or folder, beside it, and removes drafts that killed processes left there. */
export function draftBeside(file: string): string {
  sweepBeside(dirname(file), [basename(file)]);
  return `${file}.${ownName()}.tmp`;
}

/** Removes the drafts of files and folders with these names that killed processes left. */
export function sweepBeside(folder: string, names: readonly string[]): void {
  for (const each of namesInFolder(folder).filter((one) => one.endsWith('.tmp'))) {
    const owner = names
      .filter((name) => each.startsWith(`${name}.`))
      .map((name) => each.slice(name.length + 1, -'.tmp'.length))
      .find((rest) => /^\d+-/.test(rest));
    if (owner !== undefined && isAbandoned(join(folder, each), owner)) rmSync(join(folder, each), wholeTree);
  }
}

/** Removes what killed processes left in a folder: unfinished drafts, and folders that were being removed. */
export function removeLeftovers(folder: string): void {
  for (const name of namesInFolder(folder)) {
    const [, owner] = /^\.draft-(\d+-.+)-[0-9a-f-]{36}$/.exec(name) ?? [];
    const path = join(folder, name);
    const isLeft = owner === undefined ? /^\.(gone|writable)-/.test(name) : isAbandoned(path, owner);
    if (isLeft) rmSync(path, wholeTree);
  }
}

/** In milliseconds: longer than any command runs. */
const longestRunMs = 8 * 24 * 3_600_000;

function isAbandoned(path: string, owner: string): boolean {
  const since = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
  return isGone(owner) ?? Date.now() - since > longestRunMs;
}

/** The name of this process in its drafts: other processes see by this name when the owner of a draft has ended. */
const ownName = (): string => `${process.pid}-${hostname().replace(/[^\w.-]/g, '_')}`;

/** Whether the process with this name has ended; `undefined` if unknown, because it ran on another machine. */
function isGone(name: string): boolean | undefined {
  const [, pid, host] = /^(\d+)-(.+)$/.exec(name) ?? [];
  if (ownName() !== `${process.pid}-${host}`) return undefined;
  // This process has no unfinished drafts. An earlier process had the same id, as the first one of each container has.
  if (name === ownName()) return true;
  return !isProcessAlive(Number(pid));
}

export const namesInFolder = (folder: string): string[] => undefinedIfThrows(() => readdirSync(folder)) ?? [];
