/** What is put behind the name of a log once it is rotated: a number that grows, or a date. */
const turn = /([.-]\d[\dTZ:_-]*)(?:\.(?:gz|zst))?$/i;
const number = /^\.\d{1,5}$/;

/**
 * The order of files by their paths, of one log the oldest first. What files contain comes in the order of time anyway; this
 * decides where times are the same, as at the end of one file and the beginning of the next.
 */
export function byAge(one: string, other: string): number {
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
