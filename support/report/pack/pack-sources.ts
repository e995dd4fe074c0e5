import type { Stats } from 'node:fs';
import { statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { ConfigurationError } from '../../targets/errors';
import { settleForReading } from '../history/swap';
import { messageFiles } from '../messages';
import { cucumberFilesOf } from '../messages-of-run';
import type { Reports } from '../read-reports';
import { readReports } from '../read-reports';

const sources = ['results.json', 'recording.jsonl'] as const;

/** With what a run leaves beside them where it can, and results alone do not give again. */
const originals = [...sources, ...messageFiles];

/** What a folder for reports holds, while nothing writes to it. */
export interface SteadyReports extends Reports {
  readonly folder: string;
  /** The files that go into a pack as they are. */
  readonly files: readonly string[];
  /** Throws a ConfigurationError where one of them is another file by now than the one that was read. */
  requireUnchanged(): void;
}

/** Reads a folder for reports. Throws a ConfigurationError for what `readReports` refuses, and for messages of another run. */
export async function readSteadyReports(folder: string): Promise<SteadyReports> {
  settleForReading(folder);
  const present = originals.filter((name) => statOf(join(folder, name))?.isFile());
  const marks = present.map((name) => markOf(join(folder, name)));
  const reports = await readReports(folder);
  return {
    folder,
    files: [...sources, ...cucumberFilesOf(reports.results, folder)],
    ...reports,
    requireUnchanged() {
      const changed = present.find((name, index) => markOf(join(folder, name)) !== marks[index]);
      if (changed === undefined) return;
      throw new ConfigurationError(
        'was written to while it was read',
        { file: join(folder, changed) },
        'wait until the run that writes it has ended',
      );
    },
  };
}

/** Throws a ConfigurationError where a pack cannot be put there, or would take the place of what it is made of. */
export function requirePackPlace(file: string, { folder }: SteadyReports, rendered: readonly string[]): void {
  const place = { file, at: '--pack' };
  const hint = 'name a zip file of its own, in a folder that there is';
  const [stat, parent] = [statOf(file), statOf(dirname(resolve(file)))];
  if (parent?.isDirectory() !== true)
    throw new ConfigurationError('cannot be written: there is no such folder', place, hint);
  if (stat?.isFile() === false) throw new ConfigurationError('is no file', place, hint);
  const inFolder = sameFile(parent, statOf(folder));
  const isOwn = (name: string) =>
    (inFolder && basename(file).toLowerCase() === name.toLowerCase()) ||
    sameFile(stat, statOf(join(folder, name)));
  if ([...originals, ...rendered].some(isOwn))
    throw new ConfigurationError('is one of the reports', place, hint);
}

function sameFile(one: Stats | undefined, other: Stats | undefined): boolean {
  return one !== undefined && one.ino === other?.ino && one.dev === other.dev;
}

function markOf(file: string): string {
  const stat = statOf(file);
  return stat === undefined ? 'none' : [stat.ino, stat.size, stat.mtimeMs].join(' ');
}

function statOf(file: string): Stats | undefined {
  return statSync(file, { throwIfNoEntry: false });
}
