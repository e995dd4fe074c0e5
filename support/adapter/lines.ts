const lineEnd = 0x0a;

/** A line without its end, or the news that one grew too long; what is left of that one is then passed over. */
export type StreamLine = { readonly kind: 'line'; readonly bytes: Buffer } | { readonly kind: 'too-long' };

/** Cuts a stream of bytes into lines, and never holds more than one line and one chunk. */
export class LineSplitter {
  readonly #maxBytes: number;
  #held: Buffer[] = [];
  #size = 0;
  #skipping = false;

  /** `maxBytes`: of one line, its end not counted. */
  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** How many bytes of a line have come without its end. */
  get size(): number {
    return this.#size;
  }

  /** Those bytes. */
  get rest(): Buffer {
    return joined(this.#held);
  }

  push(chunk: Buffer): StreamLine[] {
    const lines: StreamLine[] = [];
    let from = 0;
    for (let end = chunk.indexOf(lineEnd); end >= 0; end = chunk.indexOf(lineEnd, from)) {
      this.#hold(chunk.subarray(from, end), lines);
      if (!this.#skipping) lines.push({ kind: 'line', bytes: joined(this.#held) });
      this.#forget();
      this.#skipping = false;
      from = end + 1;
    }
    this.#hold(chunk.subarray(from), lines);
    return lines;
  }

  #hold(part: Buffer, lines: StreamLine[]): void {
    if (this.#skipping || part.length === 0) return;
    this.#held.push(part);
    this.#size += part.length;
    if (this.#size <= this.#maxBytes) return;
    lines.push({ kind: 'too-long' });
    this.#forget();
    this.#skipping = true;
  }

  #forget(): void {
    this.#held = [];
    this.#size = 0;
  }
}

/** A line that came in one piece is not copied. */
function joined(parts: readonly Buffer[]): Buffer {
  const [only = Buffer.alloc(0)] = parts;
  return parts.length > 1 ? Buffer.concat(parts) : only;
}

/** Text of bytes that have to be UTF-8; undefined where they are not. A byte-order mark in front is dropped. */
export function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
