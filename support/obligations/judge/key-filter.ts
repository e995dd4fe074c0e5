import type { Key } from './use-table';

/** Of ten million keys, one in two hundred is taken for another. */
const bits = 2 ** 27;
const probes = 4;

/** Tells most keys that were never added from those that may have been, in 16 MiB whatever their number. */
export class KeyFilter {
  readonly #words = new Uint32Array(bits / 32);

  add(key: Key): void {
    for (let probe = 0; probe < probes; probe += 1) {
      const bit = bitOf(key, probe);
      this.#words[bit >>> 5] = (this.#words[bit >>> 5] ?? 0) | (1 << (bit & 31));
    }
  }

  mayHold(key: Key): boolean {
    for (let probe = 0; probe < probes; probe += 1) {
      const bit = bitOf(key, probe);
      if (((this.#words[bit >>> 5] ?? 0) & (1 << (bit & 31))) === 0) return false;
    }
    return true;
  }
}

/** Not the number by which tables place a key alone: what stands side by side there is spread here. */
function bitOf([, one = 0, other = 0]: Key, probe: number): number {
  return ((one + Math.imul(probe, other | 1)) >>> 0) & (bits - 1);
}
