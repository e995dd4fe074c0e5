/** A name without what spellings of it differ in: case, and all but letters and digits. */
export const bareName = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '');

/** Whether a name may be meant for another: at most one letter more, less or other, or two neighbours swapped. */
export function isOneSlipAway(name: string, wanted: string): boolean {
  const [given, meant] = [bareName(name), bareName(wanted)];
  let start = 0;
  while (start < meant.length && given[start] === meant[start]) start += 1;
  const [left, right] = [given.slice(start), meant.slice(start)];
  return (
    left.slice(1) === right.slice(1) ||
    left.slice(1) === right ||
    left === right.slice(1) ||
    left === right.charAt(1) + right.charAt(0) + right.slice(2)
  );
}
