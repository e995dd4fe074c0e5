import { constants } from './constants';
import { operations } from './operations';
import { schemaExamples, schemaIds } from './schemas';

/**
 * The constants, paths and header names of the contract document. Because every sender uses them, they cannot
 * identify the sender of a message.
 */
const words: ReadonlySet<string> = new Set([
  ...textsIn(constants),
  ...operations.flatMap(({ path, headers }) => [path, ...path.split('/'), ...headers]),
]);

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

const uuid = /^[{(]?(?:urn:uuid:)?[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}[)}]?$/i;

/**
 * The date and time formats that occur in messages: ISO 8601, HTTP dates (RFC 9110), and seconds or
 * milliseconds since 1970. ISO 8601 can have any offset, and need not have a `T`.
 */
const instants: readonly RegExp[] = [
  /^\d{4}-?\d{2}-?\d{2}(?:[T ]\d{2}:?\d{2}(?::?\d{2}(?:[.,]\d+)?)?)?\s*(?:Z|[+-]\d{2}:?\d{2})?$/i,
  /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} /,
  /^1\d{9}(?:\d{3})?(?:\.\d+)?$/,
];

/**
 * Returns whether a string is exactly a constant, a path, a path segment or a header name of the document.
 */
export const isDocumentedText = (text: string): boolean => words.has(text);

/**
 * Returns whether any sender could use this string: a UUID, a date or time, or a constant, path or header
 * name of the document.
 */
export function isCommonText(text: string): boolean {
  return uuid.test(text) || instants.some((form) => form.test(text)) || words.has(text);
}

let memberNames: ReadonlySet<string> | undefined;

/**
 * Returns whether a member has this name in the document's example messages. Such names appear in the
 * messages of every client, so they are not secret.
 */
export function isDocumentedMemberName(text: string): boolean {
  memberNames ??= new Set(
    schemaIds()
      .filter((id) => id.startsWith('contract/'))
      .flatMap((id) => schemaExamples(id).flatMap(namesIn)),
  );
  return memberNames.has(text);
}

function namesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.flatMap(namesIn);
  return Object.entries(value).flatMap(([name, each]) => [name, ...namesIn(each)]);
}
