import type { Evidence } from '../exchange/evidence';
import { subjectOf } from '../exchange/evidence';
import { oneLineIn } from '../contract/printable';
import type { Exchange } from '../exchange/exchange';
import { isPreflight } from '../exchange/exchange';
import type { Text } from '../exchange/text';
import { whyUnkept } from '../exchange/masks';
import type { Obligation } from '../obligations';
import type { EvidenceSource } from '../obligations/judge/home';
import type { Conclusion, Rule, RuleContext } from '../obligations/judge/judge';
import { mostListed } from '../obligations/judge/judge';

/** One obligation under judgement. */
interface Case {
  readonly obligation: Obligation;
  readonly rule: Rule<Evidence>;
  /** The first exchange that says something of it, and of which too little was kept. */
  missing?: Text;
}

/**
 * Judges evidence as it comes: each obligation gets what bears on it, and nothing else. Which obligations a piece bears on
 * depends on what `laneOf` looks at, and is looked up once for all that is alike in it.
 */
export class JudgingLoop {
  readonly #cases: readonly Case[];
  readonly #concerned: Lane = { further: new Map() };
  readonly #ofOthers: boolean;

  /** @param ofOthers traffic that the suite did not ask for: answers to an integrator show the service too */
  constructor(obligations: readonly Obligation[], context: RuleContext, ofOthers = false) {
    this.#ofOthers = ofOthers;
    this.#cases = obligations.flatMap((obligation) => {
      const rule = (obligation.judge ?? obligation.contradicts)?.(context);
      return rule === undefined ? [] : [{ obligation, rule }];
    });
  }

  observe(evidence: Evidence): void {
    if (evidence.kind === undefined && isPreflight(evidence.request)) return;
    const lane = laneOf(evidence, this.#concerned);
    lane.cases ??= this.#cases.filter(({ obligation }) => bearsOn(obligation, evidence, this.#ofOthers));
    if (evidence.kind !== undefined || !keepsTooLittle(evidence))
      for (const { rule } of lane.cases) rule.observe(evidence);
    else for (const each of lane.cases) observeWithoutBody(each, evidence);
  }

  /** What came of each obligation so far. */
  conclude(): ReadonlyMap<string, Conclusion> {
    return new Map(this.#cases.map((each) => [each.obligation.id, concluded(each)]));
  }
}

/** Judges evidence that is complete by one obligation. */
export function judgeBy(
  obligation: Obligation,
  evidence: Iterable<Evidence>,
  context: RuleContext,
): Conclusion | undefined {
  const loop = new JudgingLoop([obligation], context);
  for (const each of evidence) loop.observe(each);
  return loop.conclude().get(obligation.id);
}

function concluded({ rule, missing }: Case): Conclusion {
  // What others sent stands in it: none of that begins a line of any report.
  const conclusion = oneLineIn(rule.conclude());
  if (missing === undefined) return conclusion;
  return { ...conclusion, unjudged: [...conclusion.unjudged, oneLineIn(missing)].slice(0, mostListed) };
}

/** Where a body was not recorded, a rule that would read it gets nothing to judge. */
function observeWithoutBody(of: Case, exchange: Exchange): void {
  const { obligation, rule } = of;
  if (!isUnkept(obligation, exchange)) rule.observe(exchange);
  else if (exchange.operation !== undefined)
    // Once: what keeps no body of one exchange mostly keeps none.
    of.missing ??= whyUnkept(exchange);
}

const keepsTooLittle = ({ request, response }: Exchange): boolean =>
  request.body?.absent === true || response?.body?.absent === true;

/** A body that a rule would read, and that the recording tool did not keep. */
function isUnkept({ reads }: Obligation, { request, response }: Exchange): boolean {
  if (reads === undefined) return false;
  return (reads === 'request' ? request.body : response?.body)?.absent === true;
}

/** Whether an obligation is to see a piece of evidence: most look at what one side sent, and at nothing else. */
function bearsOn(obligation: Obligation, evidence: Evidence, ofOthers: boolean): boolean {
  const { subject, bothSides, on = ['wire'] } = obligation;
  const sources = sourcesOf(evidence);
  if (!on.some((source) => sources.includes(source))) return false;
  const isOfWire = evidence.kind === undefined;
  if (ofOthers && subject === 'service' && isOfWire && isUnasked(evidence)) return true;
  if (subjectOf(evidence) !== subject) return false;
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

/** What was looked up for evidence that is alike in all that `bearsOn` looks at: a tree, with a branch for each of its values. */
interface Lane {
  readonly further: Map<unknown, Lane>;
  cases?: readonly Case[];
}

function laneOf(evidence: Evidence, start: Lane): Lane {
  const whose = next(next(start, evidence.kind), evidence.clientInstance === undefined);
  if (evidence.kind !== undefined) return whose;
  const { sender, subject, service, operation, meant } = evidence;
  return next(next(next(next(next(whose, sender), subject), service), operation), meant);
}

function next({ further }: Lane, by: unknown): Lane {
  const known = further.get(by);
  if (known !== undefined) return known;
  const lane = { further: new Map() };
  further.set(by, lane);
  return lane;
}
