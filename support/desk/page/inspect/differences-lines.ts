/** A line of one text, of the other, or of both. */
export interface LineRow {
  readonly kind: 'first' | 'same' | 'second';
  readonly text: string;
}

/** More cells than these take too long: what is between the ends that are alike is then all told as different. */
const mostCells = 4_000_000;

/** The lines of two texts: those of both, and between them those of only one. */
export function lineDifferences(first: string, second: string): LineRow[] {
  const [lefts, rights] = [first.split('\n'), second.split('\n')];
  const most = Math.min(lefts.length, rights.length);
  let begin = 0;
  while (begin < most && lefts[begin] === rights[begin]) begin += 1;
  let end = 0;
  while (end < most - begin && lefts.at(-1 - end) === rights.at(-1 - end)) end += 1;
  const same = (text: string): LineRow => ({ kind: 'same', text });
  return [
    ...lefts.slice(0, begin).map(same),
    ...middle(lefts.slice(begin, lefts.length - end), rights.slice(begin, rights.length - end)),
    ...lefts.slice(lefts.length - end).map(same),
  ];
}

function middle(lefts: readonly string[], rights: readonly string[]): LineRow[] {
  if (lefts.length * rights.length > mostCells)
    return [...lefts.map(ofKind('first')), ...rights.map(ofKind('second'))];
  const width = rights.length + 1;
  const common = commonLengths(lefts, rights);
  const rows: LineRow[] = [];
  let [left, right] = [0, 0];
  while (left < lefts.length || right < rights.length) {
    const [one, other] = [lefts[left], rights[right]];
    if (one !== undefined && one === other) {
      rows.push({ kind: 'same', text: one });
      left += 1;
      right += 1;
    } else if (
      other === undefined ||
      (one !== undefined &&
        (common[(left + 1) * width + right] ?? 0) >= (common[left * width + right + 1] ?? 0))
    ) {
      rows.push({ kind: 'first', text: one ?? '' });
      left += 1;
    } else {
      rows.push({ kind: 'second', text: other });
      right += 1;
    }
  }
  return rows;
}

const ofKind =
  (kind: LineRow['kind']) =>
  (text: string): LineRow => ({ kind, text });

/** For each pair of places the length of the longest common rest. */
function commonLengths(lefts: readonly string[], rights: readonly string[]): Uint16Array {
  const width = rights.length + 1;
  const lengths = new Uint16Array((lefts.length + 1) * width);
  for (let left = lefts.length - 1; left >= 0; left -= 1)
    for (let right = rights.length - 1; right >= 0; right -= 1)
      lengths[left * width + right] =
        lefts[left] === rights[right]
          ? (lengths[(left + 1) * width + right + 1] ?? 0) + 1
          : Math.max(lengths[(left + 1) * width + right] ?? 0, lengths[left * width + right + 1] ?? 0);
  return lengths;
}

/** A text in three: what it begins with as the other does, what differs, and what it ends with as the other does. */
export type Changed = readonly [before: string, changed: string, after: string];

/** What differs between two texts, in each of them; characters outside the basic plane stay whole. */
export function changedParts(first: string, second: string): readonly [Changed, Changed] {
  const [lefts, rights] = [Array.from(first), Array.from(second)];
  const most = Math.min(lefts.length, rights.length);
  let begin = 0;
  while (begin < most && lefts[begin] === rights[begin]) begin += 1;
  let end = 0;
  while (end < most - begin && lefts.at(-1 - end) === rights.at(-1 - end)) end += 1;
  const cut = (all: readonly string[]): Changed => [
    all.slice(0, begin).join(''),
    all.slice(begin, all.length - end).join(''),
    all.slice(all.length - end).join(''),
  ];
  return [cut(lefts), cut(rights)];
}
