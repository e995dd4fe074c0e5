import { squeezedAlphabet } from './squeezed';

interface Entry<Tag> {
  readonly pattern: Uint8Array;
  readonly tag: Tag;
}

/**
 * Looks for many patterns in one pass over a squeezed text (Wu and Manber, 1994): the last characters under a window of
 * the shortest pattern's length tell how far it may jump, mostly all of it. Patterns can be added at any time.
 */
export class WuManber<Tag> {
  readonly #window: number;
  /** Made for the first pattern: many a screen is made for a handful of them. */
  #shifts: Uint8Array | undefined;
  /** By the last block of their windows. */
  readonly #entries = new Map<number, Entry<Tag>[]>();

  /** @param window the length of the shortest pattern, at least 3 */
  constructor(window: number) {
    this.#window = window;
  }

  add(pattern: Uint8Array, tag: Tag): void {
    const window = this.#window;
    if (pattern.length < window) throw new RangeError(`a pattern shorter than ${window}`);
    const shifts = (this.#shifts ??= new Uint8Array(squeezedAlphabet ** blockLength).fill(
      window - blockLength + 1,
    ));
    for (let end = blockLength; end <= window; end += 1) {
      const block = blockAt(pattern, end - 1);
      shifts[block] = Math.min(shifts[block] ?? 0, window - end);
    }
    const last = blockAt(pattern, window - 1);
    const entries = this.#entries.get(last);
    if (entries === undefined) this.#entries.set(last, [{ pattern, tag }]);
    else entries.push({ pattern, tag });
  }

  /** Tells the tag of each pattern that stands in the text, once for each place. */
  find(text: Uint8Array, found: (tag: Tag) => void): void {
    const shifts = this.#shifts;
    if (shifts === undefined) return;
    for (let end = this.#window - 1; end < text.length;) {
      const block = blockAt(text, end);
      const shift = shifts[block] ?? 0;
      if (shift === 0) this.#compare(text, end - this.#window + 1, block, found);
      end += Math.max(shift, 1);
    }
  }

  #compare(text: Uint8Array, start: number, block: number, found: (tag: Tag) => void): void {
    for (const { pattern, tag } of this.#entries.get(block) ?? [])
      if (standsAt(text, start, pattern)) found(tag);
  }
}

const blockLength = 3;

/** The number of the block that ends there. */
function blockAt(text: Uint8Array, end: number): number {
  return (
    ((text[end - 2] ?? 0) * squeezedAlphabet + (text[end - 1] ?? 0)) * squeezedAlphabet + (text[end] ?? 0)
  );
}

function standsAt(text: Uint8Array, start: number, pattern: Uint8Array): boolean {
  if (start + pattern.length > text.length) return false;
  for (let index = 0; index < pattern.length; index += 1)
    if (text[start + index] !== pattern[index]) return false;
  return true;
}
