import type { TextEncoding } from '../../contract/decode-text';
import type { RecordedBody } from '../../exchange/exchange';
import { sealedBodyText } from '../../exchange/exchange';
import { parseJson } from '../../contract/json';

/** A line of an exchange with its whole text, before the report cuts long texts and marks the evidence. */
export interface LineDraft {
  /** The place of the line, such as `request header timestamp`; see `EvidencePlace`. */
  readonly place: string;
  readonly text: string;
  /** Number of JSON objects and lists around the line, which is its indentation. */
  readonly depth: number;
  /** The line belongs to a body, which may have more lines than a report shows. */
  readonly ofBody?: true;
}

/** Maximum number of lines of a body that are searched for evidence. Only the recording contains the others. */
const searchedLines = 20_000;

/** Returns a line without indentation: one outside bodies, or one of a body that is not JSON. */
export const line = (place: string, text: string): LineDraft => ({ place, text, depth: 0 });

/** Returns the lines of a body. JSON becomes one indented line for each member. */
export function bodyOf(part: 'request' | 'answer', message: Message): LineDraft[] {
  const { body } = message;
  if (body === undefined || (body.bytes === 0 && body.absent !== true)) return [];
  const place = `${part} body`;
  if (body.absent === true) return [line(place, `(${body.bytes} bytes that were not recorded)`)];
  if (body.sealed !== undefined) return [line(place, sealedBodyText(body.bytes))];
  const value = structureOf(message);
  const lines = value === undefined ? textLines(place, body) : firstOf(jsonLines(place, value));
  // Also show the original text if the parsed value lacks its blanks, repeated members, or spelling of numbers.
  const exact = value !== undefined && JSON.stringify(value) !== body.text;
  return [
    ...lines.map((each) => ({ ...each, ofBody: true as const })),
    ...(exact ? [line(place, `(as it was written: ${body.text})`)] : []),
    ...(body.encoding === undefined ? [] : [line(place, encodings[body.encoding])]),
    ...(body.cut === true ? [line(place, `(cut: ${body.bytes} bytes crossed the wire)`)] : []),
  ];
}

const encodings: Readonly<Record<TextEncoding, string>> = {
  'utf-8-bom': '(a byte order mark precedes the text)',
  'utf-16le': '(encoded in UTF-16, little-endian)',
  'utf-16be': '(encoded in UTF-16, big-endian)',
};

interface Message {
  readonly body?: RecordedBody;
}

/** Parses a body exactly as it was recorded. For judges, in contrast, a number replaces the form of a hidden number. */
function writtenIn({ body }: Message): unknown {
  if (body === undefined || body.cut === true || body.absent === true) return undefined;
  return body.sealed === undefined ? parseJson(body.text) : undefined;
}

/** Maximum depth of JSON that a report shows with one line per member. Deeper nesting is an attack or an accident. */
const deepest = 60;

/** Returns a body that is an object or a list; `undefined` if it is missing, or if the report shows it as text. */
export function structureOf(message: Message): object | undefined {
  const value = writtenIn(message);
  if (typeof value !== 'object' || value === null) return undefined;
  return isDeeper(message.body?.text ?? '', deepest) ? undefined : value;
}

/** Returns whether the brackets of a JSON text are nested deeper than the limit. Ignores brackets in strings. */
function isDeeper(text: string, limit: number): boolean {
  let depth = 0;
  for (const [bracket] of text.replace(/"(?:[^"\\]|\\.)*"/g, '').matchAll(/[[{\]}]/g)) {
    depth += bracket === '[' || bracket === '{' ? 1 : -1;
    if (depth > limit) return true;
  }
  return false;
}

function textLines(place: string, { text }: RecordedBody): LineDraft[] {
  return text.split('\n', searchedLines).map((each) => line(place, each));
}

function firstOf(lines: Iterable<LineDraft>): LineDraft[] {
  const first: LineDraft[] = [];
  for (const each of lines) if (first.push(each) === searchedLines) break;
  return first;
}

function* jsonLines(
  place: string,
  value: unknown,
  depth = 0,
  name?: string,
  comma = '',
): Generator<LineDraft> {
  const label = name === undefined ? '' : `${JSON.stringify(name)}: `;
  if (typeof value !== 'object' || value === null || Object.keys(value).length === 0) {
    yield { place, text: `${label}${JSON.stringify(value)}${comma}`, depth };
    return;
  }
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  const entries = Object.entries(value);
  yield { place, text: `${label}${open}`, depth };
  for (const [index, [key, each]] of entries.entries()) {
    const after = index < entries.length - 1 ? ',' : '';
    yield* jsonLines(`${place}/${key}`, each, depth + 1, Array.isArray(value) ? undefined : key, after);
  }
  yield { place, text: `${close}${comma}`, depth };
}
