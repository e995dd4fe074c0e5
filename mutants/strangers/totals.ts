/** What became of a number of subjects. Can be sent to another process. */
export interface Totals {
  readonly tried: number;
  readonly misjudged: number;
  /** Subjects that gave their fault no occasion. */
  readonly withoutOccasion: number;
  /** The names of the faults that acted. */
  readonly faults: readonly string[];
  /** The names of the pairs of values that the subjects had. */
  readonly pairs: readonly string[];
  /** How many subjects hid a row because of their fault, by the names of fault and obligation. */
  readonly hidden: Readonly<Record<string, number>>;
}

/** Adds the totals of several jobs. */
export function sumOf(totals: readonly Totals[]): Totals {
  const hidden: Record<string, number> = {};
  for (const [row, count] of totals.flatMap((each) => Object.entries(each.hidden)))
    hidden[row] = (hidden[row] ?? 0) + count;
  const count = (of: (each: Totals) => number): number => totals.reduce((sum, each) => sum + of(each), 0);
  return {
    tried: count(({ tried }) => tried),
    misjudged: count(({ misjudged }) => misjudged),
    withoutOccasion: count(({ withoutOccasion }) => withoutOccasion),
    faults: [...new Set(totals.flatMap(({ faults }) => faults))],
    pairs: [...new Set(totals.flatMap(({ pairs }) => pairs))],
    hidden,
  };
}

/** Returns the lines that end a run. `seconds` is its duration. */
export function linesOfTotals(
  totals: Totals,
  subjects: string,
  withFault: boolean,
  seconds: number,
): string[] {
  const { tried, misjudged, withoutOccasion, faults, pairs, hidden } = totals;
  const rows = Object.entries(hidden).sort(([, one], [, other]) => other - one);
  const counted = rows.reduce((sum, [, count]) => sum + count, 0);
  const told = [
    `${tried} ${subjects}`,
    ...(withFault ? [`${faults.length} faults`, `${withoutOccasion} without occasion`] : []),
    `${misjudged} misjudged`,
    ...(withFault ? [`${counted} rows hidden`] : []),
    `${pairs.length} pairs of values`,
    `${seconds.toFixed(0)} s`,
  ];
  return ['', ...rows.map(([row, count]) => `hidden ${count} times: ${row}`), told.join(', ')];
}
