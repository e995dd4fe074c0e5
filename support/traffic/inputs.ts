import { closeSync, mkdtempSync, openSync, readSync, rmSync, statSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { Source } from './sources';
import { mostChunkBytes, openSource } from './sources';

const heldBytes = 1 << 24;
const leastChunkBytes = 1 << 14;

/**
 * Inputs that can be read more than once. What comes from standard input is kept aside for that, in a file of this user's
 * that has no name any more and goes with the process.
 */
export class Inputs {
  readonly #names: readonly string[];
  readonly #kept: Kept | undefined;
  readonly #shown: string | undefined;
  #opened: Source[] = [];

  private constructor(names: readonly string[], kept: Kept | undefined, shown: string | undefined) {
    this.#names = names;
    this.#kept = kept;
    this.#shown = shown;
  }

  /** @param shown under which name reports and errors show what is read, where that is one file with a name of ours */
  static async of(
    names: readonly string[],
    shown?: string,
    input: AsyncIterable<Buffer | string> = process.stdin,
  ) {
    return new Inputs(names, names.includes('-') ? await keep(input) : undefined, shown);
  }

  /** Opens them; those that were opened before are closed, wherever reading them was left. */
  async open(): Promise<readonly Source[]> {
    this.#release();
    // All of them are open at once, and a chunk of each is held.
    const chunk = Math.floor(heldBytes / this.#names.length);
    const chunkBytes = Math.min(mostChunkBytes, Math.max(leastChunkBytes, chunk));
    for (const name of this.#names)
      this.#opened.push(
        await openSource(name, name === '-' ? this.#kept?.read() : undefined, {
          chunkBytes,
          shown: this.#shown,
        }),
      );
    return this.#opened;
  }

  /** How large they are together, packed or not. */
  get bytes(): number {
    const sizes = this.#names.map((name) =>
      name === '-' ? (this.#kept?.bytes ?? 0) : (statSync(name, { throwIfNoEntry: false })?.size ?? 0),
    );
    return sizes.reduce((sum, size) => sum + size, 0);
  }

  [Symbol.dispose](): void {
    this.#release();
    this.#kept?.close();
  }

  #release(): void {
    for (const source of this.#opened) source.close();
    this.#opened = [];
  }
}

interface Kept {
  readonly bytes: number;
  read(): Readable;
  close(): void;
}

async function keep(input: AsyncIterable<Buffer | string>): Promise<Kept> {
  const folder = mkdtempSync(join(tmpdir(), 'conform-input-'));
  const descriptor = openSync(join(folder, 'input'), 'wx+', 0o600);
  const remove = (): void => {
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    remove();
  } catch {
    // Windows keeps a file that is open.
    process.once('exit', remove);
  }
  let size = 0;
  for await (const chunk of input) {
    const bytes = Buffer.from(chunk as string);
    size += bytes.length;
    for (let at = 0; at < bytes.length;) at += writeSync(descriptor, bytes, at);
  }
  return {
    bytes: size,
    read: () => Readable.from(chunksIn(descriptor)),
    close: () => {
      closeSync(descriptor);
    },
  };
}

const chunkBytes = 1 << 18;

/** What is kept, from its beginning; a stream of the file itself would close it at its end. */
function* chunksIn(descriptor: number): Generator<Buffer> {
  for (let at = 0; ;) {
    const chunk = Buffer.alloc(chunkBytes);
    const read = readSync(descriptor, chunk, 0, chunkBytes, at);
    if (read === 0) return;
    at += read;
    yield chunk.subarray(0, read);
  }
}
