import type { OperationPlaces } from '../../contract/near-operation';
import { nearOperationText } from '../../contract/near-operation';
import { readAddress } from '../../exchange/address';
import type { Exchange } from '../../exchange/exchange';
import { jsonBody } from '../../exchange/exchange';
import { toPlainText } from '../../exchange/text';
import type { ResultsOrigin } from '../../judging/explain';
import { explainBreach } from '../../judging/explain';
import type { Breach, Conclusion } from '../../obligations';
import { contractObligations } from '../../obligations';

/** An exchange as a row of a live list, from its redacted record. */
export interface LiveExchange {
  readonly seq: number;
  /** `other` if the request does not belong to a service. */
  readonly service: string;
  readonly method: string;
  /** The path of the request, without its query. */
  readonly path: string;
  /** Status of the answer; `undefined` if the request was not answered. */
  readonly status?: number;
  /** Error code of a failed exchange, such as `ECONNREFUSED`. */
  readonly failure?: string;
  /** The source of the mock's answer to a request outside the contract. */
  readonly answeredBy?: Exchange['answeredBy'];
  /**
   * A text that names the documented operation which a request almost calls, as in `did you mean POST /process/request?`, if
   * the request was answered with 404.
   */
  readonly near?: string;
  /** Time from the request to the end of the answer. */
  readonly durationMs: number;
  /** Label of the client that sent the request, if the recorder could identify the client. */
  readonly client?: string;
}

/** A breach that no earlier update contains. */
export interface LiveBreach {
  /** Number of the exchange that completed the breach. */
  readonly seq: number;
  readonly obligation: string;
  readonly seen: string;
  /** The full explanation of the breach, as in a report. */
  readonly message: string;
  /** Whether this is the first reported breach of the obligation. */
  readonly isFirst: boolean;
}

/**
 * Number of times that an obligation was observed, and number of its breaches. Only the first breaches also appear as a
 * {@link LiveBreach}.
 */
export interface LiveCount {
  readonly obligation: string;
  readonly title: string;
  readonly observations: number;
  readonly broken: number;
}

/**
 * News since the previous update: exchanges in their order, new breaches in the contract's order, and changed counts.
 */
export interface LiveUpdate {
  readonly exchanges: readonly LiveExchange[];
  readonly breaches: readonly LiveBreach[];
  readonly counts: readonly LiveCount[];
}

/**
 * Minimum time for which exchanges are collected into one update, in milliseconds. Rules conclude once for each update.
 */
const togetherMs = 100;
/**
 * The pause after an update is at least this many times as long as the update itself. Conclusions become slower as the
 * rules remember more, and clients must be served in between.
 */
const restShare = 10;

interface Telling {
  /** Returns the current conclusions of the rules. */
  readonly conclude: () => ReadonlyMap<string, Conclusion>;
  readonly tell: (update: LiveUpdate) => void;
  /** Receives one line if an update failed. The error goes no further. */
  readonly fault: (line: string) => void;
  /** Origin of the results, which the messages of breaches mention. */
  readonly origin: ResultsOrigin;
  /** Returns the places of the documented operations, for the text about a near miss of one. */
  readonly places: () => OperationPlaces;
}

/**
 * Collects exchanges as they arrive, and reports several of them in one update, with the obligations that they break.
 */
export class LiveUpdateBatcher {
  readonly #telling: Telling;
  /** Last reported counts, by obligation. */
  readonly #counts = new Map<string, LiveCount>();
  readonly #told = new Map<string, Set<string>>();
  #waiting: LiveExchange[] = [];
  #timer: NodeJS.Timeout | undefined;
  #pauseMs = togetherMs;

  constructor(telling: Telling) {
    this.#telling = telling;
  }

  add(exchange: Exchange): void {
    this.#waiting.push(liveExchange(exchange, this.#telling.places));
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

function liveExchange(exchange: Exchange, places: () => OperationPlaces): LiveExchange {
  const { seq, arrivedAt, answeredAt, service, request, response, failure, client, answeredBy } = exchange;
  const near = nearOf(exchange, places);
  return {
    ...{ seq, service: service ?? 'other', method: request.method, path: readAddress(request.url).pathname },
    ...(response !== undefined && { status: response.status }),
    ...(failure !== undefined && { failure: failure.code }),
    ...(client !== undefined && { client: client.label }),
    ...(answeredBy !== undefined && { answeredBy }),
    ...(near !== undefined && { near }),
    durationMs: answeredAt - arrivedAt,
  };
}

function nearOf(
  { service, operation, request, response }: Exchange,
  places: () => OperationPlaces,
): string | undefined {
  if (service === undefined || operation !== undefined || response?.status !== 404) return undefined;
  const { method, url } = request;
  const asked = { service, method, path: readAddress(url).pathname, body: jsonBody(request) };
  return nearOperationText(asked, places());
}
