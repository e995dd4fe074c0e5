/** As in `2026-11-22 14:05 UTC`: the same as in reports. */
export const minuteOf = (instant: string): string => `${instant.slice(0, 16).replace('T', ' ')} UTC`;

/** As in `34 kB`, in the words of the page's language. */
export function sizeText(bytes: number): string {
  const [unit, size] = bytes < 1_000_000 ? ['kilobyte', bytes / 1000] : ['megabyte', bytes / 1_000_000];
  return size.toLocaleString(document.documentElement.lang, {
    style: 'unit',
    unit,
    maximumFractionDigits: 1,
  });
}
