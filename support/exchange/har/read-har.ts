import type { JsonReadResult } from '../../contract/json';
import { parseBoundedJson } from '../../contract/json';

const [blank, quote, backslash, colon, comma] = [0x20, 0x22, 0x5c, 0x3a, 0x2c];
const [openList, closeList, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d];

/** An entry as it stands in the file, whether JSON or not; `undefined` for one that is larger than may be held. */
type EntryText = string | undefined;

/** Where a HAR file has its list: `{"log": {"entries": [`. */
const inHar = ['log', 'entries'];
const longestName = 16;
const firstBytes = 64 * 1024;

/** The end of a longer string is found natively, which takes a while to begin. */
const shortString = 48;

/**
 * Cuts a HAR file into its entries as its bytes come. Nothing is held but the entry that has not ended yet: a parser
 * holds whatever the file nests, and loses all that stands behind one broken entry.
 */
export class EntrySplitter {
  readonly #maxBytes: number;
  readonly #within: readonly string[];
  /** How many brackets are open around an entry. */
  readonly #listDepth: number;
  #depth = 0;
  /** In which members the open brackets stand, down to the list of entries. */
  readonly #path: string[] = [];
  /** The last name, or what of it matters. */
  #name = '';
  #quoted = false;
  #escaped = false;
  #inList = false;
  /** Where the entry begins in this chunk; `undefined` between entries. */
  #from: number | undefined;
  /** Reused for each entry: one buffer per entry would stay with the process. */
  #held = Buffer.alloc(firstBytes);
  #size = 0;

  /**
   * @param within the members in which the list of entries stands; none where files are lists, one or several in a row
   */
  constructor(maxBytes: number, within: readonly string[] = inHar) {
    this.#maxBytes = maxBytes;
    this.#within = within;
    this.#listDepth = within.length + 1;
  }

  /** Whether the bracket that opens the file is closed again. */
  get isEnded(): boolean {
    return this.#path.length > 0 && this.#depth === 0;
  }

  /** The entries that end in a chunk. */
  push(chunk: Buffer): EntryText[] {
    const found: EntryText[] = [];
    if (this.#from !== undefined) this.#from = 0;
    const isAlone = this.#within.length > 0;
    for (let at = 0; at < chunk.length && !(isAlone && this.isEnded); at += 1) {
      const code = chunk[at] ?? 0;
      if (this.#quoted && this.#inList && !this.#escaped) at = this.#passOver(chunk, at);
      else if (this.#quoted) this.#inString(code);
      else if (code > blank) {
        const isEnd =
          this.#inList && this.#depth === this.#listDepth && (code === comma || code === closeList);
        if (isEnd && this.#from !== undefined) found.push(this.#end(chunk, at));
        else if (!isEnd && this.#inList) this.#from ??= at;
        this.#between(code);
      }
    }
    if (this.#from !== undefined) this.#hold(chunk.subarray(this.#from));
    return found;
  }

  #inString(code: number): void {
    if (this.#escaped) this.#escaped = false;
    else if (code === backslash) this.#escaped = true;
    else if (code === quote) this.#quoted = false;
    else if (!this.#inList && this.#name.length < longestName) this.#name += String.fromCharCode(code);
  }

  /** Passes over the string of an entry from there on; gives where it ends, or the last byte that has come of it. */
  #passOver(chunk: Buffer, from: number): number {
    const near = Math.min(chunk.length, from + shortString);
    let at = from;
    while (at < near && chunk[at] !== quote && chunk[at] !== backslash) at += 1;
    for (let end = at; ; end += 1) {
      end = chunk.indexOf(quote, end);
      const behind = end < 0 ? chunk.length : end;
      let escapes = 0;
      while (behind - 1 - escapes >= at && chunk[behind - 1 - escapes] === backslash) escapes += 1;
      if (end < 0) this.#escaped = escapes % 2 === 1;
      else if (escapes % 2 === 0) this.#quoted = false;
      else continue;
      return Math.min(behind, chunk.length - 1);
    }
  }

  #between(code: number): void {
    if (code === quote) {
      this.#quoted = true;
      this.#name = '';
    } else if (code === openList || code === openObject) {
      if (this.#depth < this.#listDepth) this.#path[this.#depth] = this.#name;
      this.#depth += 1;
      this.#name = '';
      if (this.#depth === this.#listDepth)
        this.#inList = code === openList && this.#within.every((name, at) => this.#path[at + 1] === name);
    } else if (code === closeList || code === closeObject) {
      this.#depth -= 1;
      if (this.#depth < this.#listDepth) this.#inList = false;
    } else if (code !== colon) this.#name = '';
  }

  #hold(part: Buffer): void {
    const size = this.#size + part.length;
    if (size <= this.#maxBytes && size > this.#held.length) {
      const larger = Buffer.alloc(Math.min(this.#maxBytes, 2 * size));
      this.#held.copy(larger, 0, 0, this.#size);
      this.#held = larger;
    }
    if (size <= this.#maxBytes) part.copy(this.#held, this.#size);
    this.#size = size;
  }

  #end(chunk: Buffer, at: number): EntryText {
    this.#hold(chunk.subarray(this.#from, at));
    // Bytes that are no UTF-8 become the sign for that, and the rest of the file goes on.
    const text = this.#size <= this.#maxBytes ? this.#held.toString('utf8', 0, this.#size) : undefined;
    this.#from = undefined;
    this.#size = 0;
    return text;
  }
}

/** Why a file could not be read to its end; what came before counts. */
export class IncompleteReadError extends Error {
  override readonly name = 'IncompleteReadError';
}

/** Longer than any body that is recorded, in whatever encoding. */
const maxEntryBytes = 16 * 1024 * 1024;

/** An entry as it stands in the file, or why it is passed over. */
export type CutEntry = { readonly text: string } | { readonly flaw: string };

/**
 * The entries of a HAR file, or of lists (`within` is empty), as they come, whatever their size. Throws CutError where
 * it ends too soon.
 */
export async function* cutEntries(
  chunks: AsyncIterable<Buffer>,
  within?: readonly [],
): AsyncGenerator<CutEntry> {
  const splitter = new EntrySplitter(maxEntryBytes, within);
  for await (const chunk of chunks) {
    for (const text of splitter.push(chunk))
      yield text === undefined ? { flaw: `larger than ${maxEntryBytes} bytes` } : { text };
    if (splitter.isEnded && within === undefined) return;
  }
  if (!splitter.isEnded) throw new IncompleteReadError('it ends in the middle');
}

/** The same, parsed. */
export async function* harEntries(chunks: AsyncIterable<Buffer>): AsyncGenerator<JsonReadResult> {
  for await (const entry of cutEntries(chunks)) yield 'text' in entry ? parseBoundedJson(entry.text) : entry;
}
