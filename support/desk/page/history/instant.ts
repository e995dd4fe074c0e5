/** As in `2026-11-22 14:05:33 UTC`, the same as in reports: runs of one minute differ. */
export const momentOf = (instant: string): string => `${instant.slice(0, 19).replace('T', ' ')} UTC`;

/** As short as tells one from another: `11-22`, or `11-22 14:05` where the day stands there twice, or with seconds. */
export function shortMoments(instants: readonly string[]): string[] {
  const lengths = [10, 16, 19];
  const shown = (instant: string, end: number): string => instant.slice(5, end).replace('T', ' ');
  return instants.map((instant) => {
    const isAlone = (end: number): boolean =>
      instants.filter((other) => shown(other, end) === shown(instant, end)).length === 1;
    return shown(instant, lengths.find(isAlone) ?? 19);
  });
}

/** As in `34 kB`, in the words of the page's language. */
export function sizeText(bytes: number): string {
  const [unit, size] = bytes < 1_000_000 ? ['kilobyte', bytes / 1000] : ['megabyte', bytes / 1_000_000];
  return size.toLocaleString(document.documentElement.lang, {
    style: 'unit',
    unit,
    maximumFractionDigits: 1,
  });
}
