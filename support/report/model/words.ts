/** As in `2026-12-31 14:05 UTC`. */
export function formatToMinute(instant: string): string {
  return `${instant.slice(0, 16).replace('T', ' ')} UTC`;
}

/** `2026-11-21 08:55:54 UTC` */
export function formatToSecond(instant: string): string {
  return instant.replace('T', ' ').replace(/\.\d+Z$/, ' UTC');
}

/** A text that is not too long; no character is cut in two. */
export function shortened(text: string, most: number): string {
  return new RegExp(`^.{${most}}(?=.)`, 'su').exec(text)?.[0].concat('…') ?? text;
}
