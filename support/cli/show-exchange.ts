import { isUtf8 } from 'node:buffer';
import { existsSync } from 'node:fs';
import { isObject, parseBoundedJson } from '../contract/json';
import { printable, printableLine } from '../contract/printable';
import { fitsIsoDate } from '../exchange/evidence';
import { lineNumberOf } from '../exchange/recording';
import { ConfigurationError } from '../targets/errors';
import type { ExchangePlace, FoundItem, NotFound } from '../traffic/find-item';
import { findItem, isNamed } from '../traffic/find-item';
import { feedItemToSink } from '../traffic/items';
import { expandInputNames } from '../traffic/named-inputs';
import { chunkBytesFor } from '../traffic/reopenable-inputs';
import type { TrafficSource } from '../traffic/sources';
import { openSource } from '../traffic/sources';
import { exitCodes } from './exit-codes';
import { layOutJson } from './lay-out-json';
import type { Surroundings } from './surroundings';
import { printLine } from './surroundings';

const warning =
  'WARNING: this is the original exchange, with tokens and other secrets in the clear. Do not paste or store it.';

const recordingNote =
  'This recording of the suite has forms in place of secrets. The original is in the file that was recorded or audited.';

/**
 * `conform audit --show`: prints an exchange as it is in the owner's file, to stdout only. Judges nothing and writes no
 * file. Throws a ConfigurationError if the files do not contain the exchange.
 */
export async function showExchange(
  names: readonly string[],
  wanted: ExchangePlace,
  { stdin, stdout }: Pick<Surroundings, 'stdin' | 'stdout'>,
): Promise<number> {
  const files = expandInputNames(namesToRead(names, wanted));
  const chunkBytes = chunkBytesFor(files.length);
  const sources: TrafficSource[] = [];
  try {
    for (const file of files)
      sources.push(await openSource(file, file === '-' ? stdin : undefined, { chunkBytes }));
    requireOneFile(sources, wanted);
    const found = await findItem(sources, wanted);
    if (!('item' in found)) throw notFoundError(wanted, found, sources);
    const { item } = found;
    if ('flaw' in item) throw unreadableError(found, item.flaw);
    const first = found.source.form === 'recording' ? recordingNote : warning;
    const head = headOf(found, wanted);
    // Colours in the file could hide a part of the text.
    const text = printable(originalText(found.source, item.text));
    printLine({ stdout }, [first, head, '', text].join('\n'));
    return exitCodes.conforms;
  } finally {
    for (const source of sources) source.close();
  }
}

/** Returns the names of the files to read: FILE:ENTRY names its file, so the command works without other names. */
function namesToRead(names: readonly string[], { file }: ExchangePlace): readonly string[] {
  if (names.length > 0) return names;
  if (file === undefined)
    throw new ConfigurationError(
      'names no file',
      { at: 'files' },
      'name the files of the audit, as in conform audit traffic.har --show 3',
    );
  if (file === '-' || existsSync(file)) return [file];
  throw new ConfigurationError(
    'there is no such file',
    { file, at: '--show' },
    'reports shorten paths: name the file as you named it for the audit',
  );
}

/** Throws a ConfigurationError if FILE:ENTRY names several of the files. */
function requireOneFile(sources: readonly TrafficSource[], { file }: ExchangePlace): void {
  if (file === undefined) return;
  const alike = sources.filter(({ name }) => isNamed(name, file)).map(({ name }) => name);
  if (alike.length < 2) return;
  throw new ConfigurationError(
    `names several of these files: ${alike.join(', ')}`,
    { file, at: '--show' },
    'give the whole name of one file, or the number in the report',
  );
}

function notFoundError(
  wanted: ExchangePlace,
  { last, cut }: NotFound,
  sources: readonly TrafficSource[],
): ConfigurationError {
  const at = '--show';
  const [only] = sources.filter(({ name }) => wanted.file !== undefined && isNamed(name, wanted.file));
  if (wanted.file !== undefined && only === undefined)
    return new ConfigurationError(
      'names none of these files',
      { file: wanted.file, at },
      'name it as in the report',
    );
  const what = wanted.file === undefined ? `exchange ${wanted.seq}` : `${only?.unit ?? ''} ${wanted.number}`;
  const end = cut === undefined ? '' : `, and a file was not read to its end: ${cut}`;
  return new ConfigurationError(
    `finds no ${what}: the last one is ${last}${end}`,
    { ...(wanted.file !== undefined && { file: wanted.file }), at },
    'give the number in the report, and the same files in the same order',
  );
}

const unreadableError = ({ source, item }: FoundItem, why: string): ConfigurationError =>
  new ConfigurationError(
    `finds ${source.unit} ${lineNumberOf(item)}, which cannot be read: ${why}`,
    { file: source.name, at: '--show' },
    'look at it in the file itself',
  );

/**
 * Names the exchange by its number, file, entry or line, and time. Omits the number for FILE:ENTRY, because the report
 * may be about further files.
 */
function headOf({ seq, source, item }: FoundItem, { file }: ExchangePlace): string {
  const { time, why } = timeOf(source, item);
  const place = [source.name, `${source.unit} ${lineNumberOf(item)}`, ...(time === undefined ? [] : [time])];
  const notes = [
    ...(why === undefined ? [] : [`It is not judged: ${why}.`]),
    ...(source.keepsHeaders === true ? ["It is in the form of HAR, made from newman's report."] : []),
  ];
  return printableLine(
    [`Exchange${file === undefined ? ` #${seq}` : ''} (${place.join(', ')})`, ...notes].join('. '),
  );
}

/** Returns the time of arrival, or the reason why the item cannot be judged. */
function timeOf(
  { form }: TrafficSource,
  item: FoundItem['item'],
): { readonly time?: string; readonly why?: string } {
  let arrivedAt = Number.NaN;
  const taken = feedItemToSink(form, item, {
    take: (raw) => {
      ({ arrivedAt } = raw);
    },
    takeRecorded: (evidence) => {
      ({ arrivedAt } = evidence);
    },
  });
  if (typeof taken === 'object' && 'why' in taken) return { why: taken.why };
  return fitsIsoDate(arrivedAt) ? { time: new Date(arrivedAt).toISOString() } : {};
}

/** Returns the text of an item, laid out if it is JSON. */
function originalText({ keepsHeaders }: TrafficSource, text: string): string {
  const read = parseBoundedJson(text);
  if ('flaw' in read) return text;
  return layOutJson(keepsHeaders === true ? withReadableBody(read.value) : text);
}

/** The suite reads bodies of newman's report as Base64; shows the text of such a body, if the body is text. */
function withReadableBody(entry: unknown): string {
  const response = isObject(entry) && isObject(entry.response) ? entry.response : {};
  const { text, encoding, ...others } = isObject(response.content) ? response.content : {};
  const bytes = Buffer.from(typeof text === 'string' ? text : '', 'base64');
  if (encoding !== 'base64' || !isUtf8(bytes)) return JSON.stringify(entry);
  const content = { ...others, text: bytes.toString('utf8') };
  return JSON.stringify({ ...(entry as object), response: { ...response, content } });
}
