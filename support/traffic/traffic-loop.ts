import type { Evidence } from '../exchange/evidence';
import { isWritable, withCalls } from '../exchange/evidence';
import { JudgingLoop } from '../judging/loop';
import { Regularity, settled } from '../judging/regularity';
import type { Conclusion, RuleContext } from '../obligations';
import { contractObligations } from '../obligations';
import { mostListed } from '../obligations/judge/judge';

/** How much was seen of a client, and when. */
export interface SeenClient {
  readonly exchanges: number;
  /** The least of their numbers; absent where there are none. */
  readonly firstExchange?: number;
  /** Epoch milliseconds; absent where none of them has a time that can be written down. */
  readonly firstAt?: number;
  readonly lastAt?: number;
}

/** Adds up what is seen; in whatever order it comes, it adds up to the same. */
class SeenSoFar {
  #exchanges = 0;
  #firstExchange = Infinity;
  #firstAt = Infinity;
  #lastAt = -Infinity;

  add({ seq, arrivedAt }: Evidence): void {
    this.#exchanges += 1;
    if (seq < this.#firstExchange) this.#firstExchange = seq;
    if (!isWritable(arrivedAt)) return;
    if (arrivedAt < this.#firstAt) this.#firstAt = arrivedAt;
    if (arrivedAt > this.#lastAt) this.#lastAt = arrivedAt;
  }

  get all(): SeenClient {
    return {
      exchanges: this.#exchanges,
      ...(this.#exchanges > 0 && { firstExchange: this.#firstExchange }),
      ...(this.#firstAt <= this.#lastAt && { firstAt: this.#firstAt, lastAt: this.#lastAt }),
    };
  }
}

/**
 * How many breaches are listed of a recording that may be one of a run: more than a run sends requests, since
 * {@link Regularity} settles a run by its list of breaches.
 */
const listedBreaches = 2000;

/** Judges recorded evidence of traffic in its order: when it comes, and whenever it is judged again. */
export class TrafficLoop {
  readonly #loop: JudgingLoop;
  readonly #regularity = new Regularity();
  readonly #seen = new SeenSoFar();
  readonly #everyRule: boolean;
  /** Of a recording of a run: what a request belongs to stands behind it. */
  #held: Evidence[] = [];

  /** @param everyRule old recordings hold what only a run can show: every rule looks at them */
  constructor(context: RuleContext, everyRule: boolean) {
    this.#everyRule = everyRule;
    const judged = contractObligations.all.filter(
      ({ seen, breaksInTraffic }) => everyRule || seen === 'passive' || breaksInTraffic === true,
    );
    this.#loop = new JudgingLoop(judged, everyRule ? { ...context, listedBreaches } : context, true);
  }

  /** Judges at once. */
  observe(evidence: Evidence): void {
    this.#seen.add(evidence);
    this.#regularity.observe(evidence);
    this.#loop.observe(evidence);
  }

  /** Takes evidence of a recording, which may be one of a run. */
  take(evidence: Evidence): void {
    if (evidence.clientInstance === undefined && this.#held.length === 0) this.observe(evidence);
    else this.#held.push(evidence);
  }

  /** A recording is at its end; the next one is of another run. */
  endRecording(): void {
    for (const each of withCalls(this.#held)) this.observe(each);
    this.#held = [];
  }

  /** What was judged so far, of recordings that are at their end. */
  get seen(): SeenClient {
    return this.#seen.all;
  }

  conclude(): ReadonlyMap<string, Conclusion> {
    const concluded = [...settled(this.#loop.conclude(), this.#regularity)].map(withFirstBreaches);
    return new Map(this.#everyRule ? concluded : concluded.filter(isShown));
  }
}

/** A conclusion of one client is merged with those of other clients, which list as many breaches as a report. */
function withFirstBreaches([id, conclusion]: [string, Conclusion]): [string, Conclusion] {
  return [id, { ...conclusion, breaches: conclusion.breaches.slice(0, mostListed) }];
}

/** What traffic can only show to be broken is unknown until it is. */
function isShown([id, { breachCount }]: readonly [string, Conclusion]): boolean {
  return contractObligations.get(id).seen === 'passive' || breachCount > 0;
}
