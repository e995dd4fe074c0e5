import type { Pickle } from '@cucumber/messages';
import { isObject } from '../contract/json';
import { readAddress } from '../exchange/address';
import type { Evidence } from '../exchange/evidence';
import type { Asked, Exchange } from '../exchange/exchange';
import { isRepeatable, jsonBody, nameExchange, oddFailureOf } from '../exchange/exchange';
import type { Text } from '../exchange/text';
import { plainText, text } from '../exchange/text';
import type { ScenarioOutcome } from './verdict';
import type { Breach, Conclusion } from '../obligations';
import type { SeenFacet } from '../obligations/judge/judge';

/** How a reason begins that says that a service answers, and does not, in turn. */
export const irregularly = 'answers irregularly';

/** Requests that differ in ids, times and values at most, and how they fared. */
interface Equals {
  /** Of right requests that are not sent again: method and path, whatever the round. */
  readonly once?: string;
  answered: number;
  readonly failed: Map<number, OddOne>;
}

interface OddOne {
  readonly exchange: Text;
  /** As in `502` or `reset`. */
  readonly how: string;
  /** An equal request was answered later on. */
  recovered: boolean;
}

/** What comes of an obligation, and why nothing does where a service answers equal requests irregularly. */
export interface Settled extends Conclusion {
  readonly irregular?: Text;
}

/**
 * Tells a service that fails from one that fails now and then (a middlebox's odd 502, one slow answer): a request got a
 * 5xx, a reset or no answer in time, and an equal one was answered after it. So it is where a single request that is not
 * sent again was cut off. Remembers failures, and counts the rest.
 */
export class Regularity {
  readonly #groups = new Map<string, Equals>();

  /** That of a whole recording. */
  static of(evidence: Iterable<Evidence>): Regularity {
    const found = new Regularity();
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
    const how = oddFailureOf(exchange);
    if (how !== undefined)
      group.failed.set(exchange.seq, { exchange: nameExchange(exchange), how, recovered: false });
    else if (exchange.response !== undefined) {
      group.answered += 1;
      for (const odd of group.failed.values()) odd.recovered = true;
    }
  }

  /**
   * Takes back the breaches that rest on an irregular failure; what else was broken stays broken. The conclusion has to
   * list all breaches of requests that the suite sent (`listedBreaches` of the rule's context): a breach that is only
   * counted stays.
   */
  settle(conclusion: Conclusion): Settled {
    const { breaches, breachCount, warningCount = 0, unjudged, facets, ...others } = conclusion;
    const { lasting = [], takenBack = [] } = Object.groupBy(breaches, (breach) =>
      this.#whyIrregular(breach) === undefined ? 'lasting' : 'takenBack',
    );
    const irregular = takenBack[0] && this.#whyIrregular(takenBack[0]);
    if (irregular === undefined) return conclusion;
    const left = breachCount - takenBack.length;
    const leftWarnings = warningCount - takenBack.filter(({ warns }) => warns === true).length;
    if (left > 0)
      return {
        ...others,
        ...{ breaches: lasting, breachCount: left, unjudged },
        ...(leftWarnings > 0 && { warningCount: leftWarnings }),
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

  /** Why nothing is known by a breach: one of the failures that show it comes and goes. */
  #whyIrregular({ exchanges }: Breach): Text | undefined {
    return exchanges.map((seq) => this.#whyOdd(seq)).find((why) => why !== undefined);
  }

  #whyOdd(seq: number): Text | undefined {
    const group = [...this.#groups.values()].find(({ failed }) => failed.has(seq));
    const odd = group?.failed.get(seq);
    if (group === undefined || odd === undefined) return undefined;
    if (odd.recovered) return text`${irregularly}: ${ratioOf(group)}`;
    // What goes on failing is the subject's failure; a single time does not tell, where others come and go alike.
    const others = [...this.#groups.values()].find((other) => isIrregular(other) && failsBy(odd.how, other));
    const lasting = [...group.failed.values()].filter(({ recovered }) => !recovered);
    if (lasting.length > 1) return undefined;
    if (others === undefined) return this.#whyCutOff(group, odd);
    return text`${irregularly}: ${odd.exchange} got ${odd.how} and is not sent twice; elsewhere ${ratioOf(others)}`;
  }

  /** A reset is no answer: what is not sent again may have been carried out. The second one is the subject's failure. */
  #whyCutOff({ once }: Equals, { exchange, how }: OddOne): Text | undefined {
    if (once === undefined || how !== 'reset') return undefined;
    const resets = [...this.#groups.values()]
      .filter((each) => each.once === once)
      .flatMap(({ failed }) => [...failed.values()].filter((odd) => odd.how === 'reset'));
    if (resets.length > 1) return undefined;
    return text`${irregularly}: the connection was reset in the middle of ${exchange}, which is not sent twice, since it may have been carried out`;
  }
}

/** All conclusions of a recording, settled. */
export function settled(
  conclusions: ReadonlyMap<string, Conclusion>,
  regularity: Regularity,
): ReadonlyMap<string, Settled> {
  return new Map([...conclusions].map(([id, conclusion]) => [id, regularity.settle(conclusion)]));
}

/** Of a facet that was broken by irregular answers nothing is known. */
const unsettled = (facet: SeenFacet, why: Text): SeenFacet =>
  facet.broken === 0 ? facet : { name: facet.name, kept: 0, broken: 0, unjudged: why };

const isIrregular = ({ failed }: Equals): boolean => [...failed.values()].some(({ recovered }) => recovered);

const failsBy = (how: string, { failed }: Equals): boolean =>
  [...failed.values()].some((odd) => odd.how === how);

function ratioOf({ answered, failed }: Equals): Text {
  const [first] = failed.values();
  const all = answered + failed.size;
  return text`${failed.size} of ${all} equal requests failed, first ${first?.exchange ?? ''} with ${first?.how ?? ''}`;
}

/** What can be repeated is the same in every round; what changes something is so in its own alone. */
function keyOf(exchange: Exchange, { part, round, variant }: Asked): string {
  const { request, operation } = exchange;
  const { pathname } = readAddress(request.url);
  const own = isRepeatable(operation) ? '' : round;
  return [request.method, pathname, part, own, variant, shapeOf(jsonBody(request))].join('|');
}

function onceOf({ request: { method, url }, operation, asked }: Exchange): Pick<Equals, 'once'> {
  if (asked?.part !== 'valid' || isRepeatable(operation)) return {};
  return { once: `${method} ${readAddress(url).pathname}` };
}

/** The names of all members, and no values. */
function shapeOf(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(shapeOf).join()}]`;
  if (!isObject(value)) return '';
  return `{${Object.entries(value)
    .map(([name, member]) => name + shapeOf(member))
    .sort()
    .join()}}`;
}

/** How the message begins of what ended by a fault of the suite. */
export const faultMark = 'fault of the suite: ';

/** How the warning begins of a step that saw something else than it names, though the judge finds nothing wrong. */
export const differenceMark = 'a step and the judge disagree, please report it: ';

/** The tag of scenarios that put the suite itself to the test: they show nothing of a subject, and belong to no plan. */
const ownCheck = '@vectors';

/** Whether a scenario puts the suite itself to the test. */
export function isOwnCheck(pickle: Pickle): boolean {
  return pickle.tags.some(({ name }) => name === ownCheck);
}

/**
 * A scenario that failed by what turned out to be irregular later on: it says no more than the recording. What was broken
 * besides fails it all the same.
 */
export function unlessIrregular(
  outcome: ScenarioOutcome,
  conclusions: ReadonlyMap<string, Settled>,
): ScenarioOutcome {
  if (outcome.verdict !== 'failed' && outcome.verdict !== 'inconclusive') return outcome;
  const about = outcome.tags.flatMap((id) => conclusions.get(id) ?? []);
  const why = about.find(({ irregular }) => irregular !== undefined)?.irregular;
  if (why === undefined || about.some(({ breachCount }) => breachCount > 0)) return outcome;
  return { ...outcome, verdict: 'inconclusive', message: plainText(why) };
}
