/** Normalises a name for comparison: converts it to lower case, and keeps only letters and digits. */
export const bareName = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '');

/**
 * Returns whether a name may be a misspelling of `wanted`: at most one character inserted, removed or
 * replaced, or two adjacent characters swapped. Letter case and punctuation are ignored.
 */
export function isLikelyTypo(name: string, wanted: string): boolean {
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
