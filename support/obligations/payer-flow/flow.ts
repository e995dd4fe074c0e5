import { isBeginning } from '../../contract/cycle-beginnings';
import { formatCount } from '../../contract/format-count';
import { isObject } from '../../contract/json';
import type { OperationId } from '../../contract/operations';
import { operationPath } from '../../contract/operations';
import type { CycleFact } from '../../contract/payer-facts';
import type { AdapterAnswer, SentEvidence } from '../../exchange/evidence';
import type { Exchange } from '../../exchange/exchange';
import { jsonBody, exchangeReference } from '../../exchange/exchange';
import type { ReportText } from '../../exchange/text';
import { linkToExchange, reportText } from '../../exchange/text';
import type { AstrayMessage, AwaitedMessage } from '../cycles/astray';
import { AstrayMessages, astrayCauses } from '../cycles/astray';
import type { SeenCycle } from '../cycles/cycle-log';
import { CycleLog } from '../cycles/cycle-log';
import { isErrorReport, readPayerStep, whyUnread } from '../cycles/messages';
import { failedCallbackCauses, unnoticedCauses, whyUnnoticed } from '../cycles/not-taken';
import type { Absences } from '../judge/absences';
import type { Judge, Judgement, RuleContext, BreachDetails, UnjudgedReason } from '../judge/judge';
import { DistinctTexts, JudgementTally, withFacetNames, keptJudgement } from '../judge/judge';
import { slipCauses } from '../judge/body-slips';
import { isDefault, whyNameless } from '../judge/defaults';
import { flowPlaces } from '../judge/home';

/** Likely causes of an unfinished flow of a provider. Different causes require different actions. */
export const providerCauses = {
  astray: 'the path is misspelt, has another version, or is that of another kind of request',
  refused: 'the envelope is another than initialize named, a protected header is missing, or the token is',
  plain: 'it is sent before it is sealed; where both sides agreed on that, set readings.envelope to json',
  otherUse: 'one template serves both kinds of request, and use is a constant in it',
  otherMethod:
    'the trigger names the other kind of request: Preauth is meant for preauthorizations, and Claim for claims',
  unread:
    'the callback is acknowledged before it is read, kept under another correlation id, or its content is looked for ' +
    'elsewhere (readings decision, payer-content)',
  misread:
    'the decision is looked for elsewhere than the answer has it (reading decision), or is read as another',
  unsent: 'the reply is put into a list, and never sent',
  notMade: 'the client could not read the query, or lacks what its reply is made of: see its own log',
  noReply: 'nothing followed the query: no one takes it up, or the reply waits for a person',
  noneOfCycle: 'the client sent other messages, and none that anything connects with this query',
  replyRefused: 'its envelope or a protected header is not right',
  noDocuments: 'attachments go as a link, or in another element than the reading documents names',
  lateReply: 'the reply waits for something that has nothing to do with it',
} as const;

const { astray, refused, plain, otherUse, otherMethod, unread, misread, ...ofReplies } = providerCauses;
const ofRequests = [
  astray,
  refused,
  plain,
  ...slipCauses,
  otherUse,
  otherMethod,
  ...failedCallbackCauses,
  unread,
  misread,
];

/** The causes for a flow without a query. */
export const directCauses: readonly string[] = ofRequests;

/** The causes for a flow in which the payer asks for documents. */
export const queriedCauses: readonly string[] = [
  ...ofRequests,
  ...unnoticedCauses,
  ...Object.values(ofReplies),
  ...Object.values(astrayCauses),
];

/** The evidence of a run that checks need in addition to the judged cycle. */
export interface SeenBeside {
  readonly cycles: readonly SeenCycle[];
  /** Returns the exchange with this number, if it belongs to the payer's flows. */
  readonly of: (seq: number | undefined) => Exchange | undefined;
  /** Callbacks that are not a step of clause 4.7, or that lack a readable correlation id. */
  readonly strays: readonly Exchange[];
  /** The reasons why the content of replies is unknown. Such a reply may belong to any cycle. */
  readonly unreadReplies: readonly ReportText[];
  /** The adapter's answers to calls of `communication.reply`. */
  readonly replies: readonly AdapterAnswer[];
  /** Returns whether the client sent the payer any request between two numbers of the recording, on any path. */
  readonly sentBetween: (from: number, to: number) => boolean;
  /** Returns a message that was meant for a cycle, but has another correlation id or path. */
  readonly astrayOf: (cycle: SeenCycle, awaited: AwaitedMessage) => AstrayMessage | undefined;
}

/**
 * Checks one step of a cycle. Returns the breach, or the reason why the step cannot be judged; `undefined` if the step
 * is right.
 */
export type FlowCheck = (
  cycle: SeenCycle,
  seen: SeenBeside,
  context: RuleContext,
) => BreachDetails | UnjudgedReason | undefined;

interface FlowOptions {
  /** The operation that begins such a cycle. A beginning on a wrong path is then a breach too. */
  readonly begin?: OperationId;
  /** Returns the facets that a cycle shows. */
  readonly facetsOf?: (cycle: SeenCycle) => readonly string[];
}

/**
 * Returns a judge of cycles. The first check that does not return `undefined` decides about a cycle.
 *
 * @param concerns whether the obligation is about a cycle
 */
export function flowRule(
  concerns: (cycle: SeenCycle) => boolean,
  checks: readonly FlowCheck[],
  { begin, facetsOf }: FlowOptions = {},
): Judge<SentEvidence> {
  return (context) => {
    const log = new CycleLog(context);
    const exchanges = new Map<number, Exchange>();
    const strays: Exchange[] = [];
    const astray: Exchange[] = [];
    const replies: AdapterAnswer[] = [];
    const unread = new DistinctTexts();
    const unreadReplies: ReportText[] = [];
    return {
      observe(exchange) {
        log.observe(exchange);
        if (exchange.kind !== undefined) {
          if (exchange.method === 'communication.reply') replies.push(exchange);
          return;
        }
        if (exchange.facts.payer !== undefined || isForPayer(exchange)) exchanges.set(exchange.seq, exchange);
        if (isStray(exchange, context)) strays.push(exchange);
        const why = whyRequestUnread(exchange) ?? whyReplyNameless(exchange, context);
        if (why !== undefined && exchange.operation === 'communication.onRequest') unreadReplies.push(why);
        if (begin !== undefined && isAstray(exchange, begin, context)) astray.push(exchange);
        // A cycle with an unreadable request gets no answer, so no check can judge it. Do not let the obligation pass.
        if (why !== undefined && begin !== undefined && exchange.operation === begin) unread.add(why);
      },
      conclude() {
        const tally = new JudgementTally(context);
        for (const why of unread.all) tally.add({ unjudged: why, withholds: true });
        const { cycles } = log;
        const of = (seq?: number) => exchanges.get(seq ?? 0);
        const astrayOf = astrayIn(cycles, exchanges, context);
        const seen = { cycles, of, strays, unreadReplies, replies, sentBetween: sentIn(exchanges), astrayOf };
        for (const exchange of astray.filter((each) => mayConcern(each, seen, concerns, begin)))
          tally.add({ breach: elsewhere(exchange, begin) }, exchange.seq);
        for (const cycle of cycles.filter(concerns)) {
          const judgement = firstOf(checks, cycle, seen, context);
          tally.add(withFacetNames(judgement, ...(facetsOf?.(cycle) ?? [])), ...seqsOf(cycle));
        }
        return tally.conclude();
      },
    };
  };
}

/** Returns a function that finds the messages with another correlation id or path than their cycle. */
export function astrayIn(
  cycles: readonly SeenCycle[],
  exchanges: ReadonlyMap<number, Exchange>,
  { readings }: RuleContext,
): SeenBeside['astrayOf'] {
  const astray = new AstrayMessages(cycles, exchanges.values(), readings);
  return (cycle, awaited) => astray.of(cycle, awaited);
}

/** Returns a function that finds whether the client sent the payer a request between two numbers of the recording. */
function sentIn(exchanges: ReadonlyMap<number, Exchange>): SeenBeside['sentBetween'] {
  return (from, to) =>
    [...exchanges.values()].some(
      ({ seq, sender, service }) =>
        seq > from && seq < to && sender === 'integrator' && service === 'provider',
    );
}

/** Returns the result of the first check that does not return `undefined`. */
export function firstOf(
  checks: readonly FlowCheck[],
  cycle: SeenCycle,
  seen: SeenBeside,
  context: RuleContext,
): Judgement {
  for (const check of checks) {
    const found = check(cycle, seen, context);
    if (found !== undefined) return judged(found);
  }
  return keptJudgement;
}

/** Returns the judgement on a step that has a breach or could not be judged. */
export const judged = (found: BreachDetails | UnjudgedReason): Judgement =>
  'unjudged' in found ? found : { breach: found };

/** Returns the numbers of the exchanges and adapter answers of a cycle. */
export function seqsOf(cycle: SeenCycle): number[] {
  const { request, trigger, query, reply, answer, prompt, acknowledgment, state } = cycle;
  return [request, trigger, query, reply, answer, prompt, acknowledgment, state].flatMap(
    (message) => message?.seq ?? [],
  );
}

/** Returns the name of a cycle for reports, such as `the claim cycle 5d2f…`. */
export const nameCycle = ({ correlationId, kind }: SeenCycle): string =>
  `the ${kind ?? 'unknown'} cycle ${correlationId}`;

/** Returns whether a request goes to the payer. Includes requests without a body, which lack payer facts. */
const isForPayer = ({ service, sender }: Exchange): boolean =>
  service === 'dummyPayer' || (service === 'provider' && sender === 'integrator');

/**
 * Returns why the content of a provider's request is unknown. Ignores a request that broke off, because a provider
 * repeats such a request.
 */
function whyRequestUnread(exchange: Exchange): ReportText | undefined {
  const isWhole = exchange.request.flaw === undefined;
  return isWhole && exchange.sender !== 'service' ? whyUnread(exchange) : undefined;
}

/**
 * Returns why the cycle of a reply is unknown: it lacks a correlation id at the place that the default reading
 * `correlation-id` names.
 */
function whyReplyNameless(exchange: Exchange, context: RuleContext): ReportText | undefined {
  const { facts, operation, sender } = exchange;
  if (operation !== 'communication.onRequest' || sender !== 'integrator') return undefined;
  if (facts.payer === undefined || facts.payer.envelope === 'unreadable') return undefined;
  if (facts.payer.correlationId !== undefined || !isDefault('correlation-id', context)) return undefined;
  return whyNameless(exchange);
}

/** Returns whether a callback does not belong to a step, or does not have a readable correlation id. */
function isStray(exchange: Exchange, { readings }: RuleContext): boolean {
  if (exchange.sender !== 'service' || isErrorReport(exchange)) return false;
  return readPayerStep(exchange, readings)?.fact.correlationId === undefined;
}

/**
 * Returns whether the client sent the payer a wrong request after a call to begin a cycle: one that begins another kind
 * of cycle, or one on an unknown path.
 */
function isAstray(exchange: Exchange, begin: OperationId, { readings }: RuleContext): boolean {
  const { sender, service, call, operation } = exchange;
  if (sender !== 'integrator' || service !== 'provider' || call?.method !== begin) return false;
  // The client may send a reply or an acknowledgment of an earlier cycle at the same time.
  if (operation !== undefined) return operation !== begin && isBeginning(operation);
  const step = readPayerStep(exchange, readings)?.step;
  return step !== 'reply' && step !== 'acknowledgment';
}

const decidedKinds: Readonly<Partial<Record<OperationId, SeenCycle['kind']>>> = {
  'preauth.submit': 'preauth',
  'claim.submit': 'claim',
};
const actions = ['Approve', 'Reject', 'Query'];

/**
 * Returns whether a submission on a wrong path may have been meant to begin a cycle that the obligation is about. The
 * submission does not show the action of its later trigger. If the same call also began a cycle, that cycle shows the
 * action. Otherwise the submission counts if such a cycle is missing, or if the run has cycles with all actions.
 */
function mayConcern(
  { call }: Exchange,
  { cycles, of }: SeenBeside,
  concerns: (cycle: SeenCycle) => boolean,
  begin: OperationId | undefined,
): boolean {
  const kind = begin && decidedKinds[begin];
  if (kind === undefined) return true;
  const begun = cycles.filter((cycle) => cycle.kind === kind && cycle.astray !== true);
  const sameCall = begun.filter(
    ({ request }) => call?.answer !== undefined && of(request?.seq)?.call?.answer === call.answer,
  );
  if (sameCall.length > 0) return sameCall.some(concerns);
  const seen = new Set(begun.map(({ trigger }) => trigger?.action));
  return !cycles.some(concerns) || actions.every((action) => seen.has(action));
}

function elsewhere(exchange: Exchange, begin: OperationId | undefined): BreachDetails {
  return {
    sent: exchangeReference(exchange),
    expected: `POST ${begin === undefined ? '' : operationPath(begin)}, behind any prefix`,
    seen: reportText`${exchangeReference(exchange)}, answered ${exchange.response?.status ?? 'nothing'}`,
    cause: providerCauses.astray,
  };
}

/**
 * Describes the adapter's answer if the client did not send a reply. Returns `undefined` if the client sent the payer
 * anything, or if the suite did not call `communication.reply`.
 */
export function unsentReply(
  { query, state }: SeenCycle,
  { replies, sentBetween }: SeenBeside,
): { readonly seen: ReportText; readonly cause: ReportText } | undefined {
  const [from, to] = [query?.seq ?? 0, state?.seq ?? Infinity];
  const last = replies.findLast(({ seq }) => seq > from && seq < to);
  if (last === undefined || sentBetween(from, to)) return undefined;
  const message = errorIn(last);
  const answered =
    message === undefined
      ? reportText`the adapter answered ${linkToExchange(last.seq)} without an error`
      : reportText`the adapter said "${message}" in ${linkToExchange(last.seq)}`;
  return { seen: reportText`no reply was sent: ${answered}`, cause: causeOf(message) };
}

function errorIn({ body, failure }: AdapterAnswer): string | undefined {
  const told = jsonBody({ ...(body && { body }) });
  const error = isObject(told) && isObject(told.error) ? told.error.message : undefined;
  return typeof error === 'string' ? error : failure?.message;
}

function causeOf(message: string | undefined): ReportText {
  return message === undefined ? providerCauses.unsent : providerCauses.notMade;
}

/** Returns whether the client accepted any callback. If so, its keys and its envelope are right. */
export const tookAny = (cycles: readonly SeenCycle[]): boolean =>
  cycles.some(({ answers, query, prompt }) => [...answers, query, prompt].some((each) => each?.taken));

/** Returns the number of callbacks that the client has counted, as the end of a sentence; `''` if it is unknown. */
export const countOf = ({ callbacks }: Pick<CycleFact, 'callbacks'>): string =>
  callbacks === undefined ? '' : `, after ${formatCount(callbacks, 'callback')}`;

/**
 * Checks that the client noticed an accepted query. The breach is a cycle that the client still reports as pending,
 * without any request from the client to the payer after the query.
 */
export const queryRead: FlowCheck = (cycle, about) => {
  const { query, reply, state } = cycle;
  if (query?.taken !== true || reply !== undefined || state?.state !== 'pending') return undefined;
  if (about.sentBetween(query.seq, state.seq)) return undefined;
  const unsent = unsentReply(cycle, about)?.seen ?? 'no reply of this cycle';
  return {
    sent: reportText`${nameCycle(cycle)}, after the query ${linkToExchange(query.seq)}`,
    expected: 'a client that knows of the query, and replies to it on v1/communication/on_request',
    seen: reportText`${unsent}; the cycle is pending in cycle.get ${linkToExchange(state.seq)}${countOf(state)}`,
    cause: whyUnnoticed(state.callbacks),
  };
};

/** The members that the definitions of all flow obligations of a provider share. */
export const providerFlow = {
  subject: 'integrator',
  roles: ['provider'],
  level: 'must',
  seen: 'active',
  on: ['dummyPayer', 'provider', 'adapter'],
  bothSides: true,
  follows: ['VER-01', 'CBK-03', 'DPY-02'],
  tells: flowPlaces,
} as const;

/** The conclusions of a flow of a provider if a message of the payer, or the state that the client reports, is missing. */
export const absencesOfAnswer: Absences = {
  'the answer of the payer': { run: 'inconclusive', traffic: 'not judged' },
  'the state of the cycle, as the client reports it': { run: 'passed', traffic: 'not judged' },
};

/** The conclusions of a flow with a query if a message is missing. */
export const absencesOfQuery: Absences = {
  ...absencesOfAnswer,
  'the query of the payer': { run: 'inconclusive', traffic: 'not judged' },
  'the reply of the client': {
    run: 'failed',
    mock: 'inconclusive',
    traffic: 'not judged',
    complete: 'the final answer follows the query',
  },
};
