import { InvalidArgumentError } from 'commander';

const milliseconds = { s: 1000, m: 60_000, h: 3_600_000 } as const;

/** `90s`, `20m`, `2h` as milliseconds. */
export function parseDuration(text: string): number {
  const [, count = '', unit = ''] = /^([1-9]\d{0,4})([smh])$/.exec(text) ?? [];
  if (count === '') throw new InvalidArgumentError('a whole number with its unit, as in 90s, 20m or 2h');
  return Number(count) * milliseconds[unit as keyof typeof milliseconds];
}

/** A whole number that JSON keeps exactly. */
export function parseSeed(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError('a whole number of up to 15 digits');
  return Number(text);
}
