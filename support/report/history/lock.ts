import { readFileSync, renameSync, linkSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { isAlive } from '../../contract/is-alive';
import { ConfigurationError } from '../../targets/errors';
import { attempt } from '../../targets/pem';
import { isDiskTrouble } from '../../targets/disk-trouble';

/**
 * The file that a process holds while it moves reports in a folder. Not proper-lockfile: it loads signal-exit, which ends a
 * command at the first Ctrl-C that it waits for itself, and its lock is stale by time alone, ten seconds after a crash.
 */
export const lockName = '.lock';

/** How long the lock may be held by an unknown process, as on another machine; in milliseconds. */
const longestUnknownMs = 60_000;
/** What is done under the lock takes milliseconds, or the time of one copy where there are no links. */
const longestWaitMs = 120_000;
const pauseMs = 10;

/** This process, as others see it: what it left behind is known to be abandoned once it is gone. */
export const ownName = (): string => `${process.pid}-${hostname().replace(/[^\w.-]/g, '_')}`;

/** Whether the process of this name is gone; `undefined`: nothing tells, as of one on another machine. */
export function isGone(name: string): boolean | undefined {
  const [, pid = '', host] = /^(\d+)-(.+)$/.exec(name) ?? [];
  if (pid === '' || ownName() !== `${process.pid}-${host}`) return undefined;
  // Nothing here is interrupted by itself: it was another process of this number, as the first one of a container.
  if (name === ownName()) return true;
  return !isAlive(Number(pid));
}

/**
 * Does something while no other process moves reports in a folder. The lock of a process that was killed is taken over.
 * All of it is synchronous: reports are written when the last message of a run comes, and nothing may come between.
 */
export function withLock<Value>(root: string, act: () => Value): Value {
  const file = join(root, lockName);
  const until = Date.now() + longestWaitMs;
  const own = `${ownName()} ${randomUUID()}`;
  while (!take(file, own)) {
    breakStale(file);
    if (Date.now() > until)
      throw new ConfigurationError(
        'is held by another process, and for too long',
        { file },
        'if no other run writes there, remove it; the next command puts the new report into its place',
      );
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pauseMs);
  }
  try {
    return act();
  } finally {
    if (attempt(() => readFileSync(file, 'utf8')) === own) rmSync(file, { force: true });
  }
}

/** The process whose file gets the name of the lock holds it: no moment shows a lock without its holder. */
function take(file: string, own: string): boolean {
  const draft = `${file}.${randomUUID()}`;
  try {
    writeFileSync(draft, own);
    nameOnce(draft, file, own);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Throws EEXIST where the name is taken. */
function nameOnce(draft: string, file: string, own: string): void {
  try {
    linkSync(draft, file);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST' || isDiskTrouble(error)) throw error;
    // As on FAT and some mounts, which have no links.
    writeFileSync(file, own, { flag: 'wx' });
  }
}

/** Whether a file is the lock of a process that is gone, or of an unknown one for too long. */
export function isStaleLock(file: string): boolean {
  const holder = attempt(() => readFileSync(file, 'utf8'));
  const since = statSync(file, { throwIfNoEntry: false })?.mtimeMs;
  if (holder === undefined || since === undefined) return false;
  return isGone(holder.split(' ')[0] ?? '') ?? Date.now() - since > longestUnknownMs;
}

/** Another process may break it first and take it: what was moved aside is looked at again, and goes back if it is theirs. */
export function breakStale(file: string): void {
  if (!isStaleLock(file)) return;
  const aside = `${file}.${randomUUID()}`;
  if (attempt(() => (renameSync(file, aside), true)) === undefined) return;
  if (!isStaleLock(aside)) attempt(() => (linkSync(aside, file), true));
  rmSync(aside, { force: true });
}
