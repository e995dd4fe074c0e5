import type { Pickle } from '@cucumber/messages';
import { isObject } from '../contract/json';
import { readAddress } from '../exchange/address';
import type { Evidence } from '../exchange/evidence';
import type { RequestPurpose, Exchange } from '../exchange/exchange';
import { isRepeatable, jsonBody, exchangeReference, transientFailureOf } from '../exchange/exchange';
import type { Reason } from '../exchange/reason';
import type { ReportText } from '../exchange/text';
import { toPlainText, reportText } from '../exchange/text';
import type { ScenarioOutcome } from './verdict';
import type { Breach, Conclusion } from '../obligations';
import type { SeenFacet } from '../obligations/judge/judge';

/** The beginning of the text of a reason of the kind `irregular`. */
const irregularly = 'answers irregularly';

/** Requests that differ at most in ids, times and values, with their outcomes. */
interface Equals {
  /** Method and path, for valid requests that the suite does not repeat; other requests have no `once`. */
  readonly once?: string;
  answered: number;
  readonly failed: Map<number, OddOne>;
}

/** A request that got a 5xx, a reset, or no answer in time. */
interface OddOne {
  readonly exchange: ReportText;
  /** The outcome, such as `502` or `reset`. */
  readonly how: string;
  /** Whether a later equal request was answered. */
  recovered: boolean;
}

/**
 * A conclusion after {@link IrregularityDetector.settle}. `irregular` is the reason why every breach was taken back.
 */
export interface Settled extends Conclusion {
  readonly irregular?: Reason;
}

/**
 * Distinguishes a service that fails from a service that fails sometimes (a middlebox's occasional 502, one slow
 * answer). A failure is irregular if an equal request was answered later. The reset of a request that the suite does
 * not repeat is irregular if it is the only one. Keeps the failures of a recording, and only counts its answered
 * requests.
 */
export class IrregularityDetector {
  readonly #groups = new Map<string, Equals>();
  /** The group of each failed request, by `seq`. */
  readonly #groupOf = new Map<number, Equals>();

  /** Observes a whole recording. */
  static of(evidence: Iterable<Evidence>): IrregularityDetector {
    const found = new IrregularityDetector();
    for (const each of evidence) found.observe(each);
    return found;
  }

  observe(exchange: Evidence): void {
    if (exchange.kind !== undefined || exchange.sender !== 'suite' || exchange.subject !== undefined) return;
    const { asked } = exchange;
    if (asked === undefined || asked.part === 'open') return;
    const key = keyOf(exchange, asked);
    const group = this.#groups.get(key) ?? {
      ...onceOf(exchange),
      answered: 0,
      failed: new Map<number, OddOne>(),
    };
    this.#groups.set(key, group);
    const how = transientFailureOf(exchange);
    if (how !== undefined) {
      group.failed.set(exchange.seq, { exchange: exchangeReference(exchange), how, recovered: false });
      this.#groupOf.set(exchange.seq, group);
    } else if (exchange.response !== undefined) {
      group.answered += 1;
      for (const odd of group.failed.values()) odd.recovered = true;
    }
  }

  /**
   * Removes the breaches that only an irregular failure shows. The conclusion must list all breaches of requests that
   * the suite sent (see `RuleContext.listedBreaches`): a breach that is counted but not listed stays.
   */
  settle(conclusion: Conclusion): Settled {
    const { breaches, breachCount, warningCount = 0, unjudged, facets, ...rest } = conclusion;
    const { departed, ...others } = rest;
    const { lasting = [], takenBack = [] } = Object.groupBy(breaches, (breach) =>
      this.#whyIrregular(breach) === undefined ? 'lasting' : 'takenBack',
    );
    const why = takenBack[0] && this.#whyIrregular(takenBack[0]);
    if (why === undefined) return conclusion;
    const irregular: Reason = { kind: 'irregular', text: why };
    const left = breachCount - takenBack.length;
    const leftWarnings = warningCount - takenBack.filter(({ warns }) => warns === true).length;
    if (left > 0)
      return {
        ...others,
        ...{ breaches: lasting, breachCount: left, unjudged },
        ...(leftWarnings > 0 && { warningCount: leftWarnings }),
        ...withoutTakenBack(departed, takenBack),
        ...(facets && { facets }),
      };
    return {
      ...others,
      observations: 0,
      breaches: [],
      breachCount: 0,
      unjudged: [irregular, ...unjudged],
      ...(facets && { facets: facets.map((facet) => unsettled(facet, irregular)) }),
      irregular,
    };
  }

  /** Returns the reason if one of the failures that show a breach is irregular. */
  #whyIrregular({ exchanges }: Breach): ReportText | undefined {
    return exchanges.map((seq) => this.#whyOdd(seq)).find((why) => why !== undefined);
  }

  /** Returns the reason if the failure of this exchange is irregular. */
  #whyOdd(seq: number): ReportText | undefined {
    const group = this.#groupOf.get(seq);
    const odd = group?.failed.get(seq);
    if (group === undefined || odd === undefined) return undefined;
    if (odd.recovered) return reportText`${irregularly}: ${ratioOf(group)}`;
    // Repeated failures are the subject's. One failure alone is irregular if other requests failed like that and
    // recovered.
    const others = [...this.#groups.values()].find((other) => isIrregular(other) && failsBy(odd.how, other));
    const lasting = [...group.failed.values()].filter(({ recovered }) => !recovered);
    if (lasting.length > 1) return undefined;
    if (others === undefined) return this.#whyCutOff(group, odd);
    return reportText`${irregularly}: ${odd.exchange} got ${odd.how} and is not sent twice; elsewhere ${ratioOf(others)}`;
  }

  /**
   * Returns the reason if this is the only reset of a request that is not repeated; a second reset is the subject's
   * failure.
   */
  #whyCutOff({ once }: Equals, { exchange, how }: OddOne): ReportText | undefined {
    if (once === undefined || how !== 'reset') return undefined;
    const resets = [...this.#groups.values()]
      .filter((each) => each.once === once)
      .flatMap(({ failed }) => [...failed.values()].filter((odd) => odd.how === 'reset'));
    if (resets.length > 1) return undefined;
    return reportText`${irregularly}: the connection was reset in the middle of ${exchange}, which is not sent twice, since it may have been carried out`;
  }
}

/** Settles all conclusions of a recording. */
export function settleConclusions(
  conclusions: ReadonlyMap<string, Conclusion>,
  regularity: IrregularityDetector,
): ReadonlyMap<string, Settled> {
  return new Map([...conclusions].map(([id, conclusion]) => [id, regularity.settle(conclusion)]));
}

/** Returns the count of breaches that only show departures, without the breaches in `takenBack`. */
function withoutTakenBack(
  departed: Conclusion['departed'],
  takenBack: readonly Breach[],
): Pick<Conclusion, 'departed'> {
  if (departed === undefined) return {};
  const count = departed.count - takenBack.filter(({ departures }) => departures !== undefined).length;
  return count === 0 ? {} : { departed: { ...departed, count } };
}

/** A facet whose breaches were all taken back was not judged. */
const unsettled = (facet: SeenFacet, why: Reason): SeenFacet =>
  facet.broken === 0 ? facet : { name: facet.name, kept: 0, broken: 0, unjudged: why };

const isIrregular = ({ failed }: Equals): boolean => [...failed.values()].some(({ recovered }) => recovered);

const failsBy = (how: string, { failed }: Equals): boolean =>
  [...failed.values()].some((odd) => odd.how === how);

function ratioOf({ answered, failed }: Equals): ReportText {
  const [first] = failed.values();
  const all = answered + failed.size;
  return reportText`${failed.size} of ${all} equal requests failed, first ${first?.exchange ?? ''} with ${first?.how ?? ''}`;
}

/**
 * Equal requests have equal keys. A request that changes something on the service is only equal to others of its round.
 */
function keyOf(exchange: Exchange, { part, round, variant }: RequestPurpose): string {
  const { request, operation } = exchange;
  const { pathname } = readAddress(request.url);
  const own = isRepeatable(operation) ? '' : round;
  return [request.method, pathname, part, own, variant, shapeOf(jsonBody(request))].join('|');
}

function onceOf({ request: { method, url }, operation, asked }: Exchange): Pick<Equals, 'once'> {
  if (asked?.part !== 'valid' || isRepeatable(operation)) return {};
  return { once: `${method} ${readAddress(url).pathname}` };
}

/** The names of all members, without their values. */
function shapeOf(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(shapeOf).join()}]`;
  if (!isObject(value)) return '';
  return `{${Object.entries(value)
    .map(([name, member]) => name + shapeOf(member))
    .sort()
    .join()}}`;
}

/** The beginning of a message about a fault of the suite itself. */
export const suiteFaultPrefix = 'fault of the suite: ';

/** The tag of scenarios that test the suite itself. They show nothing about a subject, so no plan contains them. */
const ownCheck = '@vectors';

/** Whether a scenario tests the suite itself. */
export function testsSuiteItself(pickle: Pickle): boolean {
  return pickle.tags.some(({ name }) => name === ownCheck);
}

/**
 * Makes a failed scenario inconclusive if all breaches of its obligations were taken back as irregular. A breach that
 * stays keeps it failed.
 */
export function excuseIrregularFailure(
  outcome: ScenarioOutcome,
  conclusions: ReadonlyMap<string, Settled>,
): ScenarioOutcome {
  if (outcome.verdict !== 'failed' && outcome.verdict !== 'inconclusive') return outcome;
  const about = outcome.tags.flatMap((id) => conclusions.get(id) ?? []);
  const why = about.find(({ irregular }) => irregular !== undefined)?.irregular;
  if (why === undefined || about.some(({ breachCount }) => breachCount > 0)) return outcome;
  return {
    ...withoutDifference(outcome),
    verdict: 'inconclusive',
    kind: why.kind,
    message: toPlainText(why.text),
  };
}

/** Removes the fault of the suite that only a step that differs shows: the step compared an irregular answer. */
function withoutDifference({ steps, bySuite, ...outcome }: ScenarioOutcome): ScenarioOutcome {
  if (steps?.kind === 'differ') return outcome;
  return { ...outcome, ...(bySuite && { bySuite }), ...(steps && { steps }) };
}
