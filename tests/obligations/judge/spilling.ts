import type { SpillStore } from '../../../support/obligations';
import { Spill } from '../../../support/obligations';

/** Keeps in memory what is put away. */
export class Kept implements SpillStore {
  readonly #parts: { readonly start: number; readonly bytes: Uint8Array }[] = [];
  size = 0;

  append(bytes: Uint8Array): number {
    const start = this.size;
    this.#parts.push({ start, bytes: bytes.slice() });
    this.size += bytes.length;
    return start;
  }

  read(at: number, into: Uint8Array): void {
    const part = this.#parts.findLast(({ start }) => start <= at);
    if (part === undefined) throw new Error(`nothing stands at ${at}`);
    into.set(part.bytes.subarray(at - part.start, at - part.start + into.length));
  }
}

/** Spills so early that a handful of keys shows what millions do. */
export const spilling = (keysInMemory: number, kept = new Kept()): Spill => new Spill(kept, keysInMemory, 1);
