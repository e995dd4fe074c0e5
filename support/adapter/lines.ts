const lineEnd = 0x0a;

/**
 * A line without its line end. For a line over the limit, the splitter reports `too-long` once and skips the
 * rest of the line.
 */
export type StreamLine = { readonly kind: 'line'; readonly bytes: Buffer } | { readonly kind: 'too-long' };

/** Splits a stream of bytes into lines. Holds at most one line and one chunk in memory. */
export class LineSplitter {
  readonly #maxBytes: number;
  #held: Buffer[] = [];
  #size = 0;
  #skipping = false;

  /** `maxBytes` is the maximum length of a line, without its line end. */
  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** The number of bytes in the unfinished line. */
  get size(): number {
    return this.#size;
  }

  /** The bytes in the unfinished line. */
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

/** Concatenates the parts of a line. A line that arrived in one piece is not copied. */
function joined(parts: readonly Buffer[]): Buffer {
  const [only = Buffer.alloc(0)] = parts;
  return parts.length > 1 ? Buffer.concat(parts) : only;
}

/** Decodes UTF-8, without a byte-order mark; `undefined` if the bytes are not UTF-8. */
export function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
