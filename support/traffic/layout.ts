import type { CutEntry } from '../exchange/har/read-har';
import { cutEntries } from '../exchange/har/read-har';
import { isNewman } from '../exchange/har/newman';
import type { RecordedLine } from '../exchange/recording';
import { isHeaderLine, recordedLines } from '../exchange/recording';
import { readNewman } from './newman';
import { unwrappedItems, unwrappedLines } from './unwrap';
import { isWrapped } from './wraps';

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

/** By its first bytes: the first line of a recording is a header or an exchange. */
export function layoutOf(first: Buffer, isPacked: boolean): Layout {
  const text = textOf(first).slice(0, peekedBytes);
  const line = firstLineOf(first);
  // Logs are rotated and packed though nothing was written.
  if (text === '') return { form: isPacked ? 'log' : undefined };
  // The first line may be longer than what is looked at.
  const isExchange = line.startsWith('{"seq":') || (/"seq":\d+/.test(line) && line.includes('"facts":'));
  if (text.startsWith('{') && (isHeaderLine(line) || isExchange)) return { form: 'recording' };
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
