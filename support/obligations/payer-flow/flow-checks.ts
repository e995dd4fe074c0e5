import type { Breach, Judgement } from '../judge/judge';
import { kept } from '../judge/judge';
import type { Cycle, CycleMessage } from '../cycles/cycle-log';
import { overlap } from '../cycles/cycle-log';

export type Told = Omit<Breach, 'exchanges'>;
type Unjudged = Extract<Judgement, { readonly unjudged: string }>;

/** One thing that a flow has to show, in the order of clause 4.7: what is amiss, or `undefined`. */
export type Check = (cycle: Cycle, others: readonly Cycle[]) => Told | Unjudged | undefined;

/** What the first check that finds something amiss makes of a cycle. */
export function judge(cycle: Cycle, all: readonly Cycle[], checks: readonly Check[]): Judgement {
  for (const check of checks) {
    const found = check(cycle, all);
    if (found === undefined) continue;
    return 'unjudged' in found ? found : { breach: found };
  }
  return kept;
}

export function seqsOf({
  request,
  trigger,
  query,
  reply,
  answer,
  prompt,
  acknowledgment,
  state,
}: Cycle): number[] {
  return [request, trigger, query, reply, answer, prompt, acknowledgment, state].flatMap((stage) =>
    stage === undefined ? [] : [stage.seq],
  );
}

/** The cycle, for people. */
export const named = ({ correlationId, kind }: Cycle): string =>
  `the ${kind ?? 'unknown'} cycle ${correlationId}`;

/** The request reached the payer, who took it. */
export const requested: Check = (cycle) => {
  const { request } = cycle;
  if (request === undefined || request.taken) return undefined;
  if (request.status === 401) return unauthorised(`the request #${request.seq} of ${named(cycle)}`);
  if (request.unread !== undefined) return unreadable(request.unread);
  return {
    sent: `${named(cycle)}, request #${request.seq}`,
    expected: 'a request that the payer takes (2xx): readable envelope, correlation id, a session token',
    got: `refused by the payer with ${request.status}${because(request)}`,
    likely: 'the envelope is another than initialize named, a protected header is missing, or the token is',
  };
};

/** Whoever sends no token, or an old one, breaks HDR-01 or TOK-02 and no flow. */
export function unauthorised(what: string): Unjudged {
  return { unjudged: `${what} was answered 401: see HDR-01 and TOK-02` };
}

/** What no reading has agreed on is nobody's fault, and shows nothing. */
export function unreadable(why: string): Unjudged {
  return { unjudged: why, withholds: true };
}

export const because = ({ flaw }: CycleMessage): string => (flaw === undefined ? '' : `: ${flaw}`);

/** The payer was told to act on the right kind of request (clauses 4.7.3, 4.7.4). */
export const triggeredRightly: Check = (cycle) => {
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
export function received(messageOf: (cycle: Cycle) => CycleMessage | undefined, what: string): Check {
  return (cycle) => {
    const stage = messageOf(cycle);
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

export const answered = received(({ answer }) => answer, 'answer');

/** Second, after the wire: the client knows how its cycle ended. */
export function knownAs(state: (cycle: Cycle) => string | undefined): Check {
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

export const decided = knownAs(({ answer }) => answer?.decision);

/** The query was answered with documents, under the id of the cycle and in time (clauses 4.7.3, 4.7.6). */
export const replied: Check = (cycle) => {
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
  if (reply.unread !== undefined) return unreadable(reply.unread);
  if (!reply.taken)
    return {
      sent,
      expected,
      got: `a reply that the payer refused with ${reply.status}${because(reply)}`,
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
