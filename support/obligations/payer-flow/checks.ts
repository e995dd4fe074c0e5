import { isSameCycleId } from '../../contract/payer-facts';
import { pathOfRequest } from '../../exchange/address';
import type { Exchange } from '../../exchange/exchange';
import { exchangeReference } from '../../exchange/exchange';
import type { ReportText } from '../../exchange/text';
import { joinTexts, linkToExchange, reportText } from '../../exchange/text';
import type { SeenCycle, CycleMessage } from '../cycles/cycle-log';
import { cyclesOverlap } from '../cycles/cycle-log';
import { lacksAgreedEnvelope, whyUnread } from '../cycles/messages';
import { causeOfFailedCallback } from '../cycles/not-taken';
import { subjectFailureCauses, classifyAnswer, showAnswer } from '../judge/answers';
import { describeSlip, slipCauses } from '../judge/body-slips';
import type { RuleContext, BreachDetails, UnjudgedReason } from '../judge/judge';
import { isAtPath } from '../judge/requests';
import type { FlowCheck, SeenBeside } from './flow';
import { countOf, nameCycle, providerCauses, queryRead, tookAny, unsentReply } from './flow';

const likely = {
  otherPath: 'the path goes by something else than the method that the trigger named',
  unreadableContent:
    'it is encrypted to another key than agreed (encryption.providerKey), or changed on its way',
  otherThanAgreed:
    'the path, the envelope or the key of the callback is another than agreed (readings, encryption.providerKey)',
  otherLetters:
    'the correlation id comes back in other letters than it was sent: it is parsed and written again',
  otherStep: 'the payer takes another step than it was told to, or none after its first',
  noCallback:
    'the payer is stuck; or it has another callback address for participants.provider than callback.publicUrl',
} as const;

/** Why a payer's callback does not come as it should, or what asks for it is not taken. */
export const payerCauses: readonly string[] = [
  ...subjectFailureCauses,
  ...Object.values(likely),
  providerCauses.plain,
  ...slipCauses,
];

/** What the suite sent in a cycle was taken; else nothing can be expected of it. */
export function took(stage: 'request' | 'trigger' | 'reply', what: string): FlowCheck {
  return (cycle, { of }) => {
    const sent = cycle[stage];
    const exchange = of(sent?.seq);
    if (sent === undefined || exchange === undefined)
      return { unjudged: reportText`no ${what} was sent in ${nameCycle(cycle)}` };
    if (sent.taken) return undefined;
    const fate = classifyAnswer(exchange);
    if (fate.kind !== 'subject') return { unjudged: fate.kind === 'environment' ? fate.reason : 'not taken' };
    return { sent: showInCycle(exchange, cycle), expected: '2xx', seen: fate.seen, cause: fate.cause };
  };
}

/** A message and the cycle that it belongs to, for people. */
export function showInCycle(exchange: Exchange | undefined, cycle: SeenCycle): ReportText {
  return reportText`${exchange === undefined ? 'what belongs to it' : exchangeReference(exchange)}, ${nameCycle(cycle)}`;
}

/** A callback came, and on the right path. */
export function called(
  stage: 'answer' | 'query',
  path: (cycle: SeenCycle, context: RuleContext) => string,
): FlowCheck {
  return (cycle, seen, context) => {
    const callback = cycle[stage];
    const right = path(cycle, context);
    const sent = showInCycle(seen.of((cycle.reply ?? cycle.trigger ?? cycle.request)?.seq), cycle);
    const expected = `a callback on ${right} with its correlation id`;
    const nameless = callback === undefined ? namelessIn(seen) : undefined;
    if (nameless !== undefined) return { unjudged: nameless, withholds: true };
    if (callback === undefined)
      return {
        sent,
        expected,
        seen: nothing(cycle, seen, context),
        cause: whyMissing(cycle, seen),
      };
    const exchange = seen.of(callback.seq);
    if (exchange !== undefined && isAtPath(exchange, right)) return undefined;
    return {
      sent,
      expected,
      seen: reportText`${linkToExchange(callback.seq)} on ${exchange === undefined ? '/' : pathOfRequest(exchange)}`,
      cause: likely.otherPath,
    };
  };
}

function whyMissing(cycle: SeenCycle, { cycles, strays }: SeenBeside): string {
  const { answer, query } = cycle;
  if (underOtherLetters(cycle, cycles) !== undefined) return likely.otherLetters;
  if (strays.length > 0) return likely.otherThanAgreed;
  return answer === undefined && query === undefined ? likely.noCallback : likely.otherStep;
}

/** Returns a callback with the correlation id of the cycle, except that the case of its letters differs. */
function underOtherLetters(
  { correlationId }: SeenCycle,
  cycles: readonly SeenCycle[],
): CycleMessage | undefined {
  const other = cycles.find(
    (each) => each.correlationId !== correlationId && isSameCycleId(correlationId, each.correlationId),
  );
  return other?.answer ?? other?.query;
}

/** A callback that may be the missing one: its correlation id stands in what cannot be read. */
function namelessIn({ strays }: SeenBeside): ReportText | undefined {
  const nameless = strays.filter(({ facts }) => facts.payer?.correlationId === undefined);
  return nameless.map(whyUnread).find((why) => why !== undefined);
}

/** What a callback says can be read. An envelope that was not agreed on is neither side's fault. */
export function readable(stage: 'answer' | 'query'): FlowCheck {
  return (cycle, { of }) => {
    const callback = cycle[stage];
    if (callback?.flaw === undefined) return undefined;
    if (callback.unread !== undefined) return { unjudged: callback.unread, withholds: true };
    const brought = stage === 'query' ? cycle.trigger : (cycle.reply ?? cycle.trigger ?? cycle.request);
    return {
      sent: showInCycle(of(brought?.seq), cycle),
      expected: 'a callback that can be read',
      seen: reportText`${linkToExchange(callback.seq)}: ${callback.flaw}`,
      cause: likely.unreadableContent,
    };
  };
}

function nothing(cycle: SeenCycle, { cycles, strays }: SeenBeside, context: RuleContext): ReportText {
  const { correlationId, answer, query } = cycle;
  const respelled = underOtherLetters(cycle, cycles);
  if (respelled !== undefined)
    return reportText`${linkToExchange(respelled.seq)}, with its correlation id in other letters`;
  const other = strays.find(({ facts }) => facts.payer?.correlationId === correlationId);
  if (other !== undefined) return reportText`${exchangeReference(other)} in its place`;
  const unreadable = strays.filter(({ facts }) => facts.payer?.envelope === 'unreadable');
  const [one] = unreadable;
  if (one !== undefined)
    return reportText`none; ${unreadable.length} callbacks could not be read: ${one.facts.payer?.flaw ?? 'unknown'} (${exchangeReference(one)})`;
  const plain = strays.filter(
    (each) => lacksAgreedEnvelope(each, context) && each.facts.payer?.correlationId === undefined,
  );
  const [bare] = plain;
  if (bare !== undefined)
    return reportText`none; ${plain.length} came in plain, without the envelope jwe and its headers (${exchangeReference(bare)})`;
  return answer === undefined && query === undefined
    ? 'none in time (limits.callbackMs)'
    : 'another callback alone';
}

/** What brought a callback about. */
const before = (cycle: SeenCycle, { of }: SeenBeside): ReportText =>
  showInCycle(of((cycle.reply ?? cycle.trigger ?? cycle.request)?.seq), cycle);

/**
 * What is wrong with a message in plain, where jwe was agreed on. The document shows no envelope, and demands none by a
 * clause of its own: what the message is for has not been done as both sides had agreed.
 */
export function toldOfPlain(seq: number): Omit<BreachDetails, 'sent'> {
  return {
    expected: 'a body {"payload": …} with a compact JWE, as agreed on (reading envelope)',
    seen: reportText`${linkToExchange(seq)}: the bundle itself, which every party on its way can read`,
    cause: providerCauses.plain,
  };
}

/**
 * Describes what is wrong with the form of a message that could be read: it lacks the envelope that was agreed on, or
 * its JSON is written in a wrong way. Returns `undefined` if the form is right.
 */
export function wrongForm(
  message: Pick<CycleMessage, 'seq' | 'plain' | 'slip'> | undefined,
): Omit<BreachDetails, 'sent'> | undefined {
  if (message?.plain === true) return toldOfPlain(message.seq);
  if (message?.slip === undefined) return undefined;
  const { part, slip } = message.slip;
  const { seen, cause } = describeSlip(slip, part === 'body' ? 'the body' : 'the content of the JWE');
  return {
    expected: 'a body, and the content of its JWE, that is each one JSON object in UTF-8',
    seen: reportText`${linkToExchange(message.seq)}, ${seen}`,
    cause,
  };
}

/** The payer's messages have the form that was agreed on. */
export const sealed: FlowCheck = (cycle, seen) => {
  const [wrong] = [cycle.query, ...cycle.answers].flatMap((each) => wrongForm(each) ?? []);
  return wrong && { sent: before(cycle, seen), ...wrong };
};

const opposites = ['approved', 'rejected'] as const;

export const twoDecisions =
  'two jobs answer the same trigger, or every claim of a batch goes out under one correlation id';

/** One cycle has one decision; the same may come again. */
export const decidedOnce: FlowCheck = (cycle, seen) => {
  const told = opposites.map((word) => cycle.answers.find(({ decisions }) => decisions.includes(word)));
  if (told.includes(undefined)) return undefined;
  const found = told.map(
    (answer, index) => reportText`${opposites[index] ?? ''} in ${linkToExchange(answer?.seq ?? 0)}`,
  );
  return {
    sent: before(cycle, seen),
    expected: 'one decision; the same may be repeated',
    seen: joinTexts(found, ' and '),
    cause: twoDecisions,
  };
};

/** The codes of FHIR R4 for what a claim is for: those that do not go with each other. */
const foreignUses: Readonly<Record<string, readonly string[]>> = {
  claim: ['preauthorization', 'predetermination'],
  preauth: ['claim'],
};

/** The code of another kind of request than that of the cycle; `undefined` where what is said fits, or nothing is. */
function foreignUse({ kind }: SeenCycle, uses: readonly string[] = []): string | undefined {
  const foreign = foreignUses[kind ?? ''] ?? [];
  return uses.every((use) => foreign.includes(use)) ? uses[0] : undefined;
}

/** A decision is about what was submitted, whatever its path. */
export const ofItsKind: FlowCheck = (cycle, seen) => {
  const { answer, kind } = cycle;
  const use = foreignUse(cycle, seen.of(answer?.seq)?.facts.payer?.uses);
  if (use === undefined) return undefined;
  return {
    sent: before(cycle, seen),
    expected: `a final answer about a ${kind === 'claim' ? 'claim' : 'preauthorization'}`,
    seen: reportText`${linkToExchange(answer?.seq ?? 0)} on the right path, about something else: use ${use}`,
    cause: providerCauses.otherUse,
  };
};

/** The request reached the payer, who took it. */
const requested: FlowCheck = (cycle) => {
  const { request } = cycle;
  if (request === undefined || request.taken) return undefined;
  if (request.status === 401)
    return unauthorised(reportText`the request ${linkToExchange(request.seq)} of ${nameCycle(cycle)}`);
  if (request.unread !== undefined) return unreadable(request.unread);
  return {
    sent: reportText`${nameCycle(cycle)}, request ${linkToExchange(request.seq)}`,
    expected: 'a request that the payer takes (2xx): readable envelope, correlation id, a session token',
    seen: `refused by the payer with ${request.status}${because(request)}`,
    cause: providerCauses.refused,
  };
};

/** What was requested is what the cycle is about, whatever its path, and in the envelope that was agreed on. */
const meant: FlowCheck = (cycle, { of }) => {
  const { request, kind } = cycle;
  const fact = of(request?.seq)?.facts.payer;
  if (request === undefined || fact === undefined) return undefined;
  const sent = reportText`${nameCycle(cycle)}, request ${linkToExchange(request.seq)}`;
  const wrong = wrongForm(request);
  if (wrong !== undefined) return { sent, ...wrong };
  const use = foreignUse(cycle, fact.uses);
  // What else a request holds is not shown: it may be empty.
  if (use === undefined) return undefined;
  return {
    sent,
    expected: `a request for a ${kind === 'claim' ? 'claim' : 'preauthorization'}`,
    seen: `the right path, and a Claim for something else: use ${use}`,
    cause: providerCauses.otherUse,
  };
};

/** A missing or old token breaks the obligations on tokens, not those on flows. */
export function unauthorised(what: ReportText): UnjudgedReason {
  return { unjudged: reportText`${what} was answered 401: the token is missing, unknown or past its end` };
}

/** What no reading covers is neither side's fault, and shows nothing. */
export function unreadable(why: ReportText): UnjudgedReason {
  return { unjudged: why, withholds: true };
}

export const because = ({ flaw }: CycleMessage): string => (flaw === undefined ? '' : `: ${flaw}`);

/** The payer was told to act on the right kind of request (clauses 4.7.3, 4.7.4). */
const triggeredRightly: FlowCheck = (cycle) => {
  const { trigger, kind } = cycle;
  const [wanted, other] = kind === 'claim' ? ['Claim', 'Preauth'] : ['Preauth', 'Claim'];
  // Any other word is judged on the trigger itself.
  if (trigger?.method !== other) return undefined;
  return {
    sent: reportText`${nameCycle(cycle)}, trigger ${linkToExchange(trigger.seq)}`,
    expected: `method ${wanted}`,
    seen: `method ${trigger.method}`,
    cause: providerCauses.otherMethod,
  };
};

/** A callback was sent and taken. */
export function received(messageOf: (cycle: SeenCycle) => CycleMessage | undefined, what: string): FlowCheck {
  return (cycle, { of, cycles }) => {
    const stage = messageOf(cycle);
    if (stage === undefined)
      return { unjudged: reportText`the payer sent no ${what} in ${nameCycle(cycle)}` };
    if (stage.taken) return undefined;
    if (stage.unreached === true)
      return {
        unjudged: reportText`no one answered the ${what} ${linkToExchange(stage.seq)} of ${nameCycle(cycle)}`,
      };
    const exchange = of(stage.seq);
    return {
      sent: reportText`${nameCycle(cycle)}, callback ${linkToExchange(stage.seq)}`,
      expected: `2xx: the ${what} is taken`,
      seen: stage.status === 0 && exchange !== undefined ? showAnswer(exchange) : String(stage.status),
      cause: causeOfFailedCallback(
        exchange ?? { response: { status: stage.status, headers: [] } },
        tookAny(cycles),
      ),
    };
  };
}

const answered = received(({ answer }) => answer, 'answer');

/** States of a case that has been decided, or answered. */
const ends: readonly string[] = ['approved', 'rejected', 'answered'];

/** Second, after the wire: the client knows how its cycle ended. */
function knownAs(state: (cycle: SeenCycle) => string | undefined): FlowCheck {
  return (cycle, { cycles }) => {
    const wanted = state(cycle);
    if (cycle.state === undefined || wanted === undefined || cycle.state.state === wanted) return undefined;
    // Among others at the same time it may have been mixed up with them: that is judged of parallel cycles.
    if (cycles.some((other) => other !== cycle && cyclesOverlap(cycle, other))) return undefined;
    const { answer } = cycle;
    if (answer !== undefined && cycle.state.seq < answer.seq)
      return {
        unjudged: reportText`cycle.get ${linkToExchange(cycle.state.seq)} was asked while the callback ${linkToExchange(answer.seq)} of ${nameCycle(cycle)} was still under way`,
      };
    return {
      sent: reportText`${nameCycle(cycle)}, asked with cycle.get in ${linkToExchange(cycle.state.seq)}`,
      expected: reportText`${wanted}, as the callback ${linkToExchange(cycle.answer?.seq ?? 0)} says`,
      seen: `${cycle.state.state}${countOf(cycle.state)}`,
      cause: ends.includes(cycle.state.state) ? providerCauses.misread : providerCauses.unread,
    };
  };
}

const decided = knownAs(({ answer }) => answer?.decision);

/** Describes what the client did instead of replying to the query of a cycle. */
function describeMissingReply(cycle: SeenCycle, about: SeenBeside): Pick<BreachDetails, 'seen' | 'cause'> {
  const isElsewhere = about.sentBetween(cycle.query?.seq ?? 0, Infinity);
  return (
    unsentReply(cycle, about) ?? {
      seen: 'no reply of this cycle',
      cause: isElsewhere ? providerCauses.otherReply : providerCauses.noReply,
    }
  );
}

/** The query was answered with documents, under the id of the cycle and in time (clauses 4.7.3, 4.7.6). */
const replied: FlowCheck = (cycle, about) => {
  const { reply, query, answer } = cycle;
  const sent = reportText`${nameCycle(cycle)}, after the query ${linkToExchange(query?.seq ?? 0)}`;
  const expected =
    'a reply on v1/communication/on_request with the correlation id of the cycle and a document, before the final answer';
  const [unread] = about.unreadReplies;
  if (reply === undefined && unread !== undefined) return unreadable(unread);
  if (reply === undefined) return { sent, expected, ...describeMissingReply(cycle, about) };
  if (reply.status === 401)
    return unauthorised(reportText`the reply ${linkToExchange(reply.seq)} of ${nameCycle(cycle)}`);
  if (reply.unread !== undefined) return unreadable(reply.unread);
  if (!reply.taken)
    return {
      sent,
      expected,
      seen: `a reply that the payer refused with ${reply.status}${because(reply)}`,
      cause: providerCauses.replyRefused,
    };
  const wrong = wrongForm(reply);
  if (wrong !== undefined) return { sent, ...wrong };
  if (reply.documents === 0)
    return {
      sent,
      expected,
      seen: 'a reply without documents',
      cause: providerCauses.noDocuments,
    };
  if (answer !== undefined && answer.at < reply.at)
    return {
      sent,
      expected,
      seen: 'a reply after the final answer',
      cause: providerCauses.lateReply,
    };
  return undefined;
};

/** Cycles of one kind that the provider began, and in which the payer was told to act like that. */
export const began =
  (kind: SeenCycle['kind'], action?: string) =>
  (cycle: SeenCycle): boolean =>
    cycle.kind === kind &&
    cycle.astray !== true &&
    cycle.request !== undefined &&
    (action === undefined || cycle.trigger?.action === action);

/** What a decided cycle has to show, in its order. */
export const decision = [requested, meant, triggeredRightly, answered, decided];
/** The same of a queried one. */
export const queried = [
  requested,
  meant,
  triggeredRightly,
  received(({ query }) => query, 'query'),
  queryRead,
  replied,
  answered,
  decided,
];
/** The same of one that is answered with data. */
export const data = [requested, meant, answered, knownAs(() => 'answered')];
