import { readAddress } from '../../exchange/address';
import type { Exchange } from '../../exchange/exchange';
import { toPlainText } from '../../exchange/text';
import type { ResultsOrigin } from '../../judging/explain';
import { explainBreach } from '../../judging/explain';
import type { Breach, Conclusion } from '../../obligations';
import { contractObligations } from '../../obligations';

/** An exchange as a list shows it, as it is recorded. */
export interface LiveExchange {
  readonly seq: number;
  /** `other` where it belongs to none. */
  readonly service: string;
  readonly method: string;
  /** Without its query. */
  readonly path: string;
  /** Absent: there was no answer. */
  readonly status?: number;
  /** Why there was none, as in `ECONNREFUSED`. */
  readonly failure?: string;
  /** From the request to the whole answer. */
  readonly durationMs: number;
  /** Whose it is, where that is known by then. */
  readonly client?: string;
}

/** A breach that is new. */
export interface LiveBreach {
  /** The exchange that completed it. */
  readonly seq: number;
  readonly obligation: string;
  readonly seen: string;
  /** All that there is to say of it, as in a report. */
  readonly message: string;
  /** Whether none of the obligation was told before. */
  readonly isFirst: boolean;
}

/** How often an obligation was seen, and how often broken; the first breaches alone are told one by one. */
export interface LiveCount {
  readonly obligation: string;
  readonly title: string;
  readonly observations: number;
  readonly broken: number;
}

/** What came since the last time: exchanges in their order, breaches in that of the contract, and counts that changed. */
export interface LiveUpdate {
  readonly exchanges: readonly LiveExchange[];
  readonly breaches: readonly LiveBreach[];
  readonly counts: readonly LiveCount[];
}

/** How long news waits for more, in milliseconds: rules conclude once for all of it. */
const togetherMs = 100;
/** So many times as long as they took, where that is longer: what they remember grows, and clients are served meanwhile. */
const restShare = 10;

interface Telling {
  /** What the rules conclude by now. */
  readonly conclude: () => ReadonlyMap<string, Conclusion>;
  readonly tell: (update: LiveUpdate) => void;
  /** Told in one line of news that could not be put together: nothing else ends for it. */
  readonly fault: (line: string) => void;
  /** What is judged, for the messages. */
  readonly origin: ResultsOrigin;
}

/** Puts exchanges together as they come, and tells of them with what they break, some at a time. */
export class LiveUpdateBatcher {
  readonly #telling: Telling;
  /** By obligation. */
  readonly #counts = new Map<string, LiveCount>();
  readonly #told = new Map<string, Set<string>>();
  #waiting: LiveExchange[] = [];
  #timer: NodeJS.Timeout | undefined;
  #pauseMs = togetherMs;

  constructor(telling: Telling) {
    this.#telling = telling;
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
    try {
      this.#tellOf(exchanges);
    } catch (error) {
      this.#telling.fault(
        `fault of the suite: ${exchanges.length} exchanges could not be told of (${String(error)})`,
      );
    }
  }

  #tellOf(exchanges: readonly LiveExchange[]): void {
    const began = performance.now();
    const conclusions = this.#telling.conclude();
    const counts = [...conclusions].flatMap(([id, found]) => this.#newCount(id, found));
    const breaches = counts.flatMap(({ obligation }) =>
      this.#newBreaches(obligation, conclusions.get(obligation)?.breaches ?? []),
    );
    this.#pauseMs = Math.max(togetherMs, restShare * (performance.now() - began));
    this.#telling.tell({ exchanges, breaches, counts });
  }

  #newCount(obligation: string, { observations, breachCount: broken }: Conclusion): LiveCount[] {
    const known = this.#counts.get(obligation) ?? { observations: 0, broken: 0 };
    if (known.observations === observations && known.broken === broken) return [];
    const { title } = contractObligations.get(obligation);
    const count = { obligation, title, observations, broken };
    this.#counts.set(obligation, count);
    return [count];
  }

  #newBreaches(obligation: string, breaches: readonly Breach[]): LiveBreach[] {
    const told = this.#told.get(obligation) ?? new Set();
    this.#told.set(obligation, told);
    return breaches.flatMap((breach) => {
      const { seen, exchanges } = breach;
      const text = toPlainText(seen);
      const key = `${exchanges.join()} ${text}`;
      if (told.has(key)) return [];
      const isFirst = told.size === 0;
      told.add(key);
      const message = this.#messageOf(obligation, breach);
      return [{ seq: Math.max(...exchanges), obligation, seen: text, message, isFirst }];
    });
  }

  #messageOf(id: string, breach: Breach): string {
    const { title, level, clauses } = contractObligations.get(id);
    const about = { id, level, title, clause: clauses.join(', ') };
    return explainBreach(about, { ...breach, cause: { text: breach.cause } }, this.#telling.origin);
  }
}

function liveExchange(exchange: Exchange): LiveExchange {
  const { seq, arrivedAt, answeredAt, service, request, response, failure, client } = exchange;
  return {
    ...{ seq, service: service ?? 'other', method: request.method, path: readAddress(request.url).pathname },
    ...(response !== undefined && { status: response.status }),
    ...(failure !== undefined && { failure: failure.code }),
    ...(client !== undefined && { client: client.label }),
    durationMs: answeredAt - arrivedAt,
  };
}
