import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import type { ReportDestination } from '../report/runs/history';
import { allRunsIn } from '../report/runs/kept-run';
import { recordingName } from '../report/runs/own-files';
import { isOtherProcessAlive } from '../contract/is-process-alive';
import { printableLine } from '../contract/printable';
import { shellWord } from '../contract/shell-word';
import { beforeEndBySignal } from './stop';
import type { Surroundings } from './surroundings';
import { printErrorLine } from './surroundings';

/**
 * The kinds of recordings that a process writes while it judges traffic. A `recording` is the only copy of a
 * proxy's traffic, so it is preserved if the proxy is killed. If a process is killed, a later command deletes
 * the other two kinds.
 */
export type DraftKind = 'recording' | 'resuming' | 'audit';

const draftName = /^\.(recording|resuming|audit)-(\d+)(?:-\d+)?\.jsonl$/;

/** Absolute paths of this process's drafts and work folders. */
const own = new Set<string>();

/**
 * Returns the path of a new draft. Skips existing files: an earlier process may have had the same process id.
 */
export function newDraft(folder: string, kind: DraftKind): string {
  for (let count = 0; ; count += 1) {
    const file = join(folder, `.${kind}-${process.pid}${count === 0 ? '' : `-${count}`}.jsonl`);
    if (existsSync(file)) continue;
    own.add(resolve(file));
    return file;
  }
}

const workName = /^\.work-(\d+)-/;

/**
 * Creates a folder that only this user can read, for temporary files: a copy of standard input, and the
 * results of jobs. The folder is removed when it is disposed of, and when a signal ends the process.
 */
export function newWorkFolder(folder: string): Disposable & { readonly path: string } {
  const path = mkdtempSync(join(folder, `.work-${process.pid}-`));
  own.add(resolve(path));
  const remove = (): void => {
    rmSync(path, { recursive: true, force: true });
  };
  const unheard = beforeEndBySignal(remove);
  return {
    path,
    [Symbol.dispose]: () => {
      unheard();
      remove();
    },
  };
}

/** Whether a file's name marks it as a proxy's recording, which may be the only copy of its traffic. */
export function isOnlyCopy(file: string): boolean {
  return draftName.exec(basename(file))?.[1] === 'recording';
}

/** Returns the path of the recording in each report at a destination. The files need not exist. */
export function recordingsIn({ root, keep }: ReportDestination): string[] {
  return (keep === undefined ? [{ path: root }] : allRunsIn(root)).map(({ path }) =>
    join(path, recordingName),
  );
}

/** Returns when a file was last written, in epoch milliseconds; 0 if the file does not exist. */
function writtenAt(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

/** Returns the non-empty recordings that proxies left in a folder when they were killed. */
export function leftRecordings(folder: string): readonly string[] {
  return leftIn(folder, ['recording']).filter((file) => !isEmpty(file));
}

/** Whether a killed proxy left an empty recording in this folder. */
export function wasKilledEmpty(folder: string): boolean {
  return leftIn(folder, ['recording']).some(isEmpty);
}

function isEmpty(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false })?.size === 0;
}

/**
 * Removes the drafts and work folders of killed processes. Keeps a proxy's recording unless it is empty or
 * already part of a report.
 */
export function sweepDrafts(folder: string, recordings = recordingsIn({ root: folder })): void {
  const reports = new Set(recordings.map(fileOf));
  const isReport = (file: string): boolean => reports.has(fileOf(file));
  for (const file of leftIn(folder, ['resuming', 'audit'])) rmSync(file, { force: true });
  for (const file of leftIn(folder, ['recording']))
    if (isEmpty(file) || isReport(file)) rmSync(file, { force: true });
  for (const name of namesIn(folder)) {
    const [, pid] = workName.exec(name) ?? [];
    if (pid !== undefined && !isOtherProcessAlive(Number(pid)) && !own.has(resolve(folder, name)))
      rmSync(join(folder, name), { recursive: true, force: true });
  }
}

/**
 * Returns a key that identifies a file: its device and inode, so that links to one file have equal keys. If
 * the file does not exist, the key is its name.
 */
function fileOf(file: string): string {
  const { ino, dev } = statSync(file, { throwIfNoEntry: false }) ?? {};
  return ino === undefined ? file : `${dev}:${ino}`;
}

/**
 * Returns the path of a proxy's latest recording, whether the proxy finished or was killed; `undefined`
 * without a recording.
 */
export function lastRecording(to: ReportDestination): string | undefined {
  const proxied =
    to.keep === undefined ? to.root : allRunsIn(to.root).find(({ kind }) => kind === 'proxy')?.path;
  const whole =
    proxied === undefined ? [] : [join(proxied, recordingName)].filter((file) => existsSync(file));
  const [last] = [...leftRecordings(to.root), ...whole].sort(
    (one, other) => writtenAt(other) - writtenAt(one),
  );
  return last;
}

/** Whether another process, such as a second proxy, is recording in this folder. */
export function isShared(folder: string): boolean {
  return namesIn(folder).some((name) => {
    const [, kind, pid] = draftName.exec(name) ?? [];
    return kind !== undefined && kind !== 'audit' && isOtherProcessAlive(Number(pid));
  });
}

function leftIn(folder: string, kinds: readonly string[]): string[] {
  return namesIn(folder).flatMap((name) => {
    const [, kind = '', pid = ''] = draftName.exec(name) ?? [];
    const isLeft = kinds.includes(kind) && !isOtherProcessAlive(Number(pid));
    return isLeft && !own.has(resolve(folder, name)) ? [join(folder, name)] : [];
  });
}

const namesIn = (folder: string): string[] => (existsSync(folder) ? readdirSync(folder) : []);

/**
 * Prints one line for each recording of a proxy that did not finish. The line explains how to judge or
 * continue the recording.
 */
export function printLeftRecordings(files: readonly string[], surroundings: Surroundings): void {
  for (const file of files)
    printErrorLine(
      surroundings,
      `A proxy that did not finish left ${printableLine(file)}: conform audit ${printableLine(shellWord(file))} judges it, conform proxy --resume continues it.`,
    );
}
