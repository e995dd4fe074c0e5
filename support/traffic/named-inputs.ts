import type { Stats } from 'node:fs';
import { globSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { ConfigurationError } from '../targets/errors';

/** What files of traffic are called, Docker's among them; rotated, and packed, or not. */
const ofTraffic = /(?:\.(?:har|jsonl|ndjson)|-json\.log)(?:[.-]\d[\dTZ:_-]*)?(?:\.(?:gz|zst))?$/i;

/**
 * The files that names stand for, each once: a folder stands for the files of traffic in it and below, a pattern for
 * what it matches, in the order of their paths, of a rotated log the oldest first; `-` is standard input. Throws a
 * ConfigurationError for a name that stands for nothing.
 */
export function expandInputNames(names: readonly string[]): string[] {
  const found = new Map<string, string>();
  for (const file of names.flatMap(filesOf)) {
    const same = file === '-' ? file : realpathSync(file);
    if (!found.has(same)) found.set(same, file);
    else if (file === '-')
      throw new ConfigurationError('names standard input twice', { at: 'files' }, 'name it once');
  }
  return [...found.values()];
}

function filesOf(name: string): string[] {
  if (name === '-') return [name];
  const found = statOf(name);
  if (found?.isDirectory() === true) return filesIn(name);
  // A file may be called what else would be a pattern.
  if (found !== undefined) return [name];
  if (!/[*?[{]/.test(name))
    throw new ConfigurationError(
      'there is no such file',
      { file: name },
      'name files, folders or patterns, or - for standard input',
    );
  const matched = globSync(name).filter((each) => statOf(each)?.isFile() === true);
  if (matched.length > 0) return matched.sort(byAge);
  throw new ConfigurationError(
    'no file matches',
    { file: name },
    'quote it, so that the shell leaves it alone',
  );
}

function filesIn(folder: string): string[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    // Drafts and what editors leave begin with a dot.
    .filter((each) => ofTraffic.test(each) && !basename(each).startsWith('.'))
    .map((each) => join(folder, each))
    // Nothing was written yet where a log has just been rotated.
    .filter((each) => isFilled(statOf(each)));
  if (files.length > 0) return files.sort(byAge);
  throw new ConfigurationError(
    'holds no traffic',
    { file: folder },
    'files of traffic end in .har, .jsonl or .ndjson, then a number or date if rotated, then .gz or .zst if packed',
  );
}

const isFilled = (found: Stats | undefined): boolean => found?.isFile() === true && found.size > 0;

function statOf(name: string): Stats | undefined {
  try {
    return statSync(name);
  } catch {
    return undefined;
  }
}

/** What is put behind the name of a log once it is rotated: a number that grows, or a date. */
const turn = /([.-]\d[\dTZ:_-]*)(?:\.(?:gz|zst))?$/i;
const number = /^\.\d{1,5}$/;

/**
 * The order of files by their paths, of one log the oldest first. What files contain comes in the order of time anyway;
 * this decides where times are the same, as at the end of one file and the beginning of the next.
 */
function byAge(one: string, other: string): number {
  const [before, after] = [turnOf(one), turnOf(other)];
  if (before.log !== after.log) return compare(before.log, after.log);
  return after.number - before.number || compare(before.date, after.date) || compare(one, other);
}

const compare = (one: string, other: string): number => (one === other ? 0 : one < other ? -1 : 1);

/** Behind all dates: the file that is written to. */
const now = '~';

/** Of which log a file is, and when its turn came. */
function turnOf(file: string): { readonly log: string; readonly number: number; readonly date: string } {
  const found = turn.exec(file);
  const [, text = ''] = found ?? [];
  if (found === null) return { log: file.replace(/\.(?:gz|zst)$/i, ''), number: 0, date: now };
  const log = file.slice(0, found.index);
  return number.test(text)
    ? { log, number: Number(text.slice(1)), date: '' }
    : { log, number: 0, date: text };
}
