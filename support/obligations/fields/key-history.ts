import type { Sent } from '../../exchange/evidence';
import type { Exchange } from '../../exchange/exchange';
import type { FieldFact } from '../../exchange/facts';
import { certificateOf, clientOf } from '../judge/requests';
import { isAccepted } from '../../exchange/exchange';

interface Given {
  readonly digest: string;
  /** When a key took the place of another, in epoch milliseconds. */
  readonly renewedAt?: number;
}

/** Follows which keys each process of the client was given: one whose successor it knows is not to be used again. */
export class KeyHistory {
  readonly #given = new Map<string, Given>();
  /** Lengths of the keys that each service has published, in bytes, the latest last. */
  readonly #lengths = new Map<string, readonly number[]>();

  /** Whether a field is under a key that its sender has fetched the successor of. */
  isOutdated({ key = '' }: FieldFact, sent: Sent): boolean {
    if (!key.endsWith(' (retired)')) return false;
    const { renewedAt } = this.#given.get(keyOf(sent)) ?? {};
    return renewedAt !== undefined && sent.arrivedAt >= renewedAt;
  }

  /**
   * The length of a ciphertext under the key that the service has published, in bytes: that of an earlier one, where the
   * field has it. `undefined` where no key was seen.
   */
  modulusBytes({ service }: Pick<Sent, 'service'>, { bytes = 0 }: FieldFact): number | undefined {
    const lengths = this.#lengths.get(service ?? '') ?? [];
    return lengths.includes(bytes) ? bytes : lengths.at(-1);
  }

  observe(exchange: Exchange): void {
    const { digest, type, bits } = exchange.facts.publicKey ?? {};
    const owner = certificateOf(exchange);
    if (digest === undefined || owner === undefined || !isAccepted(exchange)) return;
    if (type === 'rsa' && bits !== undefined) {
      const length = Math.ceil(bits / 8);
      const others = (this.#lengths.get(owner) ?? []).filter((each) => each !== length);
      this.#lengths.set(owner, [...others, length]);
    }
    const key = keyOf({ ...exchange, service: owner });
    const before = this.#given.get(key);
    const isNew = before !== undefined && before.digest !== digest;
    this.#given.set(key, {
      ...before,
      digest,
      ...(isNew && { renewedAt: exchange.answeredAt }),
    });
  }
}

const keyOf = (sent: Sent): string => `${clientOf(sent)} ${sent.service ?? ''}`;
