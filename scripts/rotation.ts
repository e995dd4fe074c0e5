import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';

/** Part `index` of `count`, for dividing work between several runs. `index` starts at 1. */
export interface Part {
  readonly index: number;
  readonly count: number;
}

/** Parses a part such as `2/3`. Throws a RangeError with a one-line message if the text is not a part. */
export function parsePart(text: string): Part {
  const [, index = '0', count = '0'] = /^(\d{1,4})\/(\d{1,4})$/.exec(text) ?? [];
  const part = { index: Number(index), count: Number(count) };
  if (part.index < 1 || part.index > part.count)
    throw new RangeError(`--part takes I/N, such as 1/3, 2/3 or 3/3, and not ${text}`);
  return part;
}

/** Returns whether a name belongs to a part. The part of a name does not depend on the other names. */
export function isInPart({ index, count }: Part, name: string): boolean {
  return Number.parseInt(digest(name).slice(0, 8), 16) % count === index - 1;
}

/** Returns the values in a pseudo-random order that depends only on their names and the `salt`. */
export function shuffled<Value>(
  values: readonly Value[],
  nameOf: (value: Value) => string,
  salt: string,
): Value[] {
  const keys = new Map(values.map((value) => [value, digest(`${salt} ${nameOf(value)}`)]));
  const keyOf = (value: Value): string => keys.get(value) ?? '';
  return [...values].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}

const digest = (text: string): string => createHash('sha256').update(text).digest('hex');

/**
 * Returns the current names of the files that are new or differ from a commit, except files that were only
 * renamed. Throws a RangeError with a one-line message if the clone does not have the commit.
 */
export function changedSince(commit: string, clone: string): string[] {
  const git = (...args: readonly string[]): string[] =>
    execFileSync('git', args, { cwd: clone, encoding: 'utf8', stdio: 'pipe' })
      .split('\n')
      .filter((line) => line !== '');
  try {
    const [id = ''] = git('rev-parse', '--verify', '--quiet', '--end-of-options', `${commit}^{commit}`);
    const changed = git('diff', '--name-status', '--find-renames', id)
      .filter((line) => !line.startsWith('R100'))
      .map((line) => line.split('\t').at(-1) ?? '');
    return [...changed, ...git('ls-files', '--others', '--exclude-standard')];
  } catch (error) {
    throw new RangeError(`--since takes a commit of this clone, and not ${commit}`, { cause: error });
  }
}
