import { escapeRegExp } from '../../contract/escape-reg-exp';
import { readEscapes } from './escapes';

/**
 * A table of the phrases that a step accepts. A key is a phrase as features write it, in which a placeholder such as
 * `<name>` stands for a part that differs from row to row. The function beside it receives these parts.
 */
export type Phrases<T> = Readonly<Record<string, (...parts: string[]) => T>>;

/** The regular expression of each placeholder. */
const placeholders: Readonly<Record<string, string>> = {
  name: '[\\w-]+',
  path: '[\\w/-]+',
  value: '[^"]*',
  text: '\\S[^]*',
  JSON: '\\S[^]*',
  number: '\\d+',
  status: '\\d{3}',
  code: '[A-Z_]+',
  'request line': '[A-Z]+ \\S+',
  change: '\\S[^]*?',
};

/** The placeholders that stand for text with the escapes of cells. */
const withEscapes = ['value', 'text', 'request line'];

/** Makes a table of phrases without placeholders. */
export function fixedPhrases<T>(table: Readonly<Record<string, T>>): Phrases<T> {
  return Object.fromEntries(Object.entries(table).map(([phrase, value]) => [phrase, () => value]));
}

/**
 * Reads a phrase. Throws for an unknown phrase: the message lists all known phrases, and names the most similar one
 * first. In that message, `what` describes a phrase of the table, such as `change of a message`.
 */
export function readPhrase<T>(known: Phrases<T>, text: string, what: string): T {
  for (const [phrase, read] of Object.entries(known)) {
    const parts = partsOf(phrase, text);
    if (parts !== undefined) return read(...parts);
  }
  throw new Error(describeUnknown(Object.keys(known), text, what));
}

/**
 * Returns the parts of a text that the placeholders of a phrase stand for; `undefined` if the phrase is another one.
 */
function partsOf(phrase: string, text: string): string[] | undefined {
  const pieces = phrase.split(/<([^<>]+)>/);
  const names = pieces.filter((_, index) => index % 2 === 1);
  const source = pieces.map((piece, index) => (index % 2 === 0 ? escapeRegExp(piece) : formOf(piece)));
  const parts = new RegExp(`^${source.join('')}$`).exec(text)?.slice(1);
  return parts?.map((part, index) => (withEscapes.includes(names[index] ?? '') ? readEscapes(part) : part));
}

function formOf(placeholder: string): string {
  const form = placeholders[placeholder];
  if (form === undefined) throw new Error(`No phrase can contain the placeholder <${placeholder}>`);
  return `(${form})`;
}

function describeUnknown(phrases: readonly string[], text: string, what: string): string {
  const [nearest = ''] = [...phrases].sort((one, other) => similarity(other, text) - similarity(one, text));
  const list = phrases.map((phrase) => `  ${phrase}`).join('\n');
  return `Unknown ${what}: ${text}\nThe most similar phrase is: ${nearest}\nThe known phrases are:\n${list}`;
}

/** Returns the share of letter pairs that two texts have in common, from 0 to 1 (Sørensen–Dice). */
function similarity(one: string, other: string): number {
  const [pairs, others] = [pairsOf(one), pairsOf(other)];
  const common = [...pairs].filter((pair) => others.has(pair)).length;
  return (2 * common) / (pairs.size + others.size || 1);
}

const pairsOf = (text: string): ReadonlySet<string> =>
  new Set(Array.from({ length: Math.max(0, text.length - 1) }, (_, at) => text.slice(at, at + 2)));
