import { InvalidArgumentError } from 'commander';
import type { CurveForm } from '../contract/readings';
import { curveForms } from '../contract/readings';
import type { Role } from '../contract/words';
import type { HistoryRetention } from '../run/history-retention';
import { parseRetention } from '../run/history-retention';
import { ConfigurationError } from '../targets/errors';
import type { ExchangePlace } from '../traffic/find-item';

/**
 * Returns a parser for whole numbers from `least` to `most`.
 *
 * @param more text to append to the error message, such as a further condition
 */
export const wholeNumberParser =
  (least: number, most: number, more = '') =>
  (text: string): number => {
    const value = Number(text);
    if (Number.isInteger(value) && value >= least && value <= most) return value;
    throw new InvalidArgumentError(`a whole number from ${least} to ${most}${more}`);
  };

const mostShards = 4096;

/** Parses a shard's number and the number of shards: `2/8` is the second of eight. */
export function shard(text: string): { readonly number: number; readonly of: number } {
  const [, number = 0, of = 0] = (/^([1-9]\d{0,3})\/([1-9]\d{0,3})$/.exec(text) ?? []).map(Number);
  if (number > 0 && number <= of && of <= mostShards) return { number, of };
  throw new InvalidArgumentError(`a share and how many there are, from 1/8 to 8/8, of ${mostShards} at most`);
}

/** Parses the number of an exchange in a report, as in `5`, or a file and its entry or line, as in `traffic.har:3`. */
export function exchangePlace(text: string): ExchangePlace {
  const [, file, number = ''] = /^(?:(.+):)?([1-9]\d{0,14})$/.exec(text) ?? [];
  if (number === '')
    throw new InvalidArgumentError(
      'the number of an exchange in the report, as in 5, or FILE:ENTRY, as in traffic.har:3',
    );
  return file === undefined ? { seq: Number(number) } : { file, number: Number(number) };
}

/** Collects the values of an option that may be repeated. */
export const collected = (text: string, before: readonly string[] = []): readonly string[] => [
  ...before,
  text,
];

const milliseconds = { s: 1000, m: 60_000, h: 3_600_000 } as const;

/** Parses a duration such as `90s`, `20m` or `2h`. Returns milliseconds. */
export function duration(text: string): number {
  const [, count = '', unit = ''] = /^([1-9]\d{0,4})([smh])$/.exec(text) ?? [];
  if (count === '') throw new InvalidArgumentError('a whole number with its unit, as in 90s, 20m or 2h');
  return Number(count) * milliseconds[unit as keyof typeof milliseconds];
}

/** Parses a whole number. The limit of 15 digits keeps it exact as a JSON number. */
export function seed(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError('a whole number of up to 15 digits');
  return Number(text);
}

export function keepLimit(text: string): HistoryRetention {
  const keep = parseRetention(text);
  if (keep !== undefined) return keep;
  throw new InvalidArgumentError('a number of runs, a size in MB or GB, or both as in 50,500MB');
}

/** The format of a challenge nonce: 8 to 128 characters that are safe in a shell without quotes. */
export const nonceForm = {
  is: (text: string) => /^[A-Za-z0-9][A-Za-z0-9._~+/=-]{7,127}$/.test(text),
  words: '8 to 128 letters, digits and . _ ~ + / = -, as made by openssl rand -hex 16',
} as const;

export function nonce(text: string): string {
  if (nonceForm.is(text)) return text;
  throw new InvalidArgumentError(nonceForm.words);
}

/**
 * Parses the ids of `--only`, without checking that they exist: `takeKnownIds` does so before the command
 * runs. Throws a ConfigurationError for an empty list, for example if a shell variable is unset. Otherwise
 * the command would treat the empty list as all ids.
 */
export function obligationIds(text: string): string[] {
  const ids = text.split(',').map((id) => id.trim());
  const named = ids.filter((id) => id !== '');
  if (named.length > 0) return named;
  const instead = 'give ids as conform list prints them, or leave it out';
  throw new ConfigurationError('names no obligation', { at: '--only' }, instead);
}

/** Returns a parser for a comma-separated list of known values. The result is in the order of `known`. */
const someOf =
  <Value extends string>(known: readonly Value[]) =>
  (text: string): Value[] => {
    const given = text.split(',').map((each) => each.trim());
    const unknown = given.find((each) => !known.some((one) => one === each));
    if (unknown !== undefined) throw new InvalidArgumentError(`there are ${known.join(', ')}`);
    return known.filter((each) => given.includes(each));
  };

export const challengeRoles = ['identity', 'registry', 'hip', 'hiu'] as const satisfies readonly Role[];
export const parseChallengeRoles = someOf<Role>(challengeRoles);
export const keyForms = someOf<CurveForm>(curveForms);

/** Parses a product such as `Ward Connect@4.2.0`. The name may contain an @. */
export function product(text: string): { readonly name: string; readonly version: string } {
  const [, name, version] = /^(.+)@([^@]+)$/.exec(text) ?? [];
  if (name === undefined || version === undefined)
    throw new InvalidArgumentError('a name and a version, as in Ward Connect@4.2.0');
  return { name, version };
}

/**
 * Accepts only names that end in `.pdf`. Otherwise, an option or a history entry after `--pdf` would be
 * mistaken for the file name.
 */
export function pdfName(text: string): string {
  if (/\.pdf$/i.test(text)) return text;
  throw new InvalidArgumentError('a file that ends in .pdf');
}

/** Collects the values of an option that may be repeated. */
export const appended = (text: string, before?: readonly string[]): readonly string[] => [
  ...(before ?? []),
  text,
];
