import { numbered, text } from '../../exchange/text';
import type { Text } from '../../exchange/text';
import type { Cycle } from '../cycles/cycle-log';
import type { CycleMessage } from '../cycles/cycle-message';
import { overlap } from '../cycles/cycle-log';
import { whyNotTaken } from '../cycles/not-taken';
import { showAnswer } from '../judge/fates';
import type { Unjudged } from '../judge/judge';
import { foreignUse, toldOfPlain } from './content-checks';
import type { Check } from './flow';
import { named } from './flow';
import { providerCauses } from './provider-causes';
import { countOf, tookAny } from './unread-content';
import { unsentReply } from './unsent-reply';

/** The request reached the payer, who took it. */
export const requested: Check = (cycle) => {
  const { request } = cycle;
  if (request === undefined || request.taken) return undefined;
  if (request.status === 401)
    return unauthorised(text`the request ${numbered(request.seq)} of ${named(cycle)}`);
  if (request.unread !== undefined) return unreadable(request.unread);
  return {
    sent: text`${named(cycle)}, request ${numbered(request.seq)}`,
    expected: 'a request that the payer takes (2xx): readable envelope, correlation id, a session token',
    seen: `refused by the payer with ${request.status}${because(request)}`,
    cause: providerCauses.refused,
  };
};

/** What was requested is what the cycle is about, whatever its path, and in the envelope that was agreed on. */
export const meant: Check = (cycle, { of }) => {
  const { request, kind } = cycle;
  const fact = of(request?.seq)?.facts.payer;
  if (request === undefined || fact === undefined) return undefined;
  const sent = text`${named(cycle)}, request ${numbered(request.seq)}`;
  if (request.plain === true) return { sent, ...toldOfPlain(request.seq) };
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
export function unauthorised(what: Text): Unjudged {
  return { unjudged: text`${what} was answered 401: the token is missing, unknown or past its end` };
}

/** What no reading covers is neither side's fault, and shows nothing. */
export function unreadable(why: Text): Unjudged {
  return { unjudged: why, withholds: true };
}

export const because = ({ flaw }: CycleMessage): string => (flaw === undefined ? '' : `: ${flaw}`);

/** The payer was told to act on the right kind of request (clauses 4.7.3, 4.7.4). */
export const triggeredRightly: Check = (cycle) => {
  const { trigger, kind } = cycle;
  const [wanted, other] = kind === 'claim' ? ['Claim', 'Preauth'] : ['Preauth', 'Claim'];
  // Any other word is judged on the trigger itself.
  if (trigger?.method !== other) return undefined;
  return {
    sent: text`${named(cycle)}, trigger ${numbered(trigger.seq)}`,
    expected: `method ${wanted}`,
    seen: `method ${trigger.method}`,
    cause: providerCauses.otherMethod,
  };
};

/** A callback was sent and taken. */
export function received(messageOf: (cycle: Cycle) => CycleMessage | undefined, what: string): Check {
  return (cycle, { of, cycles }) => {
    const stage = messageOf(cycle);
    if (stage === undefined) return { unjudged: text`the payer sent no ${what} in ${named(cycle)}` };
    if (stage.taken) return undefined;
    if (stage.unreached === true)
      return { unjudged: text`no one answered the ${what} ${numbered(stage.seq)} of ${named(cycle)}` };
    const exchange = of(stage.seq);
    return {
      sent: text`${named(cycle)}, callback ${numbered(stage.seq)}`,
      expected: `2xx: the ${what} is taken`,
      seen: stage.status === 0 && exchange !== undefined ? showAnswer(exchange) : String(stage.status),
      cause: whyNotTaken(exchange ?? { response: { status: stage.status, headers: [] } }, tookAny(cycles)),
    };
  };
}

export const answered = received(({ answer }) => answer, 'answer');

/** States of a case that has been decided, or answered. */
const ends: readonly string[] = ['approved', 'rejected', 'answered'];

/** Second, after the wire: the client knows how its cycle ended. */
export function knownAs(state: (cycle: Cycle) => string | undefined): Check {
  return (cycle, { cycles }) => {
    const wanted = state(cycle);
    if (cycle.state === undefined || wanted === undefined || cycle.state.state === wanted) return undefined;
    // Among others at the same time it may have been mixed up with them: that is judged of parallel cycles.
    if (cycles.some((other) => other !== cycle && overlap(cycle, other))) return undefined;
    const { answer } = cycle;
    if (answer !== undefined && cycle.state.seq < answer.seq)
      return {
        unjudged: text`cycle.get ${numbered(cycle.state.seq)} was asked while the callback ${numbered(answer.seq)} of ${named(cycle)} was still under way`,
      };
    return {
      sent: text`${named(cycle)}, asked with cycle.get in ${numbered(cycle.state.seq)}`,
      expected: text`${wanted}, as the callback ${numbered(cycle.answer?.seq ?? 0)} says`,
      seen: `${cycle.state.state}${countOf(cycle.state)}`,
      cause: ends.includes(cycle.state.state) ? providerCauses.misread : providerCauses.unread,
    };
  };
}

export const decided = knownAs(({ answer }) => answer?.decision);

/** The query was answered with documents, under the id of the cycle and in time (clauses 4.7.3, 4.7.6). */
export const replied: Check = (cycle, about) => {
  const { reply, query, answer } = cycle;
  const sent = text`${named(cycle)}, after the query ${numbered(query?.seq ?? 0)}`;
  const expected =
    'a reply on v1/communication/on_request with the correlation id of the cycle and a document, before the final answer';
  if (reply === undefined)
    return {
      sent,
      expected,
      ...(unsentReply(cycle, about) ?? {
        seen: 'no reply of this cycle',
        cause: about.sentBetween(query?.seq ?? 0, Infinity)
          ? providerCauses.otherReply
          : providerCauses.noReply,
      }),
    };
  if (reply.status === 401) return unauthorised(text`the reply ${numbered(reply.seq)} of ${named(cycle)}`);
  if (reply.unread !== undefined) return unreadable(reply.unread);
  if (!reply.taken)
    return {
      sent,
      expected,
      seen: `a reply that the payer refused with ${reply.status}${because(reply)}`,
      cause: providerCauses.replyRefused,
    };
  if (reply.plain === true) return { sent, ...toldOfPlain(reply.seq) };
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
