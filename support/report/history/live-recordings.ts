import { readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { randomUUID } from 'node:crypto';
import { basename, join } from 'node:path';
import { attempt } from '../../targets/pem';
import { isGone, ownName } from './lock';
import { recordingName } from './own-files';

/**
 * A recording while traffic comes, beside the report that it is to replace. `live`: it holds all that came, and is gone on
 * with should its process be killed. `draft`: it can be made again, as of files that are audited, or of an earlier
 * recording that is read once more before it is gone on with.
 */
type Stage = 'live' | 'draft';

/** A recording that a process left. */
export interface Left {
  readonly file: string;
  readonly stage: Stage;
  /** Epoch milliseconds; when it was begun. */
  readonly begunAt: number;
}

const shape = /^\.(live|draft)-(\d{15})-(\d+-.+)-[0-9a-f]{8}\.jsonl$/;

/** A name that no other process has, and that says whose it is. */
export function newRecording(folder: string, stage: Stage): string {
  const stamp = String(Date.now()).padStart(15, '0');
  return join(folder, `.${stage}-${stamp}-${ownName()}-${randomUUID().slice(0, 8)}.jsonl`);
}

/** From now on it is gone on with; gives its new name. */
export function makeLive(file: string): string {
  const live = join(file, '..', basename(file).replace('.draft-', '.live-'));
  renameSync(file, live);
  return live;
}

/** The recordings of killed processes, the newest first. */
export function leftIn(folder: string): Left[] {
  const names = attempt(() => readdirSync(folder)) ?? [];
  return names
    .flatMap((name): Left[] => {
      const [, stage, stamp, owner = ''] = shape.exec(name) ?? [];
      const file = join(folder, name);
      if (stage === undefined || !isLeft(file, owner)) return [];
      return [{ file, stage: stage as Stage, begunAt: Number(stamp) }];
    })
    .sort((one, other) => other.begunAt - one.begunAt);
}

/** A process on another machine, or in a container that is gone, writes at least so often while it has anything to write. */
const longestSilenceMs = 60_000;

function isLeft(file: string, owner: string): boolean {
  const since = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
  return isGone(owner) ?? Date.now() - since > longestSilenceMs;
}

/** Removes what can be made again, and what became a report. */
export function sweepRecordings(folder: string): void {
  const report = statSync(join(folder, recordingName), { throwIfNoEntry: false });
  for (const { file, stage } of leftIn(folder)) {
    const { ino, dev } = statSync(file, { throwIfNoEntry: false }) ?? {};
    const isReport = report !== undefined && ino === report.ino && dev === report.dev;
    if (stage === 'draft' || isReport) rmSync(file, { force: true });
  }
}

/** The recording that `--resume` goes on with: that of a killed process where it was begun behind the report. */
export function recordingToResume(folder: string): string | undefined {
  const [left] = leftIn(folder).filter(({ stage }) => stage === 'live');
  const report = join(folder, recordingName);
  const reportedAt = statSync(report, { throwIfNoEntry: false })?.mtimeMs;
  if (left !== undefined && left.begunAt > (reportedAt ?? 0)) return left.file;
  return reportedAt === undefined ? left?.file : report;
}
