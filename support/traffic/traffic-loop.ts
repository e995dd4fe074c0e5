import type { Evidence } from '../exchange/evidence';
import { fitsIsoDate, withCalls } from '../exchange/evidence';
import { JudgingLoop } from '../judging/loop';
import { IrregularityDetector, settleConclusions } from '../judging/regularity';
import type { Conclusion, RuleContext } from '../obligations';
import { contractObligations } from '../obligations';
import { maxListed, maxListedOfRun } from '../obligations/judge/judge';

/** The amount and the times of a client's traffic. */
export interface ClientTrafficSpan {
  readonly exchanges: number;
  /** The lowest number of its exchanges; `undefined` if there are no exchanges. */
  readonly firstExchange?: number;
  /** In epoch milliseconds; `undefined` if no exchange has a time that a calendar can express. */
  readonly firstAt?: number;
  readonly lastAt?: number;
}

/** Counts a client's exchanges. The result does not depend on their order. */
class SeenSoFar {
  #exchanges = 0;
  #firstExchange = Infinity;
  #firstAt = Infinity;
  #lastAt = -Infinity;

  add({ seq, arrivedAt }: Evidence): void {
    this.#exchanges += 1;
    if (seq < this.#firstExchange) this.#firstExchange = seq;
    if (!fitsIsoDate(arrivedAt)) return;
    if (arrivedAt < this.#firstAt) this.#firstAt = arrivedAt;
    if (arrivedAt > this.#lastAt) this.#lastAt = arrivedAt;
  }

  get all(): ClientTrafficSpan {
    return {
      exchanges: this.#exchanges,
      ...(this.#exchanges > 0 && { firstExchange: this.#firstExchange }),
      ...(this.#firstAt <= this.#lastAt && { firstAt: this.#firstAt, lastAt: this.#lastAt }),
    };
  }
}

/** Judges recorded evidence of traffic in order, live and when a recording is judged again. */
export class TrafficLoop {
  readonly #loop: JudgingLoop;
  readonly #regularity = new IrregularityDetector();
  readonly #seen = new SeenSoFar();
  readonly #everyRule: boolean;
  /** Whether the suite itself sent requests. Only their failures can be irregular, for which all breaches are needed. */
  #isOfRun = false;
  /** Evidence of a recording of a run, held until its end: the call that caused a request comes after the request. */
  #held: Evidence[] = [];

  /** @param everyRule apply all rules, because the recording may be of a run and show more than traffic */
  constructor(context: RuleContext, everyRule: boolean) {
    this.#everyRule = everyRule;
    const judged = contractObligations.all.filter(
      ({ seen, breaksInTraffic }) => everyRule || seen === 'passive' || breaksInTraffic === true,
    );
    const isOfRun = (): boolean => this.#isOfRun;
    const listing = {
      ...context,
      get listedBreaches() {
        return isOfRun() ? maxListedOfRun : maxListed;
      },
    };
    this.#loop = new JudgingLoop(judged, listing, true);
  }

  /** Judges one exchange at once. */
  observe(evidence: Evidence): void {
    this.#seen.add(evidence);
    this.#isOfRun ||= evidence.kind === undefined && evidence.asked !== undefined;
    this.#regularity.observe(evidence);
    this.#loop.observe(evidence);
  }

  /** Judges evidence of a recording that may be of a run, at once or at the end of the recording. */
  take(evidence: Evidence): void {
    if (evidence.clientInstance === undefined && this.#held.length === 0) this.observe(evidence);
    else this.#held.push(evidence);
  }

  /** Ends a recording: the next evidence belongs to another run. */
  endRecording(): void {
    for (const each of withCalls(this.#held)) this.observe(each);
    this.#held = [];
  }

  /** The amount of traffic judged so far, without held evidence. */
  get seen(): ClientTrafficSpan {
    return this.#seen.all;
  }

  conclude(): ReadonlyMap<string, Conclusion> {
    const concluded = settleConclusions(this.#loop.conclude(), this.#regularity);
    return this.#everyRule ? concluded : new Map([...concluded].filter(isShown));
  }
}

/** If traffic can only show breaches of an obligation, its conclusion counts only if there is a breach. */
function isShown([id, { breachCount }]: readonly [string, Conclusion]): boolean {
  return contractObligations.get(id).seen === 'passive' || breachCount > 0;
}
