import { isUtf8 } from 'node:buffer';
import { StringDecoder } from 'node:string_decoder';
import { JSONParser } from '@streamparser/json';

/** Why a file could not be read to its end; what came before counts. */
export class CutError extends Error {
  override readonly name = 'CutError';
}

const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf]);

/** The entries of a HAR file as they come, whatever its size. Throws CutError where it is no JSON, or ends too soon. */
export async function* harEntries(chunks: AsyncIterable<Buffer>): AsyncGenerator {
  const reader = new EntryReader();
  let isFirst = true;
  for await (const chunk of chunks) {
    // A mark of the byte order, as some tools of Windows write.
    const marked = isFirst && chunk.subarray(0, 3).equals(byteOrderMark);
    isFirst = false;
    reader.feed(marked ? chunk.subarray(3) : chunk);
    yield* reader.take();
    if (reader.isOver) break;
  }
  if (reader.problem !== undefined) throw new CutError(`it is no JSON: ${reader.problem}`);
  if (!reader.isOver) throw new CutError('it ends in the middle');
}

/** Parses as much as there is. */
class EntryReader {
  readonly #parser = new JSONParser({ paths: ['$.log.entries.*'], keepStack: false });
  #decoder: StringDecoder | undefined;
  #ready: unknown[] = [];
  #ended = false;
  /** Why it is no JSON. */
  problem: string | undefined;

  constructor() {
    this.#parser.onValue = ({ value }) => {
      this.#ready.push(value);
    };
    this.#parser.onError = (error) => {
      this.problem ??= error.message.split('\n')[0] ?? 'unknown';
    };
    this.#parser.onEnd = () => {
      this.#ended = true;
    };
  }

  get isOver(): boolean {
    return this.#ended || this.problem !== undefined;
  }

  feed(chunk: Buffer): void {
    if (this.isOver) return;
    try {
      this.#parser.write(this.#readable(chunk));
    } catch (error) {
      // Some errors are told by the callback, and some are thrown besides.
      this.problem ??= error instanceof Error ? error.message : String(error);
    }
  }

  /** Bytes that are no UTF-8 become the sign for that, and the rest of the file goes on. */
  #readable(chunk: Buffer): Buffer | string {
    // A character may be cut at the end of a chunk: from the first doubt on, all of it is decoded.
    if (this.#decoder === undefined && isUtf8(chunk)) return chunk;
    this.#decoder ??= new StringDecoder('utf8');
    return this.#decoder.write(chunk);
  }

  /** What was read since the last time. */
  take(): unknown[] {
    const ready = this.#ready;
    this.#ready = [];
    return ready;
  }
}
