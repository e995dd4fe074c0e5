import type { ReportText } from '../../exchange/text';
import { joinTexts, linkToExchange, reportText } from '../../exchange/text';
import type { SeenCycle, CycleMessage } from '../cycles/cycle-log';
import { causeOfFailedCallback, readingOfRefusal } from '../cycles/not-taken';
import { subjectFailureCauses, classifyAnswer, showAnswer } from '../judge/answers';
import { describeSlip, slipCauses } from '../judge/body-slips';
import { unlessDefault } from '../judge/defaults';
import type { BreachDetails, RuleContext, UnjudgedReason } from '../judge/judge';
import { mayEndBeforeReaction } from '../judge/window';
import { describeMeant, describeOtherLetters, refusedAstray } from './astray';
import { calledCauses, showInCycle } from './called';
import type { FlowCheck, SeenBeside } from './flow';
import { nameCycle, providerCauses, queryRead, tookAny, unsentReply } from './flow';
import { knownAs } from './reported-state';

const unreadableContent =
  'it is encrypted to another key than agreed (encryption.providerKey), or changed on its way';

/**
 * All causes of a missing or wrong callback of the payer, or of a refusal of the request or trigger that leads to a
 * callback.
 */
export const payerCauses: readonly string[] = [
  ...subjectFailureCauses,
  ...calledCauses,
  unreadableContent,
  providerCauses.plain,
  ...slipCauses,
];

/** Returns a check that the payer accepted a message of the suite. Otherwise no callback can be expected. */
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

/**
 * Returns a check that the content of a callback can be read. If the suite does not support the envelope, neither side
 * is at fault.
 */
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
      cause: unreadableContent,
    };
  };
}

/** Returns the name of the message that led to a callback. */
const before = (cycle: SeenCycle, { of }: SeenBeside): ReportText =>
  showInCycle(of((cycle.reply ?? cycle.trigger ?? cycle.request)?.seq), cycle);

/**
 * Describes the breach by a message in plain text, although the reading `envelope` is `jwe`. No clause requires an
 * envelope, so the message breaks the obligation of its own flow.
 */
export function toldOfPlain(seq: number): Omit<BreachDetails, 'sent'> {
  return {
    expected: 'a body {"payload": …} with a compact JWE, as agreed on (reading envelope)',
    seen: reportText`${linkToExchange(seq)}: the bundle itself, which every party on its way can read`,
    cause: providerCauses.plain,
  };
}

/**
 * Describes the flaw in the form of a readable message: it lacks the agreed envelope, or its JSON is written in a wrong
 * way. Returns `undefined` if the form is right.
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

/**
 * Returns the flaw in the form of a message. A message in plain text is not judged if the envelope is only the suite's
 * default.
 *
 * @param sent the message that the flaw is about, for the report
 */
export function formFlaw(
  sent: ReportText,
  message: Parameters<typeof wrongForm>[0],
  context: RuleContext,
): BreachDetails | UnjudgedReason | undefined {
  const wrong = wrongForm(message);
  if (wrong === undefined) return undefined;
  const breach = { sent, ...wrong };
  return message?.plain === true ? unlessDefault('envelope', breach, context) : breach;
}

/** Checks that the payer's messages have the agreed envelope and are written correctly. */
export const sealed: FlowCheck = (cycle, seen, context) => {
  const wrong = [cycle.query, ...cycle.answers].find((each) => wrongForm(each) !== undefined);
  return formFlaw(before(cycle, seen), wrong, context);
};

const opposites = ['approved', 'rejected'] as const;

export const twoDecisions =
  'two jobs answer the same trigger, or every claim of a batch goes out under one correlation id';

/** Checks that the answers of a cycle do not contain both an approval and a rejection. Repetitions are allowed. */
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

/** Maps a kind of cycle to the FHIR R4 codes of `Claim.use` that contradict this kind. */
const foreignUses: Readonly<Record<string, readonly string[]>> = {
  claim: ['preauthorization', 'predetermination'],
  preauth: ['claim'],
};

/** Returns the first code if all codes contradict the kind of the cycle; `undefined` if a code fits or none exists. */
function foreignUse({ kind }: SeenCycle, uses: readonly string[] = []): string | undefined {
  const foreign = foreignUses[kind ?? ''] ?? [];
  return uses.every((use) => foreign.includes(use)) ? uses[0] : undefined;
}

/** Checks that the final answer is about the submitted kind of request. Ignores the path of the answer. */
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

/** Checks that the payer accepted the request. */
const requested: FlowCheck = (cycle) => {
  const { request } = cycle;
  if (request === undefined || request.taken) return undefined;
  if (request.status === 401)
    return unauthorised(reportText`the request ${linkToExchange(request.seq)} of ${nameCycle(cycle)}`);
  if (request.unread !== undefined) return unreadable(request.unread);
  if (request.status === 0) return unanswered('request', cycle, request);
  return {
    sent: reportText`${nameCycle(cycle)}, request ${linkToExchange(request.seq)}`,
    expected: 'a request that the payer takes (2xx): readable envelope, correlation id, a session token',
    seen: `refused by the payer with ${request.status}${because(request)}`,
    cause: providerCauses.refused,
  };
};

/** Checks that a request has the agreed envelope and is about the kind of its cycle. Ignores its path. */
const meant: FlowCheck = (cycle, { of }, context) => {
  const { request, kind } = cycle;
  const fact = of(request?.seq)?.facts.payer;
  if (request === undefined || fact === undefined) return undefined;
  const sent = reportText`${nameCycle(cycle)}, request ${linkToExchange(request.seq)}`;
  const wrong = formFlaw(sent, request, context);
  if (wrong !== undefined) return wrong;
  const use = foreignUse(cycle, fact.uses);
  // The document does not define any other content of a request, so the bundle may be empty.
  if (use === undefined) return undefined;
  return {
    sent,
    expected: `a request for a ${kind === 'claim' ? 'claim' : 'preauthorization'}`,
    seen: `the right path, and a Claim for something else: use ${use}`,
    cause: providerCauses.otherUse,
  };
};

/** Returns the reason why a message with status 401 is not judged here: the obligations on tokens judge it. */
export function unauthorised(what: ReportText): UnjudgedReason {
  return { unjudged: reportText`${what} was answered 401: the token is missing, unknown or past its end` };
}

/** Returns the reason why a message of the client is not judged: the recording ended before the payer's answer. */
export const unanswered = (
  what: string,
  cycle: SeenCycle,
  { seq }: Pick<CycleMessage, 'seq'>,
): UnjudgedReason => ({
  unjudged: reportText`the ${what} ${linkToExchange(seq)} of ${nameCycle(cycle)} got no answer`,
});

/**
 * Returns the reason why a message is not judged: the suite could not read it, and neither side is at fault. The
 * obligation then cannot pass.
 */
export function unreadable(why: ReportText): UnjudgedReason {
  return { unjudged: why, withholds: true };
}

/** Returns the flaw of a message as the end of a sentence. */
export const because = ({ flaw }: CycleMessage): string => (flaw === undefined ? '' : `: ${flaw}`);

/** Checks that the trigger names the method that belongs to the kind of the cycle (clauses 4.7.3, 4.7.4). */
const triggeredRightly: FlowCheck = (cycle) => {
  const { trigger, kind } = cycle;
  const [wanted, other] = kind === 'claim' ? ['Claim', 'Preauth'] : ['Preauth', 'Claim'];
  // The obligations on triggers judge any other word.
  if (trigger?.method !== other) return undefined;
  return {
    sent: reportText`${nameCycle(cycle)}, trigger ${linkToExchange(trigger.seq)}`,
    expected: `method ${wanted}`,
    seen: `method ${trigger.method}`,
    cause: providerCauses.otherMethod,
  };
};

/** Returns a check that the payer sent a callback, and that the client accepted it. */
export function received(messageOf: (cycle: SeenCycle) => CycleMessage | undefined, what: string): FlowCheck {
  return (cycle, { of, cycles }, context) => {
    const stage = messageOf(cycle);
    if (stage === undefined) {
      const known = cycle.refused ?? cycle.tested;
      return { unjudged: known ?? reportText`the payer sent no ${what} in ${nameCycle(cycle)}` };
    }
    if (stage.taken) return undefined;
    if (stage.unreached === true)
      return {
        unjudged: reportText`no one answered the ${what} ${linkToExchange(stage.seq)} of ${nameCycle(cycle)}`,
      };
    const exchange = of(stage.seq);
    const isAnyTaken = tookAny(cycles);
    const cause = causeOfFailedCallback(
      exchange ?? { response: { status: stage.status, headers: [] } },
      isAnyTaken,
    );
    const breach = {
      sent: reportText`${nameCycle(cycle)}, callback ${linkToExchange(stage.seq)}`,
      expected: `2xx: the ${what} is taken`,
      seen: stage.status === 0 && exchange !== undefined ? showAnswer(exchange) : String(stage.status),
      cause,
    };
    const reading = isAnyTaken ? undefined : readingOfRefusal(cause, context);
    return reading === undefined ? breach : unlessDefault(reading, breach, context);
  };
}

/** Leaves out a cycle in which the answer came after forged ones: the client may have dropped it as a repetition. */
const unforged: FlowCheck = ({ answer }, { of }) =>
  answer === undefined || of(answer.seq)?.asked === undefined
    ? undefined
    : {
        unjudged: reportText`the answer ${linkToExchange(answer.seq)} came beside other callbacks of its cycle that test the client`,
      };

const answered = received(({ answer }) => answer, 'answer');

const decided = knownAs(({ answer }) => answer?.decision);

/** Describes a missing reply to the query of a cycle, with its likely cause. */
function describeMissingReply(cycle: SeenCycle, about: SeenBeside): Pick<BreachDetails, 'seen' | 'cause'> {
  const isElsewhere = about.sentBetween(cycle.query?.seq ?? 0, Infinity);
  const astray = about.astrayOf(cycle, 'reply');
  if (astray !== undefined) return describeMeant('reply', astray);
  return (
    unsentReply(cycle, about) ?? {
      seen: 'no reply of this cycle',
      cause: isElsewhere ? providerCauses.noneOfCycle : providerCauses.noReply,
    }
  );
}

/** Returns why a missing message of the client is not judged: the recording may have ended before the message. */
export const notYet = (
  what: string,
  cycle: SeenCycle,
  after: Pick<CycleMessage, 'seq'> | undefined,
): UnjudgedReason => ({
  unjudged: reportText`no ${what} is recorded after ${linkToExchange(after?.seq ?? 0)} in ${nameCycle(cycle)}: it may have been sent after the recording ended`,
});

/**
 * Checks that the client replied to the query with documents, with the correlation id of the cycle, and before the
 * final answer (clauses 4.7.3, 4.7.6).
 */
const replied: FlowCheck = (cycle, about, context) => {
  const { reply, query, answer } = cycle;
  const sent = reportText`${nameCycle(cycle)}, after the query ${linkToExchange(query?.seq ?? 0)}`;
  const expected =
    'a reply on v1/communication/on_request with the correlation id of the cycle and a document, before the final answer';
  const [unread] = about.unreadReplies;
  const why = unread ?? cycle.refused;
  if (reply === undefined && why !== undefined) return unreadable(why);
  if (
    reply === undefined &&
    answer?.final !== true &&
    refusedAstray(about.astrayOf(cycle, 'reply'), context) === undefined &&
    mayEndBeforeReaction(about.of(query?.seq) ?? {}, context)
  )
    return notYet('reply', cycle, query);
  if (reply === undefined) return { sent, expected, ...describeMissingReply(cycle, about) };
  if (reply.status === 401)
    return unauthorised(reportText`the reply ${linkToExchange(reply.seq)} of ${nameCycle(cycle)}`);
  if (reply.unread !== undefined) return unreadable(reply.unread);
  if (reply.status === 0) return unanswered('reply', cycle, reply);
  if (!reply.taken)
    return {
      sent,
      expected,
      seen: `a reply that the payer refused with ${reply.status}${because(reply)}`,
      cause: providerCauses.replyRefused,
      ...describeOtherLetters(reply, about.astrayOf(cycle, 'reply')),
    };
  const wrong = formFlaw(sent, reply, context);
  if (wrong !== undefined) return wrong;
  if (reply.documents === 0) {
    const without = { sent, expected, seen: 'a reply without documents', cause: providerCauses.noDocuments };
    const isEmpty = about.of(reply.seq)?.facts.payer?.contents.length === 0;
    return isEmpty ? without : unlessDefault('documents', without, context);
  }
  if (answer !== undefined && answer.at < reply.at)
    return {
      sent,
      expected,
      seen: 'a reply after the final answer',
      cause: providerCauses.lateReply,
    };
  return undefined;
};

/**
 * Returns a filter for cycles of one kind that the provider began.
 *
 * @param action the action of the trigger; `undefined` if any action, or no trigger, is right
 */
export const began =
  (kind: SeenCycle['kind'], action?: string) =>
  (cycle: SeenCycle): boolean =>
    cycle.kind === kind &&
    cycle.astray !== true &&
    cycle.request !== undefined &&
    (action === undefined || cycle.trigger?.action === action);

/** The checks of a cycle with a decision, in the order of its messages. */
export const decision = [requested, meant, triggeredRightly, answered, decided];
/** The checks of a cycle with a query, in the order of its messages. */
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
/** The checks of a cycle that ends with data, in the order of its messages. */
export const data = [requested, meant, unforged, answered, knownAs(() => 'answered')];
