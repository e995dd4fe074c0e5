import { createHash, randomBytes } from 'node:crypto';
import { v4 as uuidOf } from 'uuid';

/**
 * Seed for the self-test, in which the suite tests its own client. With this seed, the search for a shared
 * secret with a leading zero byte succeeds within eight transfers on each curve. If the order in which keys
 * are generated changes, find a new seed with `bench/self-test-seed.ts`.
 */
export const selfTestSeed = 367;

/**
 * Generates test data: names, numbers, bundles and the private keys of the suite's own HIUs. With a seed, the
 * data is the same in every run. Without a seed, the data is random, so that no client can predict the bundle
 * that it should decrypt. Nonces, ids and tokens are always random.
 */
export class TestData {
  readonly #key: string;
  readonly #counts = new Map<string, number>();

  constructor(seed?: number) {
    this.#key = seed === undefined ? randomBytes(32).toString('hex') : `seed ${seed}`;
  }

  /** Counts a use of `purpose`, and returns the number of earlier uses. */
  turn(purpose: string): number {
    const before = this.#counts.get(purpose) ?? 0;
    this.#counts.set(purpose, before + 1);
    return before;
  }

  /**
   * Returns `count` bytes, different for each call. They depend only on the key, `purpose` and the number of
   * earlier uses of that purpose. They therefore stay the same if a run skips other parts.
   */
  bytes(purpose: string, count: number): Buffer {
    const before = this.turn(purpose);
    // Use SHAKE256 (FIPS 202), because its output can have any length.
    const hash = createHash('shake256', { outputLength: count });
    return hash.update(JSON.stringify([this.#key, purpose, before])).digest();
  }

  /** Returns `count` decimal digits, without a leading zero. */
  digits(purpose: string, count: number): string {
    const chosen = BigInt(`0x${this.bytes(purpose, 16 + count).toString('hex')}`);
    const least = 10n ** BigInt(count - 1);
    return String(least + (chosen % (9n * least)));
  }

  /** Returns a unique string in UUID format. */
  marker(purpose: string): string {
    return uuidOf({ random: this.bytes(purpose, 16) });
  }
}
