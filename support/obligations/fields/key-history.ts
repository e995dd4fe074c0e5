import type { Sent } from '../../exchange/evidence';
import type { Exchange } from '../../exchange/exchange';
import type { FieldFact } from '../../exchange/facts';
import { isAccepted } from '../judge/fates';
import { certificateOf, clientOf } from '../judge/requests';

interface Given {
  readonly digest: string;
  /** When a key took the place of another, in epoch milliseconds. */
  readonly renewedAt?: number;
}

/** Follows which keys each process of the client was given: one whose successor it knows is not to be used again. */
export class KeyHistory {
  readonly #given = new Map<string, Given>();

  /** Whether a field is under a key that its sender has fetched the successor of. */
  isOutdated({ key = '' }: FieldFact, sent: Sent): boolean {
    if (!key.endsWith(' (retired)')) return false;
    const { renewedAt } = this.#given.get(keyOf(sent)) ?? {};
    return renewedAt !== undefined && sent.arrivedAt >= renewedAt;
  }

  observe(exchange: Exchange): void {
    const digest = exchange.facts.publicKey?.digest;
    const owner = certificateOf(exchange);
    if (digest === undefined || owner === undefined || !isAccepted(exchange)) return;
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
