import { Effects } from '../../obligations/dummy-payer/effects';
import { stepIn, stepMeant } from '../../obligations/cycles/messages';
import type { Exchange } from '../../exchange/exchange';
import { jsonBody, isAccepted } from '../../exchange/exchange';
import type { RuleContext } from '../../obligations';
import type { FlowRequest } from '../payer/flows';
import type { PayerCyclesSeen } from './payer-cycles';
import { all } from './requests';
import { memberOf } from '../../contract/json';

/** What a provider says of a cycle of that kind, as its answer decides. */
export function isKnownAs(
  request: FlowRequest,
  word: string,
  { cycles, together, context: { readings } }: PayerCyclesSeen,
): boolean {
  return cycles.some((cycle) => {
    const { answer, state, query, kind } = cycle;
    if (kind !== request) return false;
    const told = kind === 'plan' || kind === 'eligibility' ? 'answered' : answer?.decision;
    // Features say of a reply what is read by default: that the payer then approves.
    const isOtherwise = query !== undefined && word === 'approved' && readings['after-reply'] === 'reject';
    if (answer?.taken !== true || told !== (isOtherwise ? 'rejected' : word)) return false;
    // Beside others a cycle may be mixed up with them, which is judged of parallel cycles.
    return state === undefined || state.state === told || together.includes(cycle);
  });
}

/** The words in which a client tells its cycles by the protocol of adapters; some have words of their own. */
const protocolWords: readonly string[] = ['pending', 'queried', 'approved', 'rejected', 'answered'];

/**
 * Whether an approved preauthorization that got odd callbacks is told of in one of these words, where a client tells of it
 * in words of the protocol.
 */
export function staysAs(
  words: readonly string[],
  { cycles }: PayerCyclesSeen,
  odd: readonly Exchange[],
): boolean {
  const disturbed = odd.map(({ facts }) => facts.payer?.correlationId);
  return cycles
    .filter(
      ({ answer, correlationId }) => answer?.decision === 'approved' && disturbed.includes(correlationId),
    )
    .flatMap(({ state }) => state?.state ?? [])
    .filter((told) => protocolWords.includes(told))
    .every((told) => words.includes(told));
}

/** Whether a whole conversation, from its first message to its last, goes by one correlation id. */
export function hasOneId({ cycles }: PayerCyclesSeen): boolean {
  return cycles.some(({ kind, request, trigger, query, reply, answer, prompt, acknowledgment }) => {
    const needed = trigger?.action === 'Query' ? [request, query, reply, answer] : [request, answer];
    return (kind === 'payment' ? [prompt, acknowledgment] : needed).every((each) => each !== undefined);
  });
}

/** Some were under way at the same time, and the provider knows each as its own callback says. */
export function areKnownApart({ together }: PayerCyclesSeen): boolean {
  const told = together.filter(({ answer, state }) => answer?.taken === true && state !== undefined);
  return all(told, ({ answer, state }) => state?.state === (answer?.decision ?? 'answered'));
}

/** By the times of sending: what has nothing before it is too early as well. */
export function isInOrder(later: 'trigger' | 'reply', seen: PayerCyclesSeen): boolean {
  return seen.all.every(({ request, trigger, query, reply }) => {
    const [first, second] = later === 'trigger' ? [request, trigger] : [query, reply];
    return second === undefined || (first !== undefined && first.at <= second.at);
  });
}

/** Whether that member of a trigger names the correlation id of a submission. A client that only triggers has its requests submitted by the suite. */
export function namesItsCycle(
  triggers: readonly Exchange[],
  member: string,
  exchanges: readonly Exchange[],
  { readings }: RuleContext,
): boolean {
  const submitted = exchanges
    .flatMap((each) => stepMeant(each, readings) ?? [])
    .filter(({ step }) => step === 'preauth' || step === 'claim')
    .map(({ fact }) => fact.correlationId);
  return triggers.some((each) => submitted.includes(String(memberOf(jsonBody(each.request), member))));
}

/** Whether something came of a trigger that is its effect, or may be and cannot be read. */
export function isFollowed(
  triggers: readonly Exchange[],
  exchanges: readonly Exchange[],
  context: RuleContext,
): boolean {
  const effects = new Effects(context);
  for (const each of exchanges) effects.observe(each);
  return triggers
    .map((each) => effects.of(each))
    .some(({ followed, unread }) => followed || unread !== undefined);
}

/** Each callback that says which cycle it answers names one that was begun; a prompt opens its own. */
export function answersWhatWasBegun(exchanges: readonly Exchange[], { readings }: RuleContext): boolean {
  const idOf = ({ facts }: Exchange): string | undefined => facts.payer?.correlationId;
  const begun = exchanges.filter(({ sender }) => sender === 'suite').map(idOf);
  return exchanges
    .filter((each) => each.sender === 'service' && idOf(each) !== undefined)
    .filter((each) => !['prompt', undefined].includes(stepIn(each, readings)?.step))
    .every((each) => begun.includes(idOf(each)));
}

/** Callbacks whose JWT verifies and that were answered, the suite's own odd ones apart, were all taken. */
export function areValidTaken(callbacks: readonly Exchange[]): boolean {
  return callbacks
    .filter(({ facts, response }) => facts.callbackToken?.valid === true && response !== undefined)
    .filter(({ asked }) => asked === undefined || asked.part === 'valid')
    .every(isAccepted);
}
