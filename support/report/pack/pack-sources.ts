import type { Stats } from 'node:fs';
import { existsSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { isDiskError } from '../../targets/disk-trouble';
import { ConfigurationError } from '../../targets/errors';
import { parseReportJson, readReportText } from '../runs/read-report-text';
import { draftBeside } from '../runs/draft';
import { completedFolder } from '../runs/in-place';
import { rootOfRun } from '../runs/kept-run';
import {
  basisName,
  recordingName,
  replacedMeanwhileError,
  resultsName,
  signOffName,
} from '../runs/own-files';
import type { Basis } from '../../judging/basis';
import { identifySuite } from '../../judging/build-results';
import { undefinedIfThrows } from '../../targets/pem';
import { cucumberFileNames } from '../messages';
import { cucumberFilesOf, hasScenarios } from '../messages-of-run';
import type { ReadReports } from '../runs/read-run';
import { readReports } from '../runs/read-run';
import { suiteName } from '../wording';

const sources = [resultsName, recordingName, basisName] as const;

/** With what a run leaves beside them where it can, and results alone do not give again. */
const originals = [...sources, signOffName, ...cucumberFileNames];

/** What a folder for reports holds, while nothing writes to it. */
export interface ReportSnapshot extends ReadReports {
  readonly folder: string;
  /** The files that go into a pack as they are. */
  readonly files: readonly string[];
  /** Throws a ConfigurationError where one of them is another file by now than the one that was read. */
  requireUnchanged(): void;
}

/**
 * Reads a folder for reports. Throws a ConfigurationError for what `readReports` refuses, and for messages of another
 * run.
 */
export async function readReportSnapshot(folder: string): Promise<ReportSnapshot> {
  completedFolder(folder);
  const present = originals.filter((name) => statOf(join(folder, name))?.isFile());
  const marks = originals.map((name) => markOf(join(folder, name)));
  const reports = await readReports(folder);
  const requireUnchanged = (): void => {
    const changed = originals.find((name, index) => markOf(join(folder, name)) !== marks[index]);
    if (changed === undefined) return;
    if (!existsSync(join(folder, resultsName))) throw replacedMeanwhileError(folder);
    throw new ConfigurationError(
      'was written to while it was read',
      { file: join(folder, changed) },
      'wait until the run that writes it has ended',
    );
  };
  // Of what is gone by now the right thing is told, and its folder is not made again.
  requireUnchanged();
  const ofRun = [...sources, signOffName].filter((name) => present.includes(name));
  return {
    folder,
    files: [...ofRun, ...cucumberFilesOf(reports.results, folder)],
    ...reports,
    requireUnchanged,
  };
}

/**
 * Throws a ConfigurationError for a report that no reader of its pack could judge again: what that takes is missing or
 * of another run, or another version of the suite judged it, whose rules are not those of this one. So for a sign-off
 * that does not count: a pack with it would be refused.
 */
export function requireJudgeable({ folder, files, results, signOff }: ReportSnapshot): void {
  if (signOff !== undefined && 'flaw' in signOff)
    throw new ConfigurationError(
      signOff.flaw,
      { file: join(folder, signOffName) },
      'remove it, or sign this report off in its place',
    );
  const missing = [basisName, ...(hasScenarios(results) ? [cucumberFileNames[0]] : [])].find(
    (name) => !files.includes(name),
  );
  if (missing !== undefined)
    throw new ConfigurationError(
      'is missing: without it a pack cannot be judged again',
      { file: join(folder, missing) },
      'run again: every run writes it',
    );
  const basisFile = join(folder, basisName);
  const basis = undefinedIfThrows(
    () => parseReportJson(readReportText(basisFile), basisFile) as Partial<Basis> | null,
  );
  if (basis?.run?.id !== results.run.id)
    throw new ConfigurationError(
      'is of another run than results.json beside it',
      { file: join(folder, basisName) },
      'keep the files together that one run wrote, or run again',
    );
  const [own, theirs] = [identifySuite(), results.suite];
  if (own.digest !== theirs.digest)
    throw new ConfigurationError(
      `was judged by ${suiteName(theirs)}, and this is ${suiteName(own)}`,
      { file: join(folder, resultsName) },
      'pack it with the suite that judged it, or run again',
    );
}

/** What is made of reports, by the option that asks for it: how its file ends. */
const endings = { '--pack': 'zip', '--pdf': 'pdf' } as const;

/**
 * Throws a ConfigurationError where a pack or a PDF cannot be put there, or would take the place of what it is made of.
 */
export function requireValidOutputPath(
  file: string,
  folder: string,
  rendered: readonly string[],
  at: keyof typeof endings,
): void {
  const [stat, parent] = statsOf(file, at);
  if (parent?.isDirectory() !== true) throw misplaced('cannot be written: there is no such folder', file, at);
  if (stat?.isFile() === false) throw misplaced('is no file', file, at);
  // Those of the run, and the copies above its history.
  const folders = [folder, rootOfRun(resolve(folder)) ?? folder];
  const names = [...originals, ...rendered];
  if (folders.some((each) => names.some((name) => isSame(file, join(each, name)))))
    throw misplaced('is one of the reports', file, at);
}

/** Throws a ConfigurationError where a PDF would take the place of the pack that is written before it. */
export function requireApart(pdf: string, pack: string): void {
  if (isSame(pdf, pack)) throw misplaced('is the pack, too', pdf, '--pdf');
}

const misplaced = (problem: string, file: string, at: keyof typeof endings): ConfigurationError =>
  new ConfigurationError(
    problem,
    { file, at },
    `name a ${endings[at]} file of its own, in a folder that there is`,
  );

/** A file and its folder; throws where the name can be that of no file, or that of no draft of it. */
function statsOf(file: string, at: keyof typeof endings): (Stats | undefined)[] {
  try {
    statOf(draftBeside(file));
    return [statOf(file), statOf(dirname(resolve(file)))];
  } catch (error) {
    throw unwritableError(error, file, at);
  }
}

/**
 * What is thrown where a file cannot be written: a ConfigurationError, but for a disk that is full and a fault of ours.
 */
export function unwritableError(error: unknown, file: string, at: keyof typeof endings): unknown {
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (error instanceof ConfigurationError || isDiskError(error)) return error;
  if (code === undefined || syscall === undefined) return error;
  return new ConfigurationError(`cannot be written (${code})`, { file, at }, 'name another place');
}

/** Whether two names are those of one file, or would be, in a folder that does not tell A from a. */
function isSame(one: string, other: string): boolean {
  const [folder, otherFolder] = [one, other].map((each) => statOf(dirname(resolve(each))));
  const isNamedAlike = basename(one).toLowerCase() === basename(other).toLowerCase();
  return (isNamedAlike && sameFile(folder, otherFolder)) || sameFile(statOf(one), statOf(other));
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
