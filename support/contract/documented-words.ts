import { constants } from './constants';
import { operations } from './operations';
import { schemaExamples, schemaIds } from './schemas';

/** Texts that the document itself states: they say nothing about the sender. */
const words: ReadonlySet<string> = new Set([
  ...textsIn(constants),
  ...operations.flatMap(({ path, headers }) => [path, ...path.split('/'), ...headers]),
]);

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

const uuid = /^[{(]?(?:urn:uuid:)?[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}[)}]?$/i;

/** Instants in the forms that are met in place of the documented one: other offsets, no T, RFC 9110, since 1970. */
const instants: readonly RegExp[] = [
  /^\d{4}-?\d{2}-?\d{2}(?:[T ]\d{2}:?\d{2}(?::?\d{2}(?:[.,]\d+)?)?)?\s*(?:Z|[+-]\d{2}:?\d{2})?$/i,
  /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} /,
  /^1\d{9}(?:\d{3})?(?:\.\d+)?$/,
];

/** Whether a text is one that the document states, word for word. */
export const isStated = (text: string): boolean => words.has(text);

/** Whether a text is one that many messages have in common: an id, an instant, a word of the document. */
export function isCommonText(text: string): boolean {
  return uuid.test(text) || instants.some((form) => form.test(text)) || words.has(text);
}

let memberNames: ReadonlySet<string> | undefined;

/** Whether a text is the name of a member that the document shows: it stands in every message, and hides nothing. */
export function isMemberName(text: string): boolean {
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
