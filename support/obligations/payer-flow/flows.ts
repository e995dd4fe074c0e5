import type { ObligationId } from '..';
import type { OperationId } from '../../contract/operations';
import { operationPath } from '../../contract/operations';
import type { Exchange } from '../../exchange/exchange';
import { nameExchange } from '../../exchange/exchange';
import type { RuleContext, RuleFactory } from '../judge/judge';
import { Tally } from '../judge/judge';
import type { Cycle } from '../cycles/cycle-log';
import { CycleLog, beginnings } from '../cycles/cycle-log';
import { stepIn, whyUnread } from '../cycles/messages';
import type { Check, Told } from './flow-checks';
import {
  answered,
  decided,
  judge,
  knownAs,
  received,
  replied,
  requested,
  seqsOf,
  triggeredRightly,
} from './flow-checks';

/**
 * Judges every cycle of a kind; the first check that finds something amiss has the word. A request that was to begin
 * such a cycle, and went elsewhere, is amiss too.
 */
function flow(
  obligation: ObligationId,
  begin: OperationId,
  concerns: (cycle: Cycle) => boolean,
  checks: readonly Check[],
): RuleFactory {
  return (context) => {
    const log = new CycleLog(context);
    const astray: Exchange[] = [];
    const unread = new Set<string>();
    return {
      observe(exchange) {
        log.observe(exchange);
        if (isAstray(exchange, begin, context)) astray.push(exchange);
        // Without an answer to its request, no cycle comes to where it would be judged.
        const why = exchange.operation === begin ? whyUnread(exchange) : undefined;
        if (why !== undefined) unread.add(why);
      },
      conclude() {
        const tally = new Tally(obligation);
        for (const why of unread) tally.add({ unjudged: why, withholds: true });
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

function elsewhere(exchange: Exchange, begin: OperationId): Told {
  return {
    sent: nameExchange(exchange),
    expected: `POST ${operationPath(begin)}`,
    got: `${nameExchange(exchange)}, answered ${exchange.response?.status ?? 'nothing'}`,
    likely: 'the path is misspelt, has another version, or is that of another kind of request',
  };
}

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
/** Clause 4.7.6: the flow of a query, seen as a communication. */
export const communicationRun = flow('FLW-10', 'preauth.submit', began('preauth', 'Query'), queried);
