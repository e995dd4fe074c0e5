import type { Part } from '../scripts/rotation';
import { changedSince, isInPart, shuffled } from '../scripts/rotation';

/** A slow file needs more than Node and npm, or 8 seconds and more. */
export const isSlow = (file: string): boolean => file.endsWith('.slow.test.ts');

/** Most slow files that a change adds: three to five minutes on two cores. */
const mostAdded = 20;

/** What all tests stand on: a change there may show in any of them. */
const everywhere =
  /^(support\/(exchange|obligations|judging|contract)\/|package-lock\.json$|tsconfig\.json$|tests\/(runs\/)?[^/]+$)/;

interface Asked {
  readonly words: readonly string[];
  /** Slow files too, where no word says which. */
  readonly all: boolean;
  /** Of what is chosen so, one part. */
  readonly part?: Part | undefined;
}

/** Words choose quick and slow files whose path holds one of them; without words it is the quick files, or all. */
export function selected(files: readonly string[], { words, all, part }: Asked): string[] {
  return files
    .filter((file) => (words.length > 0 ? words.some((word) => file.includes(word)) : all || !isSlow(file)))
    .filter((file) => part === undefined || isInPart(part, file));
}

/** Slow files that a change bears on; there was no room for those that are `left`. */
interface Added {
  readonly added: readonly string[];
  readonly left: readonly string[];
}

/** The slow files that changes since a commit bear on, the most direct first. */
export function slowSince(commit: string, files: readonly string[], clone: string): Added {
  const asked = touchedBy(changedSince(commit, clone), files, commit);
  return { added: asked.slice(0, mostAdded), left: asked.slice(mostAdded) };
}

/**
 * Those that changed themselves come first, then those of changed rooms (support/X and scripts/X have their tests in
 * tests/X), then all others where what everything stands on has changed: another order for each commit.
 */
export function touchedBy(changed: readonly string[], files: readonly string[], commit: string): string[] {
  const isAll = changed.some((path) => everywhere.test(path));
  const rooms = changed.map(roomOf);
  const weightOf = (file: string): number =>
    changed.includes(file) ? Infinity : rooms.filter((room) => room === roomOf(file)).length;
  const slow = files.filter(isSlow).filter((file) => isAll || weightOf(file) > 0);
  const weights = new Map(slow.map((file) => [file, weightOf(file)]));
  const direct = (file: string): number => weights.get(file) ?? 0;
  return shuffled(slow, String, commit).sort((a, b) => (direct(a) === direct(b) ? 0 : direct(b) - direct(a)));
}

/** `cli` for support/cli/a.ts, scripts/cli/b.ts and tests/cli/c.ts; else the folder at the top. */
function roomOf(path: string): string {
  const [top = '', name = '', ...rest] = path.split('/');
  return ['support', 'scripts', 'tests'].includes(top) && rest.length > 0 ? name : top;
}
