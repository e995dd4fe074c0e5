import type { Key } from './use-table';

/** Of twenty million keys, one in two hundred is taken for another. */
const bits = 2 ** 28;
const probes = 4;

/** Tells most keys that an owner never added from those that it may have added, in 32 MiB whatever their number. */
export class KeyFilter {
  readonly #words = new Uint32Array(bits / 32);

  add(owner: number, key: Key): void {
    for (let probe = 0; probe < probes; probe += 1) {
      const bit = bitOf(owner, key, probe);
      this.#words[bit >>> 5] = (this.#words[bit >>> 5] ?? 0) | (1 << (bit & 31));
    }
  }

  mayHold(owner: number, key: Key): boolean {
    for (let probe = 0; probe < probes; probe += 1) {
      const bit = bitOf(owner, key, probe);
      if (((this.#words[bit >>> 5] ?? 0) & (1 << (bit & 31))) === 0) return false;
    }
    return true;
  }
}

/** Not the number by which tables place a key alone: what stands side by side there is spread here. */
function bitOf(owner: number, [, one = 0, other = 0]: Key, probe: number): number {
  return ((one + Math.imul(owner, 0x9e3779b1) + Math.imul(probe, other | 1)) >>> 0) & (bits - 1);
}
