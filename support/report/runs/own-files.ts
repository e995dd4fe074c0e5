import { closeSync, existsSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigurationError } from '../../targets/errors';
import { undefinedIfThrows } from '../../targets/pem';
import { parseReportJson, readReportText } from './read-report-text';
import { renderers } from '../files';
import { cucumberFileNames } from '../messages';
import { reviewEnding } from '../sign-off/sign-off';
import { haveSameBytes } from './draft';

export const resultsName = 'results.json';
export const recordingName = 'recording.jsonl';
export const basisName = 'basis.json';
export const packName = 'evidence-pack.zip';
export const signOffName = 'sign-off.json';

/** A pack, and the sign-off of it that a reviewer signed. */
export const packNames: readonly string[] = [packName, packName + reviewEnding];

/** The files that a report consists of; a pack that was made of it, and a sign-off, stand beside them. */
export const reportNames: readonly string[] = [
  recordingName,
  basisName,
  ...Object.keys(renderers),
  ...cucumberFileNames,
  resultsName,
];

/** Files with the results last: where they stand, all else does. */
export const resultsLast = (names: readonly string[]): string[] => [
  ...names.filter((name) => name !== resultsName),
  ...names.filter((name) => name === resultsName),
];

/**
 * Throws a ConfigurationError where a folder holds a file by a name of ours that no run of this suite wrote: it would
 * be replaced. All others are left alone.
 * @param runs those of which the folder may hold copies: the first of them may have been killed before its results
 * came. Asked once such a file was seen, so that what another process is putting there can be brought to its end first.
 */
export function requireOurs(folder: string, runs: () => readonly string[] = () => []): void {
  if (hasOwnResults(folder)) return;
  const foreign = [...reportNames, signOffName].find((name) => {
    const file = join(folder, name);
    return existsSync(file) && !runs().some((run) => haveSameBytes(join(run, name), file));
  });
  if (foreign === undefined || hasOwnResults(folder)) return;
  throw new ConfigurationError(
    'would be replaced, and no report of this suite shows that it wrote it',
    { file: join(folder, foreign) },
    'move it away, or name another folder with --reports',
  );
}

const headBytes = 200;

/** Whether any version of this suite wrote the results in a folder, whole or cut. */
export function hasOwnResults(folder: string): boolean {
  const head = undefinedIfThrows(() => headOf(join(folder, resultsName)));
  return head !== undefined && /^\s*\{\s*"schemaVersion":\s*\d/.test(head);
}

function headOf(file: string): string {
  const descriptor = openSync(file, 'r');
  try {
    const bytes = Buffer.alloc(headBytes);
    return bytes.toString('utf8', 0, readSync(descriptor, bytes));
  } finally {
    closeSync(descriptor);
  }
}

/** What results of any version state about their run; `undefined` if they are missing or cut. */
export function looseResults(folder: string): LooseResults | undefined {
  const file = join(folder, resultsName);
  const read = undefinedIfThrows(() => parseReportJson(readReportText(file), file) as LooseResults | null);
  return read?.run?.id === undefined ? undefined : read;
}

/** What is thrown where the results that something is made of are gone by now, or those of another run. */
export function replacedMeanwhileError(folder: string): ConfigurationError {
  const file = join(folder, resultsName);
  if (existsSync(file))
    return new ConfigurationError(
      'was replaced by another run meanwhile',
      { file },
      'do it again, or name the earlier run by its id',
    );
  return new ConfigurationError(
    'was removed meanwhile, as by a run that keeps fewer earlier ones',
    { file: folder },
    'conform history lists what there is; --keep says how much a run keeps',
  );
}

/** Results that any version of the suite wrote: nothing in them is certain. */
interface LooseResults {
  readonly schemaVersion?: unknown;
  readonly run?: { readonly id?: string; readonly finishedAt?: string; readonly traffic?: unknown };
}
