import { LineSplitter } from '../adapter/lines';
import { parseJson } from '../contract/json';
import { isNewman } from '../exchange/har/newman';
import type { CutEntry } from '../exchange/har/read-har';
import { cutEntries } from '../exchange/har/read-har';
import type { RecordedLine } from '../exchange/recording';
import { isRecordingHeader, recordedLines } from '../exchange/recording';
import { readNewman } from './newman';
import type { Piece } from './wraps';
import { isWrapped, pieceOf } from './wraps';

/** What a file holds: HAR 1.2 or what is read as such, a gateway's traffic log, or the suite's own recording. */
export type Form = 'har' | 'log' | 'recording';

/** By how much of a file is told what it holds: what starts up writes a few pages before its first request. */
export const peekedBytes = 1 << 16;

/** The text at the beginning of a file. */
export const textOf = (first: Buffer): string =>
  first
    .toString('utf8')
    .replace(/^\ufeff/, '')
    .trimStart();

/** The first line of a file, or what was looked at of it. */
export const firstLineOf = (first: Buffer): string => textOf(first).split('\n', 1)[0] ?? '';

/** How a file is laid out. */
interface Layout {
  readonly form: Form | undefined;
  /** Whether it is a JSON list of what else stands in lines. */
  readonly isList?: boolean;
  /** Whether newman wrote it, and it is read as HAR. */
  readonly isNewman?: boolean;
  /** Whether another program put something around each line. */
  readonly isWrapped?: boolean;
}

/** Detects the layout by the first bytes. A recording without its header is one, too: it is refused as such. */
export function layoutOf(first: Buffer, isPacked: boolean): Layout {
  const text = textOf(first).slice(0, peekedBytes);
  const line = firstLineOf(first);
  // Logs are rotated and packed though nothing was written.
  if (text === '') return { form: isPacked ? 'log' : undefined };
  // The first line may be longer than what is looked at.
  const isExchange = line.startsWith('{"seq":') || (/"seq":\d+/.test(line) && line.includes('"facts":'));
  if (text.startsWith('{') && (isRecordingHeader(line) || isExchange)) return { form: 'recording' };
  if (isNewman(text)) return { form: 'har', isNewman: true };
  const isList = /^\[\s*\{/.test(text);
  if (isWrapped(text)) return { form: 'log', isList, isWrapped: true };
  if (isList && /"startedDateTime"\s*:/.test(text)) return { form: 'har', isList };
  if (!isList && !text.startsWith('{')) return { form: undefined };
  if (/^\{\s*"log"\s*:\s*\{/.test(text)) return { form: 'har' };
  const begun = isList ? text : line;
  if (/"startedAt"\s*:/.test(begun) || /"request"\s*:\s*\{/.test(begun)) return { form: 'log', isList };
  return { form: !isList && /"log"\s*:\s*\{/.test(text) ? 'har' : undefined };
}

/** What stands in a file, one after the other. */
export function itemsOf(
  chunks: AsyncIterable<Buffer>,
  layout: Layout,
  name: string,
): AsyncIterable<RecordedLine> {
  const { form, isList = false, isWrapped = false } = layout;
  if (layout.isNewman === true) return numbered(readNewman(chunks, name));
  if (form === 'har' || isList) {
    const entries = numbered(cutEntries(chunks, isList ? [] : undefined));
    return isWrapped ? unwrappedItems(entries) : entries;
  }
  return isWrapped ? unwrappedLines(chunks) : recordedLines(chunks);
}

async function* numbered(entries: AsyncIterable<CutEntry>): AsyncGenerator<RecordedLine> {
  let number = 0;
  for await (const entry of entries) yield { number: (number += 1), ...entry };
}

/** As much as is held of lines that came in parts, all together; one line of a log may be as long. */
const maxBytes = 16 * 1024 * 1024;

/** A line as it stands in the file, or the news that it is longer than may be held. */
type Whole = { readonly number: number } & ({ readonly bytes: Buffer } | { readonly flaw: string });

/**
 * The lines of a log that others wrapped, without what is around them; parts are joined, and count as the last of them.
 */
function unwrappedLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<RecordedLine> {
  return unwrapped(linesOf(chunks));
}

/** The same of values that stand in a list. */
function unwrappedItems(items: AsyncIterable<RecordedLine>): AsyncGenerator<RecordedLine> {
  return unwrapped(bytesOf(items));
}

async function* unwrapped(lines: AsyncIterable<Whole>): AsyncGenerator<RecordedLine> {
  const parts = new Parts();
  for await (const line of lines)
    if ('flaw' in line) yield line;
    else for (const item of parts.take(line.number, line.bytes)) if (!isBlank(item)) yield item;
  yield* parts.end();
}

const isBlank = (item: RecordedLine): boolean => 'text' in item && item.text === '';

async function* linesOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<Whole> {
  const splitter = new LineSplitter(maxBytes);
  let number = 0;
  const numbered = (chunk: Buffer): Whole[] =>
    splitter.push(chunk).map((line) => {
      number += 1;
      return line.kind === 'line'
        ? { number, bytes: line.bytes }
        : { number, flaw: `longer than ${maxBytes} bytes` };
    });
  for await (const chunk of chunks) yield* numbered(chunk);
  yield* numbered(Buffer.from('\n'));
}

async function* bytesOf(items: AsyncIterable<RecordedLine>): AsyncGenerator<Whole> {
  for await (const item of items)
    yield 'text' in item ? { number: item.number, bytes: Buffer.from(item.text) } : item;
}

/** What has come of a line, of each stream. */
interface Begun {
  readonly number: number;
  readonly pieces: Buffer[];
  size: number;
}

/** Docker cuts a line after 16 KiB; a sign of several bytes may be lost there. */
const leastPart = 16_000;
/** What holding a part takes besides its bytes. */
const costEach = 200;
const lineEnd = 0x0a;

/** Joins lines that came in parts. */
class Parts {
  readonly #begun = new Map<string, Begun>();
  #held = 0;
  #last = 0;

  take(number: number, line: Buffer): RecordedLine[] {
    this.#last = number;
    const piece = pieceOf(line);
    if (piece === undefined) return [itemOf(number, line)];
    const begun = this.#begun.get(piece.stream);
    if (begun === undefined) return this.#begin(number, piece);
    // What is whole by itself ends no other line: the rest of that one never came.
    if (isWholeObject(piece.bytes))
      return [this.#drop(piece.stream, begun, number - 1), ...this.#begin(number, piece)];
    return this.#goOn(number, piece, begun);
  }

  /** What has begun and never ended. */
  end(): RecordedLine[] {
    return [...this.#begun].map(([stream, begun]) => this.#drop(stream, begun, this.#last));
  }

  #begin(number: number, piece: Piece): RecordedLine[] {
    const { isPart = !endsLine(piece) && opens(piece) && !isWholeObject(piece.bytes) } = piece;
    if (!isPart) return [itemOf(number, piece.bytes)];
    const begun: Begun = { number, pieces: [], size: 0 };
    this.#begun.set(piece.stream, begun);
    return this.#hold(number, piece, begun);
  }

  #goOn(number: number, piece: Piece, begun: Begun): RecordedLine[] {
    const { isPart = !endsLine(piece) && piece.bytes.length >= leastPart } = piece;
    const flawed = this.#hold(number, piece, begun);
    if (isPart || flawed.length > 0) return flawed;
    this.#forget(piece.stream, begun);
    return [itemOf(number, Buffer.concat(begun.pieces))];
  }

  #hold(number: number, { stream, bytes }: Piece, begun: Begun): RecordedLine[] {
    // What is read holds much more than one line.
    begun.pieces.push(Buffer.from(bytes));
    const size = bytes.length + stream.length + costEach;
    begun.size += size;
    this.#held += size;
    if (this.#held <= maxBytes) return [];
    this.#forget(stream, begun);
    return [{ number, flaw: `longer than ${maxBytes} bytes, in parts from line ${begun.number} on` }];
  }

  /** Numbers never go back: the news of an earlier line has the number of the last one. */
  #drop(stream: string, begun: Begun, number: number): RecordedLine {
    this.#forget(stream, begun);
    return { number, flaw: `the rest of line ${begun.number} is not in this file` };
  }

  #forget(stream: string, { size }: Begun): void {
    this.#begun.delete(stream);
    this.#held -= size;
  }
}

const endsLine = ({ bytes }: Piece): boolean => bytes.at(-1) === lineEnd;
const opens = ({ bytes }: Piece): boolean => bytes.toString('latin1', 0, 20).trimStart().startsWith('{');

function isWholeObject(bytes: Buffer): boolean {
  const text = bytes.toString('utf8').trim();
  return text.startsWith('{') && text.endsWith('}') && parseJson(text) !== undefined;
}

const itemOf = (number: number, bytes: Buffer): RecordedLine => ({
  number,
  text: bytes.toString('utf8').trim(),
});
