import { readAddress } from '../../exchange/address';
import type { Exchange } from '../../exchange/exchange';
import type { Breach, Conclusion } from '../../obligations';
import type { LiveExchange } from './told';

/** How long news waits for more, in milliseconds: rules conclude once for all of it. */
const togetherMs = 100;
/** So many times as long as they took, where that is longer: what they remember grows, and the mock serves meanwhile. */
const restShare = 10;

/** A breach that is new, and the exchange that completed it. */
export interface NewBreach {
  readonly seq: number;
  readonly obligation: string;
  readonly breach: Breach;
  /** Whether none of the obligation was told before. */
  readonly isFirst: boolean;
}

/** What came since the last time. */
export interface Batch {
  readonly exchanges: readonly LiveExchange[];
  /** In the order of the contract. */
  readonly breaches: readonly NewBreach[];
  readonly conclusions: ReadonlyMap<string, Conclusion>;
}

/** Puts exchanges together as they come, and tells of them with what they break, some at a time. */
export class LiveNews {
  readonly #conclude: () => ReadonlyMap<string, Conclusion>;
  readonly #tell: (batch: Batch) => void;
  readonly #counts = new Map<string, number>();
  #waiting: LiveExchange[] = [];
  #timer: NodeJS.Timeout | undefined;
  #pauseMs = togetherMs;

  constructor(conclude: () => ReadonlyMap<string, Conclusion>, tell: (batch: Batch) => void) {
    this.#conclude = conclude;
    this.#tell = tell;
  }

  add(exchange: Exchange): void {
    this.#waiting.push(liveExchange(exchange));
    this.#timer ??= setTimeout(() => {
      this.flush();
    }, this.#pauseMs);
  }

  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const exchanges = this.#waiting;
    this.#waiting = [];
    if (exchanges.length === 0) return;
    const began = performance.now();
    const conclusions = this.#conclude();
    this.#pauseMs = Math.max(togetherMs, restShare * (performance.now() - began));
    this.#tell({ exchanges, breaches: this.#newIn(conclusions), conclusions });
  }

  #newIn(conclusions: ReadonlyMap<string, Conclusion>): NewBreach[] {
    const found: NewBreach[] = [];
    for (const [obligation, { breaches, breachCount }] of conclusions) {
      // Once a second client shows, each is judged from there on by itself.
      const counted = this.#counts.get(obligation) ?? 0;
      const known = counted > breachCount ? 0 : counted;
      this.#counts.set(obligation, breachCount);
      for (const breach of breaches.slice(known))
        found.push({
          seq: Math.max(...breach.exchanges),
          obligation,
          breach,
          isFirst: counted === 0 && breach === breaches[0],
        });
    }
    return found;
  }
}

function liveExchange(exchange: Exchange): LiveExchange {
  const { seq, arrivedAt, answeredAt, sender, service, operation, request, response, failure, client } =
    exchange;
  return {
    ...{ seq, arrivedAt, sender, durationMs: answeredAt - arrivedAt },
    ...(service !== undefined && { service }),
    ...(operation !== undefined && { operation }),
    method: request.method,
    path: readAddress(request.url).pathname,
    ...(response !== undefined && { status: response.status }),
    ...(failure !== undefined && { failure: failure.code }),
    ...(client !== undefined && { client: client.label }),
  };
}
