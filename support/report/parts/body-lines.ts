import type { TextEncoding } from '../../contract/decode-text';
import type { RecordedBody } from '../../exchange/exchange';
import { sealedBodyText } from '../../exchange/exchange';
import { parseJson } from '../../contract/json';

/** A line before it is known whether it tells; its text is whole. */
export interface LineDraft {
  /** As in `request header timestamp`; see `Place`. */
  readonly place: string;
  readonly text: string;
  /** Levels of JSON around it. */
  readonly depth: number;
  /** Of a body, which may have more lines than can be shown. */
  readonly ofBody?: true;
}

/** What a body is searched for stands in its first lines, or only in the recording. */
const searchedLines = 20_000;

/** A line of no body, or of one that is no JSON. */
export const line = (place: string, text: string): LineDraft => ({ place, text, depth: 0 });

/** The lines of a body: of JSON one a member, indented. */
export function bodyOf(part: 'request' | 'answer', message: Message): LineDraft[] {
  const { body } = message;
  if (body === undefined || (body.bytes === 0 && body.absent !== true)) return [];
  const place = `${part} body`;
  if (body.absent === true) return [line(place, `(${body.bytes} bytes that were not recorded)`)];
  if (body.sealed !== undefined) return [line(place, sealedBodyText(body.bytes))];
  const value = structureOf(message);
  const lines = value === undefined ? textLines(place, body) : firstOf(jsonLines(place, value));
  // Two members of one name, blanks, the spelling of numbers: what reading JSON makes of it hides them.
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

/** The body as JSON, as it was kept: a judge sees a number where the form of one stands. */
function writtenIn({ body }: Message): unknown {
  if (body === undefined || body.cut === true || body.absent === true) return undefined;
  return body.sealed === undefined ? parseJson(body.text) : undefined;
}

/** Deeper nesting is an attack or an accident: such a body is shown as text. */
const deepest = 60;

/** A body that has members; `undefined` where it is shown as text. */
export function structureOf(message: Message): object | undefined {
  const value = writtenIn(message);
  if (typeof value !== 'object' || value === null) return undefined;
  return isDeeper(message.body?.text ?? '', deepest) ? undefined : value;
}

/** Whether brackets, those in texts apart, are nested deeper than that. */
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
