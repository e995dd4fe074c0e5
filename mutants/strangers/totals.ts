/** Counts of the outcomes of several subjects. Can be sent to another process. */
export interface Totals {
  readonly tried: number;
  /** The seeds of the subjects that the suite misjudged. */
  readonly misjudged: readonly number[];
  /** Subjects that gave their fault no occasion. */
  readonly withoutOccasion: number;
  /** The names of the faults that acted. */
  readonly faults: readonly string[];
  /** The names of the pairs of values that the subjects had. */
  readonly pairs: readonly string[];
  /** Maps the names of a fault and an obligation to the number of subjects that hid a row because of the fault. */
  readonly hidden: Readonly<Record<string, number>>;
  /** Maps the words of a known fault of the suite to the number of subjects that showed it. */
  readonly known: Readonly<Record<string, number>>;
}

/** Adds the totals of several jobs. */
export function sumOf(totals: readonly Totals[]): Totals {
  const count = (of: (each: Totals) => number): number => totals.reduce((sum, each) => sum + of(each), 0);
  return {
    tried: count(({ tried }) => tried),
    misjudged: totals.flatMap(({ misjudged }) => misjudged),
    withoutOccasion: count(({ withoutOccasion }) => withoutOccasion),
    faults: [...new Set(totals.flatMap(({ faults }) => faults))],
    pairs: [...new Set(totals.flatMap(({ pairs }) => pairs))],
    hidden: sumByName(totals.map(({ hidden }) => hidden)),
    known: sumByName(totals.map(({ known }) => known)),
  };
}

function sumByName(counts: readonly Readonly<Record<string, number>>[]): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const [name, count] of counts.flatMap((each) => Object.entries(each)))
    sums[name] = (sums[name] ?? 0) + count;
  return sums;
}

/** The totals of a job that ended without any: one subject, which counts as misjudged. */
export const lostTotals = (seed: number): Totals => ({
  ...{ tried: 1, misjudged: [seed], withoutOccasion: 0 },
  ...{ faults: [], pairs: [], hidden: {}, known: {} },
});

/**
 * Returns the lines that end a run. The last one has the form `N passed, N failed`.
 *
 * @param again the command that tries the subject of a seed again, without the seed
 * @param seconds the duration of the run
 */
export function linesOfTotals(
  totals: Totals,
  { subjects, withFault, again }: { subjects: string; withFault: boolean; again: string },
  seconds: number,
): string[] {
  const { tried, misjudged, withoutOccasion, faults, pairs, hidden, known } = totals;
  const rows = Object.entries(hidden).sort(([, one], [, other]) => other - one);
  const counted = rows.reduce((sum, [, count]) => sum + count, 0);
  const told = [
    `${tried} ${subjects}`,
    ...(withFault ? [`${faults.length} faults`, `${withoutOccasion} without occasion`] : []),
    ...(withFault ? [`${counted} rows hidden`] : []),
    `${pairs.length} pairs of values`,
    `${seconds.toFixed(0)} s`,
  ];
  const failed = misjudged.length;
  return [
    '',
    ...rows.map(([row, count]) => `hidden ${count} times: ${row}`),
    ...Object.entries(known).map(([words, count]) => `known fault shown ${count} times: ${words}`),
    told.join(', '),
    ...misjudged.slice(0, 1).map((seed) => `Again: ${again} --seed ${seed} --count 1`),
    `${tried - withoutOccasion - failed} passed, ${failed} failed`,
  ];
}
