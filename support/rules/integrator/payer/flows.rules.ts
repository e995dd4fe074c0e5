import type { ObligationId } from '../../../contract/obligations';
import type { OperationId } from '../../../contract/operations';
import { operationPath } from '../../../contract/operations';
import type { Exchange } from '../../../exchange/exchange';
import { nameExchange } from '../../../exchange/exchange';
import type { Breach, Judgement, RuleContext, RuleFactory } from '../../rule';
import { Tally, kept } from '../../rule';
import type { Cycle, Stage } from '../../cycles/cycle-log';
import { CycleLog, beginnings, overlap } from '../../cycles/cycle-log';
import { stepIn } from '../../cycles/messages';

type Told = Omit<Breach, 'exchanges'>;

/** One thing that a flow has to show, in the order of clause 4.7: what is amiss, or `undefined`. */
type Check = (cycle: Cycle, others: readonly Cycle[]) => Told | { readonly unjudged: string } | undefined;

/**
 * Judges every cycle of a kind; the first check that finds something amiss has the word. A request that was to begin
 * such a cycle, and went elsewhere, is amiss too.
 */
function flow(
  obligation: ObligationId,
  begin: OperationId | undefined,
  concerns: (cycle: Cycle) => boolean,
  checks: readonly Check[],
): RuleFactory {
  return (context) => {
    const log = new CycleLog(context);
    const astray: Exchange[] = [];
    return {
      observe(exchange) {
        log.observe(exchange);
        if (begin !== undefined && isAstray(exchange, begin, context)) astray.push(exchange);
      },
      conclude() {
        const tally = new Tally(obligation);
        for (const exchange of astray) tally.add({ breach: elsewhere(exchange, begin) }, exchange.seq);
        for (const cycle of log.cycles.filter(concerns))
          tally.add(judge(cycle, log.cycles, checks), ...seqsOf(cycle));
        return tally.conclude();
      },
    };
  };
}

/** What the client sent to the payer while it was asked to begin a cycle, and is no such request. */
function isAstray(exchange: Exchange, begin: OperationId, { readings }: RuleContext): boolean {
  const { sender, service, call, operation } = exchange;
  if (sender !== 'integrator' || service !== 'provider' || call?.method !== begin) return false;
  // A reply or an acknowledgment may be on its way at the same time.
  if (operation !== undefined) return operation !== begin && beginnings.includes(operation);
  const step = stepIn(exchange, readings)?.step;
  return step !== 'reply' && step !== 'acknowledgment';
}

function elsewhere(exchange: Exchange, begin: OperationId | undefined): Told {
  return {
    sent: nameExchange(exchange),
    expected: begin === undefined ? 'another operation' : `POST ${operationPath(begin)}`,
    got: `${nameExchange(exchange)}, answered ${exchange.response?.status ?? 'nothing'}`,
    likely: 'the path is misspelt, has another version, or is that of another kind of request',
  };
}

function judge(cycle: Cycle, all: readonly Cycle[], checks: readonly Check[]): Judgement {
  for (const check of checks) {
    const found = check(cycle, all);
    if (found === undefined) continue;
    return 'unjudged' in found ? found : { breach: found };
  }
  return kept;
}

function seqsOf({ request, trigger, query, reply, answer, prompt, acknowledgment, state }: Cycle): number[] {
  return [request, trigger, query, reply, answer, prompt, acknowledgment, state].flatMap((stage) =>
    stage === undefined ? [] : [stage.seq],
  );
}

const named = ({ correlationId, kind }: Cycle): string => `the ${kind ?? 'unknown'} cycle ${correlationId}`;

/** The request reached the payer, who took it. */
const requested: Check = (cycle) => {
  const { request } = cycle;
  if (request === undefined || request.taken) return undefined;
  if (request.status === 401) return unauthorised(`the request #${request.seq} of ${named(cycle)}`);
  return {
    sent: `${named(cycle)}, request #${request.seq}`,
    expected: 'a request that the payer takes (2xx): readable envelope, correlation id, a session token',
    got: `refused by the payer with ${request.status}`,
    likely: 'the envelope is another than initialize named, a protected header is missing, or the token is',
  };
};

/** Whoever sends no token, or an old one, breaks HDR-01 or TOK-02 and no flow. */
function unauthorised(what: string): { readonly unjudged: string } {
  return { unjudged: `${what} was answered 401: see HDR-01 and TOK-02` };
}

/** The payer was told to act on the right kind of request (clauses 4.7.3, 4.7.4). */
const triggeredRightly: Check = (cycle) => {
  const { trigger, kind } = cycle;
  const [wanted, other] = kind === 'claim' ? ['Claim', 'Preauth'] : ['Preauth', 'Claim'];
  // A word that is none of them is DPY-02's.
  if (trigger?.method !== other) return undefined;
  return {
    sent: `${named(cycle)}, trigger #${trigger.seq}`,
    expected: `method ${wanted}`,
    got: `method ${trigger.method}`,
    likely: 'the method is a constant, whatever kind of request the cycle began with',
  };
};

/** A callback was sent and taken. */
function received(stageOf: (cycle: Cycle) => Stage | undefined, what: string): Check {
  return (cycle) => {
    const stage = stageOf(cycle);
    if (stage === undefined) return { unjudged: `the payer sent no ${what} in ${named(cycle)}` };
    if (stage.taken) return undefined;
    if (stage.status === 0)
      return { unjudged: `nobody answered the ${what} #${stage.seq} of ${named(cycle)}` };
    return {
      sent: `${named(cycle)}, callback #${stage.seq}`,
      expected: `2xx: the ${what} is taken`,
      got: String(stage.status),
      likely: 'the callback has another path, its JWT is not recognised, or its envelope cannot be read',
    };
  };
}

const answered = received(({ answer }) => answer, 'answer');

/** Second, after the wire: the client knows how its cycle ended. */
function knownAs(state: (cycle: Cycle) => string | undefined): Check {
  return (cycle, others) => {
    const wanted = state(cycle);
    if (cycle.state === undefined || wanted === undefined || cycle.state.state === wanted) return undefined;
    // Among others at the same time it may have been mixed up with them: that is CBK-05's.
    if (others.some((other) => other !== cycle && overlap(cycle, other))) return undefined;
    const { answer } = cycle;
    if (answer !== undefined && cycle.state.seq < answer.seq)
      return {
        unjudged: `cycle.get #${cycle.state.seq} was asked while the callback #${answer.seq} of ${named(cycle)} was still under way`,
      };
    return {
      sent: `${named(cycle)}, asked with cycle.get in #${cycle.state.seq}`,
      expected: `${wanted}, as the callback #${cycle.answer?.seq ?? 0} says`,
      got: `${cycle.state.state}, after ${cycle.state.callbacks} callbacks`,
      likely:
        'the callback is acknowledged before it is read, kept under another correlation id, or its decision is looked for elsewhere (reading decision)',
    };
  };
}

const decided = knownAs(({ answer }) => answer?.decision);

/** The query was answered with documents, under the id of the cycle and in time (clauses 4.7.3, 4.7.6). */
const replied: Check = (cycle) => {
  const { reply, query, answer } = cycle;
  const sent = `${named(cycle)}, after the query #${query?.seq ?? 0}`;
  const expected =
    'a reply on v1/communication/on_request with the correlation id of the cycle and a document, before the final answer';
  if (reply === undefined)
    return {
      sent,
      expected,
      got: 'no reply of this cycle',
      likely: 'the reply has a correlation id of its own, or goes to another path (on_submit, request)',
    };
  if (reply.status === 401) return unauthorised(`the reply #${reply.seq} of ${named(cycle)}`);
  if (!reply.taken)
    return {
      sent,
      expected,
      got: `a reply that the payer refused with ${reply.status}`,
      likely: 'its envelope or a protected header is not right',
    };
  if (reply.documents === 0)
    return {
      sent,
      expected,
      got: 'a reply without documents',
      likely: 'attachments go as a link, or in another element than the reading documents names',
    };
  if (answer !== undefined && answer.at < reply.at)
    return {
      sent,
      expected,
      got: 'a reply after the final answer',
      likely: 'the reply waits for something that has nothing to do with it',
    };
  return undefined;
};

const began =
  (kind: Cycle['kind'], action?: string) =>
  (cycle: Cycle): boolean =>
    cycle.kind === kind &&
    cycle.astray !== true &&
    cycle.request !== undefined &&
    (action === undefined || cycle.trigger?.action === action);

const decision = [requested, triggeredRightly, answered, decided];
const queried = [
  requested,
  triggeredRightly,
  received(({ query }) => query, 'communication request'),
  replied,
  answered,
  decided,
];
const data = [requested, answered, knownAs(() => 'answered')];

/** Clause 4.7.1. */
export const planProcessed = flow('FLW-01', 'insurancePlan.request', began('plan'), data);
/** Clause 4.7.2. */
export const eligibilityKept = flow('FLW-02', 'eligibility.check', began('eligibility'), data);
/** Clause 4.7.3. */
export const preauthApproved = flow('FLW-03', 'preauth.submit', began('preauth', 'Approve'), decision);
export const preauthRejected = flow('FLW-04', 'preauth.submit', began('preauth', 'Reject'), decision);
export const preauthQueried = flow('FLW-05', 'preauth.submit', began('preauth', 'Query'), queried);
/** Clause 4.7.4. */
export const claimApproved = flow('FLW-06', 'claim.submit', began('claim', 'Approve'), decision);
export const claimRejected = flow('FLW-07', 'claim.submit', began('claim', 'Reject'), decision);
export const claimQueried = flow('FLW-08', 'claim.submit', began('claim', 'Query'), queried);
/** Clause 4.7.5. */
export const noticeAcknowledged = flow('FLW-09', undefined, ({ prompt }) => prompt !== undefined, [
  received(({ prompt }) => prompt, 'payment notice prompt'),
  (cycle) => {
    const { acknowledgment, prompt } = cycle;
    if (acknowledgment?.taken === true) return undefined;
    if (acknowledgment?.status === 401)
      return unauthorised(`the acknowledgment #${acknowledgment.seq} of ${named(cycle)}`);
    return {
      sent: `${named(cycle)}, prompt #${prompt?.seq ?? 0}`,
      expected: 'the acknowledgment, with the correlation id of the prompt',
      got: acknowledgment === undefined ? 'none' : `one that the payer refused with ${acknowledgment.status}`,
      likely:
        'the prompt is answered with 202 alone, or the acknowledgment has an id or a path of its own (reading payment-ack)',
    };
  },
]);
/** Clause 4.7.6: the flow of a query, seen as a communication. */
export const communicationRun = flow('FLW-10', 'preauth.submit', began('preauth', 'Query'), queried);
