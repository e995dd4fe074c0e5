import type { HeaderList } from './exchange';
import { trimHeaderValue } from './exchange';

/** The form that replaces a value, or a value without blanks and commas. */
const word = String.raw`(?:‹[^‹›]*›|[^\s,‹]+)`;
const token = String.raw`(?:‹[^‹›]*›|[\w.~+/-]{8,}=*)`;
const credentials = new RegExp(`^(?:Bearer\\s+)?${token}$`, 'i');

/**
 * The headers of clauses 5.2 and 5.1.8 that a request has at most once, by their lowercase names, with the form of a
 * single value. HTTP allows other headers to be repeated.
 */
const singleHeaders: Readonly<Record<string, RegExp>> = {
  authorization: credentials,
  bearer_auth: credentials,
  'request-id': new RegExp(`^(?:‹[^‹›]*›|[\\w{}:-]{8,})$`),
  timestamp: new RegExp(`^(?:‹[^‹›]*›|\\d[\\dTZ:.+-]{7,})$`),
  'x-cm-id': new RegExp(`^${word}$`),
  'x-hip-id': new RegExp(`^${word}$`),
  'x-hiu-id': new RegExp(`^${word}$`),
  'content-type': /^[\w.+-]+\/[\w.+-]+\s*(?:;[^,]*)?$/,
};

/** Splits a value at its commas, except those inside the form that replaces a value. Runs in linear time. */
function splitAtCommas(value: string): string[] {
  const parts = [''];
  for (const piece of value.split(/(‹[^‹›]*›|,)/))
    if (piece === ',') parts.push('');
    else parts.push(`${parts.pop() ?? ''}${piece}`);
  return parts.map((each) => each.trim());
}

/** Whether a request may have a header only once. */
export const isSingleHeader = (name: string): boolean => Object.hasOwn(singleHeaders, name.toLowerCase());

/**
 * Returns the values that a library or a tool joined with commas (RFC 9110, section 5.3), if the header may appear only
 * once. Returns the value itself if it is a single one.
 */
export function joinedValues(name: string, value: string): readonly string[] {
  const form = singleHeaders[name.toLowerCase()];
  if (form === undefined || !value.includes(',')) return [value];
  const parts = splitAtCommas(value);
  return parts.every((each) => form.test(each)) ? parts : [value];
}

/** Returns the headers that a request must not repeat and that it has more than once, with lowercase names. */
export function repeatedHeaders(
  headers: HeaderList,
): { readonly name: string; readonly values: readonly string[] }[] {
  return Object.keys(singleHeaders)
    .map((name) => ({ name, values: headerValues(headers, name) }))
    .filter(({ values }) => values.length > 1);
}

/**
 * Returns all values of a header in the order in which they were sent, trimmed, including those that were joined.
 * Ignores the case of the name.
 */
export function headerValues(headers: HeaderList, name: string): string[] {
  const wanted = name.toLowerCase();
  return headers.flatMap(([each, value]) =>
    each.length === wanted.length && each.toLowerCase() === wanted
      ? joinedValues(wanted, trimHeaderValue(value))
      : [],
  );
}
