import type { JsonMembers } from '../contract/json';
import { isObject } from '../contract/json';
import type { Results } from '../judging/results';
import type { Outcome, Variables } from './api';
import { reportOf } from '../report/model/report';
import { ConfigurationError } from '../targets/errors';
import { withProfileKey } from '../targets/profile-key';

/** A check of an option's value. `words` completes the error message "must be …". */
interface Kind {
  readonly is: (value: unknown) => boolean;
  readonly words: string;
}

export type OptionKinds<Options> = Readonly<Record<keyof Options & string, Kind>>;

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
// Rejects lists with gaps: every() would skip a gap, but Array.from() turns it into `undefined`.
const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && Array.from<unknown>(value).every(isText);
// Excludes promises and maps: they do not have own properties, so they would pass for an empty options
// object.
const isPlain = (value: unknown): value is JsonMembers =>
  isObject(value) && Object.prototype.toString.call(value) === '[object Object]';

export const textKind: Kind = { is: isText, words: 'a text that is not empty' };
export const textsKind: Kind = { is: isTexts, words: 'a list of texts' };
export const nonEmptyTextsKind: Kind = {
  is: (value) => isTexts(value) && value.length > 0,
  words: 'a list of at least one text',
};
export const flagKind: Kind = { is: (value) => typeof value === 'boolean', words: 'true or false' };
export const amount: Kind = {
  is: (value) => typeof value === 'number' && value >= 0,
  words: 'a number, zero or more',
};
export const variablesKind: Kind = {
  is: (value) =>
    isPlain(value) && Object.values(value).every((each) => each === undefined || typeof each === 'string'),
  words: 'an object whose values are texts',
};
// Do not use `instanceof AbortSignal`: some test runners run tests in a realm with its own AbortSignal class.
export const abortSignal: Kind = {
  is: (value) => isObject(value) && 'aborted' in value && typeof value.addEventListener === 'function',
  words: 'an AbortSignal',
};
// Rejects an empty list: with an empty list of keys, any signature would be accepted.
export const textOrTextsKind: Kind = {
  is: (value) => isText(value) || nonEmptyTextsKind.is(value),
  words: 'a text, or a list of at least one',
};

/** Accepts an object with exactly these properties, each a non-empty string. */
export function textsNamed(...names: readonly string[]): Kind {
  const is = (value: unknown) =>
    isPlain(value) &&
    names.every((name) => isText(value[name])) &&
    Object.keys(value).every((name) => names.includes(name));
  return { is, words: `an object with the texts ${names.join(' and ')} alone` };
}

export function oneOfKind(...values: readonly unknown[]): Kind {
  return { is: (value) => values.includes(value), words: values.join(' or ') };
}

/** Returns the environment variables for a call with these options. */
export function variablesFor({
  environment,
  profileKey,
}: {
  readonly environment?: Variables;
  readonly profileKey?: string;
}): NodeJS.ProcessEnv {
  return withProfileKey({ ...process.env, ...environment }, profileKey);
}

/** Throws a ConfigurationError unless the value passes the check. `at` names the option in the message. */
export function checkValue(value: unknown, { is, words }: Kind, at: string, hint: string): void {
  if (!is(value)) throw new ConfigurationError(`must be ${words}`, { at }, hint);
}

/**
 * Throws a ConfigurationError for an unknown option, or for a value that fails its check. If a misspelt
 * option were ignored, the suite could judge something other than the caller wanted.
 * @param of name of the function that received the options
 * @param present options that may be omitted, but must not be `undefined`. An `undefined` value usually comes
 * from an unset variable, and ignoring it would silently do less than the caller wanted.
 */
export function checkOptions<Options>(
  given: Options,
  kinds: OptionKinds<Options>,
  of: string,
  present: readonly string[] = [],
): void {
  const names = Object.keys(kinds).join(', ');
  if (!isPlain(given))
    throw new ConfigurationError('takes its options in an object', { at: of }, `its options are ${names}`);
  for (const [name, value] of Object.entries(given)) {
    const kind = new Map<string, Kind>(Object.entries(kinds)).get(name);
    if (kind === undefined)
      throw new ConfigurationError(`has no option ${name}`, { at: of }, `its options are ${names}`);
    if (value === undefined && present.includes(name))
      throw new ConfigurationError('is undefined', { at: name }, 'leave it out where it is not wanted');
    if (value !== undefined) checkValue(value, kind, name, `an option of ${of}`);
  }
}

export function libraryOutcomeOf(results: Results): Outcome {
  const { planned } = reportOf(results);
  const overall = Object.fromEntries(
    Object.entries(results.run.overall).map(([subject, { verdict }]) => [subject, verdict]),
  );
  const verdicts = Object.values(overall);
  return {
    conforms: verdicts.length > 0 && verdicts.every((verdict) => verdict === 'conforms'),
    noFailure:
      verdicts.length > 0 && verdicts.every((verdict) => verdict === 'conforms' || verdict === 'no-failure'),
    overall,
    obligations: planned.map(({ id, title, subject, level, verdict, why, failures }) => ({
      ...{ id, title, subject, level, verdict, why, failures },
    })),
    exchanges: results.exchanges,
    results: { ...results },
  };
}
