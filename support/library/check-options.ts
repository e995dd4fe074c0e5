import { isObject } from '../contract/json';
import { ConfigurationError } from '../targets/errors';

/** What a value has to be, in words. */
interface Kind {
  readonly is: (value: unknown) => boolean;
  readonly words: string;
}

/** The kinds of all options of a function, by name. */
export type Kinds<Options> = Readonly<Record<keyof Options & string, Kind>>;

const isText = (value: unknown): value is string => typeof value === 'string';
const isTexts = (value: unknown): boolean => Array.isArray(value) && value.every(isText);

export const text: Kind = { is: isText, words: 'a text' };
export const texts: Kind = { is: isTexts, words: 'a list of texts' };
export const flag: Kind = { is: (value) => typeof value === 'boolean', words: 'true or false' };
export const amount: Kind = {
  is: (value) => typeof value === 'number' && value >= 0,
  words: 'a number, zero or more',
};
export const members: Kind = { is: isObject, words: 'an object' };
// Test runners have classes of their own for what is in their realm.
export const abortSignal: Kind = {
  is: (value) => isObject(value) && 'aborted' in value && 'addEventListener' in value,
  words: 'an AbortSignal',
};
// With an empty list, any signature would do.
export const textOrTexts: Kind = {
  is: (value) => isText(value) || (isTexts(value) && (value as string[]).length > 0),
  words: 'a text, or a list of at least one',
};

export function oneOf(...values: readonly unknown[]): Kind {
  return { is: (value) => values.includes(value), words: values.join(' or ') };
}

/** Throws a ConfigurationError for a value that is of another kind. */
export function checkKind(value: unknown, { is, words }: Kind, at: string, hint: string): void {
  if (!is(value)) throw new ConfigurationError(`must be ${words}`, { at }, hint);
}

/**
 * Throws a ConfigurationError for options that a function does not have, and for values of another kind. With an option
 * overlooked in silence, something else would be judged than what was asked for.
 */
export function checkOptions<Options>(given: Options, kinds: Kinds<Options>, of: string): void {
  const names = Object.keys(kinds).join(', ');
  if (!isObject(given))
    throw new ConfigurationError('takes its options in an object', { at: of }, `its options are ${names}`);
  for (const [name, value] of Object.entries(given)) {
    const kind = new Map<string, Kind>(Object.entries(kinds)).get(name);
    if (kind === undefined)
      throw new ConfigurationError(`has no option ${name}`, { at: of }, `its options are ${names}`);
    if (value !== undefined) checkKind(value, kind, name, `an option of ${of}`);
  }
}
