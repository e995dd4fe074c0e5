import { createReadStream, statSync } from 'node:fs';
import type { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream';
import { createGunzip, createZstdDecompress } from 'node:zlib';
import type { CutEntry } from '../exchange/har/read-har';
import { IncompleteReadError } from '../exchange/har/read-har';
import type { RedactionSettings } from '../exchange/recording';
import { nonceIn } from '../exchange/recording';
import { requireCurrentRecordingForm } from '../judging/recording-form';
import { ConfigurationError } from '../targets/errors';
import { refuseForeign } from './foreign-forms';
import type { Form } from './layout';
import { firstLineOf, itemsOf, layoutOf, peekedBytes, textOf } from './layout';
import { refusePostman } from './newman';

/** Traffic shrinks to a twentieth or so, and one letter over and over to a thousandth. */
const most = { ratio: 200, fromBytes: 64 * 1024 * 1024 };

const chunkSize = 1 << 18;

interface Packing {
  readonly name: string;
  /** The bytes with which it begins (RFC 1952, section 2.3.1; RFC 8878, section 3.1.1). */
  readonly magic: readonly number[];
  readonly undo: () => Transform;
}

const packings: readonly Packing[] = [
  { name: 'gzip', magic: [0x1f, 0x8b], undo: () => createGunzip({ chunkSize }) },
  { name: 'zstd', magic: [0x28, 0xb5, 0x2f, 0xfd], undo: () => createZstdDecompress({ chunkSize }) },
];

/** How a file is packed, by its first bytes; `undefined` for one that is not. */
function packingOf(first: Buffer): Packing | undefined {
  return packings.find(({ magic }) => magic.every((byte, index) => first[index] === byte));
}

/** Undoes a packing. Throws CutError where it breaks off, or was made to exhaust its reader. */
async function* unpack(chunks: AsyncIterable<Buffer>, { name, undo }: Packing): AsyncGenerator<Buffer> {
  let [packed, unpacked] = [0, 0];
  const counted = async function* (): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      packed += chunk.length;
      yield chunk;
    }
  };
  try {
    // The reader gets its errors.
    const plain = pipeline(counted(), undo(), () => undefined);
    for await (const chunk of plain as AsyncIterable<Buffer>) {
      unpacked += chunk.length;
      if (unpacked > most.fromBytes && unpacked > packed * most.ratio)
        throw new IncompleteReadError(`its ${name} unpacks to more than ${most.ratio} times its size`);
      yield chunk;
    }
  } catch (error) {
    if (error instanceof IncompleteReadError) throw error;
    throw new IncompleteReadError(
      `its ${name} breaks off (${(error as NodeJS.ErrnoException).code ?? 'unknown'})`,
    );
  }
}

export type { Form } from './layout';

/** One value of a file, in the order of the file: its JSON text, or why it is passed over. */
export type TrafficItem = {
  /** Counts from 1: the line of a log or a recording, the entry of a HAR file or of another list. */
  readonly number: number;
  /** Where it stands in its file, where that is another number: a recording has a header. */
  readonly line?: number;
  /** Headers that no request of the file carries, in lowercase. */
  readonly unseen?: readonly string[];
} & CutEntry;

/** An open file of traffic. */
export interface TrafficSource {
  readonly name: string;
  readonly form: Form;
  /** What its items are called. */
  readonly unit: 'entry' | 'line';
  /** With which a recording begins; absent: none. */
  readonly nonce?: string;
  /** What a recording says of what it holds. */
  readonly kept?: RedactionSettings;
  /** Whether its tool leaves out no header that was sent. */
  readonly keepsHeaders?: true;
  /** Bytes of the file; absent where they come from a pipe. */
  readonly size?: number;
  /** Bytes of the file that were read so far. */
  readonly read: () => number;
  readonly items: AsyncIterable<TrafficItem>;
  /** Lets go of the file, which reading it to its end does too. What was open before stays open. */
  readonly close: () => void;
}

/** How much of a file is read at a time. */
export const mostChunkBytes = 1 << 19;

interface Opening {
  /** How much is read at a time. */
  readonly chunkBytes?: number;
  /** Under which name it is shown, where that is not its own. */
  readonly shown?: string | undefined;
}

/**
 * Opens a file, or standard input for `-`; gzip and zstd are undone. Throws a ConfigurationError where it cannot be
 * read.
 *
 * @param input what it holds, where that is open already
 */
export async function openSource(
  file: string,
  input: Readable | undefined = file === '-' ? process.stdin : undefined,
  { chunkBytes = mostChunkBytes, shown: name = file }: Opening = {},
): Promise<TrafficSource> {
  const size = input === undefined ? sizeOf(file) : undefined;
  const raw = input ?? createReadStream(file, { highWaterMark: chunkBytes });
  const close = (): void => {
    if (input === undefined) raw.destroy();
  };
  try {
    return { ...(await sourceIn(raw, name)), ...(size !== undefined && { size }), close };
  } catch (error) {
    close();
    throw error;
  }
}

/** Tells by its beginning what a stream holds. */
async function sourceIn(raw: Readable, name: string): Promise<Omit<TrafficSource, 'size' | 'close'>> {
  let read = 0;
  const counted = async function* (): AsyncGenerator<Buffer> {
    for await (const chunk of raw as AsyncIterable<Buffer | string>) {
      const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
      read += bytes.length;
      yield bytes;
    }
  };
  const { first, all } = await peek(counted(), name);
  const packing = packingOf(first);
  const plain = packing === undefined ? { first, all } : await peek(unpack(all, packing), name);
  refusePostman(textOf(plain.first), name);
  refuseForeign(plain.first, name);
  const layout = layoutOf(plain.first, packing !== undefined);
  const { form, isList } = layout;
  const head = firstLineOf(plain.first);
  const nonce = nonceIn(head);
  if (form === undefined)
    throw new ConfigurationError(
      'holds neither HAR, nor a traffic log, nor a recording of this suite',
      { file: name },
      'HAR 1.2 is a JSON object with log.entries; a log has one object a line, by schemas/traffic-line.schema.json',
    );
  const kept = form === 'recording' ? requireCurrentRecordingForm(head, name) : undefined;
  return {
    name,
    form,
    ...(kept && { kept }),
    unit: form === 'har' || isList === true ? 'entry' : 'line',
    ...(nonce !== undefined && { nonce }),
    ...(layout.isNewman === true && { keepsHeaders: true }),
    read: () => read,
    items: itemsOf(plain.all, layout, name),
  };
}

function sizeOf(name: string): number {
  try {
    const found = statSync(name);
    if (found.isFile()) return found.size;
  } catch {
    // Told below.
  }
  throw new ConfigurationError(
    'there is no such file',
    { file: name },
    'name a file, or - for standard input',
  );
}

/** The first bytes of a stream, and the stream with them. */
async function peek(
  chunks: AsyncGenerator<Buffer>,
  name: string,
): Promise<{ first: Buffer; all: AsyncGenerator<Buffer> }> {
  let first = Buffer.alloc(0);
  let cut: IncompleteReadError | undefined;
  try {
    while (first.length < peekedBytes) {
      const next = await chunks.next();
      if (next.done === true) break;
      first = Buffer.concat([first, next.value]);
    }
  } catch (error) {
    // What came before counts.
    if (error instanceof IncompleteReadError && first.length > 0) cut = error;
    const { code = 'unknown' } = error as NodeJS.ErrnoException;
    if (cut === undefined)
      throw new ConfigurationError(
        `cannot be read (${code})`,
        { file: name },
        'is it whole, and may this user read it?',
      );
  }
  const all = async function* (): AsyncGenerator<Buffer> {
    try {
      if (first.length > 0) yield first;
      if (cut !== undefined) throw cut;
      yield* chunks;
    } finally {
      // Who leaves at what was looked at leaves the rest, too.
      await chunks.return(undefined);
    }
  };
  return { first, all: all() };
}

/**
 * A recording of this suite was made for a certifier or it was not: nothing can be said of it later on. Throws a
 * ConfigurationError where it does not begin with the nonce that is wanted.
 */
export function requireNonce({ name, form, nonce: found }: TrafficSource, wanted: string | undefined): void {
  if (wanted === undefined || form !== 'recording' || found === wanted) return;
  throw new ConfigurationError(
    found === undefined ? 'was recorded without a nonce' : 'was recorded with another nonce',
    { file: name, at: '--nonce' },
    'record again with this nonce: an earlier recording cannot be handed in for it',
  );
}
