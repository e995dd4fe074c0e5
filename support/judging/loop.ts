import type { Evidence } from '../exchange/evidence';
import { subjectOfEvidence } from '../exchange/evidence';
import { toOneLineInEach } from '../contract/printable';
import type { Exchange } from '../exchange/exchange';
import { isPreflight } from '../exchange/exchange';
import type { ReportText } from '../exchange/text';
import { isUnreadBody, whyBodyNotRecorded } from '../exchange/masks';
import type { Obligation } from '../obligations';
import type { EvidenceSource } from '../obligations/judge/home';
import type { Conclusion, Rule, RuleContext } from '../obligations/judge/judge';
import { maxListed } from '../obligations/judge/judge';
import { ClientAge } from '../obligations/judge/window';

interface Case {
  readonly obligation: Obligation;
  readonly rule: Rule<Evidence>;
  /** The message about the first exchange that could not be judged because its body was not recorded. */
  missing?: ReportText;
}

/**
 * Judges evidence as it arrives. Each rule observes only the evidence that concerns its obligation. A few
 * properties of the evidence determine which obligations it concerns, so the loop caches the result for each
 * combination of these properties (see `laneOf`).
 */
export class JudgingLoop {
  readonly #cases: readonly Case[];
  readonly #concerned: Lane = { further: new Map() };
  readonly #ofOthers: boolean;
  readonly #clientAge = new ClientAge();

  /**
   * @param ofOthers whether a party other than the suite caused the traffic. If so, answers to an integrator
   * also show the behaviour of the service.
   */
  constructor(obligations: readonly Obligation[], context: RuleContext, ofOthers = false) {
    this.#ofOthers = ofOthers;
    const about: RuleContext = {
      ...context,
      // The context may compute this number again for each conclusion.
      get listedBreaches() {
        return context.listedBreaches ?? maxListed;
      },
      isClientOlder: () => this.#clientAge.isOlder,
    };
    this.#cases = obligations.flatMap((obligation) => {
      const rule = (obligation.judge ?? obligation.contradicts)?.(about);
      return rule === undefined ? [] : [{ obligation, rule }];
    });
  }

  observe(evidence: Evidence): void {
    if (evidence.kind === undefined && (isPreflight(evidence.request) || evidence.clientEnd !== undefined))
      return;
    this.#clientAge.observe(evidence);
    const lane = laneOf(evidence, this.#concerned);
    lane.cases ??= this.#cases.filter(({ obligation }) => bearsOn(obligation, evidence, this.#ofOthers));
    if (evidence.kind !== undefined || !keepsTooLittle(evidence))
      for (const { rule } of lane.cases) rule.observe(evidence);
    else for (const each of lane.cases) observeWithoutBody(each, evidence);
  }

  /** Returns the conclusions so far, by the id of the obligation. */
  conclude(): ReadonlyMap<string, Conclusion> {
    return new Map(this.#cases.map((each) => [each.obligation.id, concluded(each)]));
  }
}

/** Judges a complete recording by one obligation. Returns `undefined` for an obligation without a judge. */
export function judgeRecordingBy(
  obligation: Obligation,
  evidence: Iterable<Evidence>,
  context: RuleContext,
): Conclusion | undefined {
  const loop = new JudgingLoop([obligation], context);
  for (const each of evidence) loop.observe(each);
  return loop.conclude().get(obligation.id);
}

function concluded({ rule, missing }: Case): Conclusion {
  // A conclusion can quote messages of other parties. Keep each quotation on one line, so that it cannot
  // imitate a line of a report.
  const conclusion = toOneLineInEach(rule.conclude());
  if (missing === undefined) return conclusion;
  const notKept = { kind: 'not-kept', text: toOneLineInEach(missing) } as const;
  return { ...conclusion, unjudged: [...conclusion.unjudged, notKept].slice(0, maxListed) };
}

/** Passes the exchange to the rule, unless the rule needs a body that was not recorded. */
function observeWithoutBody(of: Case, exchange: Exchange): void {
  const { obligation, rule } = of;
  if (!isUnkept(obligation, exchange)) rule.observe(exchange);
  else if (exchange.operation !== undefined)
    // Report only the first exchange without its body: a tool that drops one body usually drops all bodies.
    of.missing ??= whyBodyNotRecorded(exchange);
}

const keepsTooLittle = ({ request, response }: Exchange): boolean =>
  isUnreadBody(request) || isUnreadBody(response);

/**
 * Whether the obligation's rule reads a body that was not recorded completely. Planted values that were found in the
 * beginning of a request are facts, which the rule can judge anyway.
 */
function isUnkept({ reads }: Obligation, { request, response, facts }: Exchange): boolean {
  if (reads === undefined) return false;
  const message = reads === 'request' ? request : response;
  const isFound = reads === 'request' && facts.leaks !== undefined;
  return isUnreadBody(message) && !(message?.body?.cut === true && isFound);
}

/**
 * Whether a piece of evidence concerns an obligation. Most obligations are only about requests from one side:
 * from the integrator, or from the suite as the client of a service.
 */
function bearsOn(obligation: Obligation, evidence: Evidence, ofOthers: boolean): boolean {
  const { subject, bothSides, on = ['wire'] } = obligation;
  if (evidence.kind === undefined && evidence.outside === true && obligation.anywhere !== true) return false;
  const sources = sourcesOf(evidence);
  if (!on.some((source) => sources.includes(source))) return false;
  const isOfWire = evidence.kind === undefined;
  if (ofOthers && subject === 'service' && isOfWire && isUnasked(evidence)) return true;
  if (subjectOfEvidence(evidence) !== subject) return false;
  if (bothSides === true || !isOfWire) return true;
  return evidence.sender === (subject === 'integrator' ? 'integrator' : 'suite');
}

function isUnasked({ sender, clientInstance, subject }: Exchange): boolean {
  return sender === 'integrator' && clientInstance === undefined && subject === undefined;
}

function sourcesOf(evidence: Evidence): readonly (EvidenceSource | undefined)[] {
  if (evidence.kind !== undefined) return [evidence.kind === 'log line' ? 'log' : 'adapter'];
  return ['wire', evidence.service, evidence.operation, evidence.meant];
}

/**
 * A node of the cache: a tree with one level for each property that `bearsOn` reads. A leaf lists the cases
 * that must observe evidence with these properties.
 */
interface Lane {
  readonly further: Map<unknown, Lane>;
  cases?: readonly Case[];
}

function laneOf(evidence: Evidence, start: Lane): Lane {
  const whose = next(next(start, evidence.kind), evidence.clientInstance === undefined);
  if (evidence.kind !== undefined) return whose;
  const { outside, sender, subject, service, operation, meant } = evidence;
  return next(next(next(next(next(next(whose, outside), sender), subject), service), operation), meant);
}

function next({ further }: Lane, by: unknown): Lane {
  const known = further.get(by);
  if (known !== undefined) return known;
  const lane = { further: new Map() };
  further.set(by, lane);
  return lane;
}
