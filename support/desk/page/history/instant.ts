/** As in `2026-11-22 14:05 UTC`: the same as in reports. */
export const minuteOf = (instant: string): string => `${instant.slice(0, 16).replace('T', ' ')} UTC`;

/** As in `34 kB`. */
export function sizeText(bytes: number): string {
  const [unit, size] = bytes < 1_000_000 ? ['kB', bytes / 1000] : ['MB', bytes / 1_000_000];
  return `${size.toLocaleString(document.documentElement.lang, { maximumFractionDigits: 1 })} ${unit}`;
}
