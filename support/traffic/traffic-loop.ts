import type { Evidence } from '../exchange/evidence';
import { withCalls } from '../exchange/evidence';
import { JudgingLoop } from '../judging/loop';
import { IrregularityDetector, settleConclusions } from '../judging/regularity';
import type { ClientTrafficSpan } from '../judging/traffic-span';
import { TrafficCounter } from '../judging/traffic-span';
import type { Conclusion, RuleContext } from '../obligations';
import { contractObligations } from '../obligations';
import { mayBeBroken, maxListed, maxListedOfRun } from '../obligations/judge/judge';

/** Judges recorded evidence of traffic in order, live and when a recording is judged again. */
export class TrafficLoop {
  readonly #loop: JudgingLoop;
  readonly #regularity = new IrregularityDetector();
  readonly #seen = new TrafficCounter();
  readonly #everyRule: boolean;
  /**
   * Whether the suite itself sent requests. Only their failures can be irregular, for which all breaches are needed.
   */
  #isSuiteSending = false;
  /** Whether the evidence shows acts of the suite, as in a run, or the suite plays the services at the mock. */
  #showsActs: boolean;
  /** Evidence of a recording of a run, held until its end: the call that caused a request comes after the request. */
  #held: Evidence[] = [];

  /** @param everyRule apply all rules, because the recording may be of a run and show more than traffic */
  constructor(context: RuleContext, everyRule: boolean) {
    this.#everyRule = everyRule;
    this.#showsActs = context.playsServices === true;
    const judged = contractObligations.all.filter(
      ({ seen, breaksInTraffic }) => everyRule || seen === 'passive' || breaksInTraffic === true,
    );
    const isSuiteSending = (): boolean => this.#isSuiteSending;
    const listing = {
      ...context,
      get listedBreaches() {
        return isSuiteSending() ? maxListedOfRun : maxListed;
      },
    };
    this.#loop = new JudgingLoop(judged, listing, true);
  }

  /** Judges one exchange at once. */
  observe(evidence: Evidence): void {
    this.#seen.add(evidence);
    this.#isSuiteSending ||= evidence.kind === undefined && evidence.asked !== undefined;
    this.#showsActs ||= isOfRun(evidence);
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

  /** Leaves out the obligations that traffic cannot show, unless the suite acted in it. */
  conclude(): ReadonlyMap<string, Conclusion> {
    const concluded = settleConclusions(this.#loop.conclude(), this.#regularity);
    return this.#everyRule && this.#showsActs ? concluded : new Map([...concluded].filter(isShown));
  }
}

/** Whether evidence is of a run, in which the suite acted: it belongs to a scenario, or to a process of the client. */
const isOfRun = (evidence: Evidence): boolean =>
  evidence.scenario !== undefined ||
  evidence.clientInstance !== undefined ||
  evidence.kind === 'adapter answer' ||
  (evidence.kind === undefined && evidence.asked !== undefined);

/**
 * Whether traffic shows an obligation. If traffic can only show breaches of it, its conclusion counts only if there may
 * be a breach.
 */
function isShown([id, conclusion]: readonly [string, Conclusion]): boolean {
  const { seen, breaksInTraffic } = contractObligations.get(id);
  if (seen === 'passive') return true;
  return breaksInTraffic === true
    ? mayBeBroken(conclusion)
    : seen === 'declared' && conclusion.breachCount > 0;
}
