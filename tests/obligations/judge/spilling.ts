import type { Spill } from '../../../support/obligations';

/** Spills into memory, so early that a handful of keys shows what millions do. */
export function spilling(keysInMemory: number): Spill & { readonly size: number } {
  const parts: { readonly start: number; readonly bytes: Uint8Array }[] = [];
  let size = 0;
  return {
    keysInMemory,
    get size() {
      return size;
    },
    append(bytes) {
      const start = size;
      parts.push({ start, bytes: bytes.slice() });
      size += bytes.length;
      return start;
    },
    read(at, into) {
      const part = parts.findLast(({ start }) => start <= at);
      if (part === undefined) throw new Error(`nothing stands at ${at}`);
      into.set(part.bytes.subarray(at - part.start, at - part.start + into.length));
    },
  };
}
