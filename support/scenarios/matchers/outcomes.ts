import { memberOf } from '../../contract/json';
import type { ReadingValues } from '../../contract/readings';
import type { Exchange } from '../../exchange/exchange';
import { isAccepted, jsonBody } from '../../exchange/exchange';
import { replaceFormsByChar } from '../../exchange/read-form';
import type { Conversation, CycleTurns } from './conversation';
import { kindsOnPath, messageIn, readIntendedMessage, triggerSaid } from './conversation';
import { nonEmptyAndAll } from './requests';

/** What the answer to a cycle says; absent where it says nothing. */
function decisionOf({ kind, answer }: CycleTurns): string | undefined {
  if (kind === 'plan' || kind === 'eligibility') return answer && 'answered';
  return answer?.facts.payer?.decision;
}

const isTaken = ({ answer }: CycleTurns): boolean => answer !== undefined && isAccepted(answer);

/** What a provider says of a cycle, as its answer decides. */
export function isKnownAs(word: string, { cycles, together, readings }: Conversation): boolean {
  return cycles.some((cycle) => {
    if (!isTaken(cycle)) return false;
    // Features say of a reply what is read by default: that the payer then approves.
    const isOtherwise =
      cycle.messages.query !== undefined && word === 'approved' && readings['after-reply'] === 'reject';
    const told = decisionOf(cycle);
    if (told !== (isOtherwise ? 'rejected' : word)) return false;
    // Beside others a cycle may be mixed up with them, which is judged of parallel cycles.
    return cycle.state === undefined || cycle.state === told || together.includes(cycle);
  });
}

/** The words in which a client tells its cycles by the protocol of adapters; some have words of their own. */
const protocolWords: readonly string[] = ['pending', 'queried', 'approved', 'rejected', 'answered'];

/** The cycles that got odd callbacks after their final answer. */
function disturbedAmong(cycles: readonly CycleTurns[], odd: readonly Exchange[]): CycleTurns[] {
  const ids = odd.map(({ facts }) => facts.payer?.correlationId?.toLowerCase());
  return cycles.filter((cycle) => decisionOf(cycle) !== undefined && ids.includes(cycle.correlationId));
}

/** Returns the final answers of the cycles that got odd callbacks afterwards. */
export const finalAnswersOf = (cycles: readonly CycleTurns[], odd: readonly Exchange[]): Exchange[] =>
  disturbedAmong(cycles, odd).flatMap(({ answer }) => answer ?? []);

/**
 * Whether each cycle that got odd callbacks has the state of its final answer, or the state `reopened`. If several cycles
 * share a correlation id, the final answer of any of them counts. Ignores states that are not words of the protocol.
 */
export function staysAs(reopened: string, { cycles }: Conversation, odd: readonly Exchange[]): boolean {
  return disturbedAmong(cycles, odd).every((cycle) => {
    const { state: told, messages } = cycle;
    if (told === undefined || !protocolWords.includes(told)) return true;
    const decisions = (messages.answer ?? []).map(({ facts }) => facts.payer?.decision);
    return told === reopened || told === decisionOf(cycle) || decisions.some((each) => each === told);
  });
}

/** Whether a whole conversation, from its first message to its last, goes by one correlation id. */
export function hasOneId({ cycles }: Conversation): boolean {
  return cycles.some(
    ({ kind, messages: { request, trigger = [], query, reply, answer, prompt, acknowledgment } }) => {
      const isQueried = trigger.some((each) => triggerSaid(each).action === 'Query');
      const needed = isQueried ? [request, query, reply, answer] : [request, answer];
      return (kind === 'notice' ? [prompt, acknowledgment] : needed).every((each) => each !== undefined);
    },
  );
}

/** Some were under way at the same time, and the provider knows each as its own callback says. */
export function areKnownApart({ together }: Conversation): boolean {
  const told = together.filter((cycle) => isTaken(cycle) && cycle.state !== undefined);
  return nonEmptyAndAll(told, (cycle) => cycle.state === (decisionOf(cycle) ?? 'answered'));
}

/** By the times of sending: what has nothing before it is too early as well. */
export function isInOrder(later: 'trigger' | 'reply', { cycles }: Conversation): boolean {
  return cycles.every(({ messages }) => {
    const [first] = messages[later === 'trigger' ? 'request' : 'query'] ?? [];
    const [second] = messages[later] ?? [];
    return second === undefined || (first !== undefined && first.arrivedAt <= second.arrivedAt);
  });
}

/**
 * Whether that member of a trigger names the correlation id of a submission. A client that only triggers has its
 * requests submitted by the suite.
 */
export function namesItsCycle(
  triggers: readonly Exchange[],
  member: string,
  exchanges: readonly Exchange[],
  readings: ReadingValues,
): boolean {
  const submitted = exchanges
    .flatMap((each) => readIntendedMessage(each, readings) ?? [])
    .filter(({ stage, kind }) => stage === 'request' && (kind === 'preauth' || kind === 'claim'))
    .map(({ fact }) => fact.correlationId);
  return triggers.some((each) => submitted.includes(String(memberOf(jsonBody(each.request), member))));
}

/** Whether something came of a trigger that is its effect, or may be and cannot be read. */
export function isFollowed(
  triggers: readonly Exchange[],
  exchanges: readonly Exchange[],
  readings: ReadingValues,
): boolean {
  const callbacks = exchanges
    .filter(({ sender }) => sender === 'service')
    .flatMap((each) => messageIn(each, readings) ?? []);
  return triggers.some((trigger) => {
    const { action, method, correlationId } = triggerSaid(trigger);
    return callbacks.some(({ stage, kind, exchange, fact }) => {
      if (exchange.arrivedAt < trigger.arrivedAt) return false;
      if (trigger.operation === 'paymentNotice.init') return stage === 'prompt';
      const isOnPath =
        (stage === 'query' && action === 'Query') ||
        (stage === 'answer' && kind === (method === 'Claim' ? 'claim' : 'preauth'));
      const isUnread = fact.correlationId === undefined && fact.unoffered === true;
      return isOnPath && (fact.correlationId === correlationId || isUnread);
    });
  });
}

/**
 * Returns whether each callback with a correlation id has that of a request that the suite sent before it. A payment
 * prompt opens its own cycle. If the path of a callback belongs to one kind of request, such as claims, the request must
 * be of that kind, unless every request of that kind has a callback with its own id: then nothing was mixed up.
 */
export function answersWhatWasBegun(exchanges: readonly Exchange[], readings: ReadingValues): boolean {
  const messages = exchanges.flatMap((each) => messageIn(each, readings) ?? []);
  const begun = messages.filter(({ stage, exchange }) => stage === 'request' && exchange.sender === 'suite');
  const callbacks = messages.filter(
    ({ exchange, fact }) =>
      exchange.sender === 'service' && fact.refusal !== true && fact.correlationId !== undefined,
  );
  const answered = new Set(callbacks.map(({ fact }) => fact.correlationId));
  return callbacks
    .filter(({ stage }) => stage !== 'prompt')
    .every((callback) => {
      const { exchange, fact } = callback;
      const [kind, ...others] = kindsOnPath(exchange, readings);
      const ofKind = begun.filter((each) => each.kind === kind);
      const isMissed = ofKind.some((each) => !answered.has(each.fact.correlationId));
      return (others.length === 0 && isMissed ? ofKind : begun).some(
        (each) =>
          each.fact.correlationId === fact.correlationId && each.exchange.arrivedAt <= exchange.arrivedAt,
      );
    });
}

/**
 * Returns whether a recipient is the payer with this number and the network suffix of the target's payer.
 * @param recipient as recorded: a form replaces what the recording does not keep
 * @param payer the participant id of the target's payer, such as `1000003538@sbx`
 */
export function isPayerAddress(recipient: string, number: string, payer: string): boolean {
  const [digits, suffix, ...more] = replaceFormsByChar(recipient).split('@');
  const isId = digits === number && suffix !== undefined && /^\S+$/.test(suffix) && more.length === 0;
  return isId && recipient === payer;
}

/** Callbacks whose JWT verifies and that were answered, the suite's own odd ones apart, were all taken. */
export function areValidTaken(callbacks: readonly Exchange[]): boolean {
  return callbacks
    .filter(({ facts, response }) => facts.callbackToken?.valid === true && response !== undefined)
    .filter(({ asked }) => asked === undefined || asked.part === 'valid')
    .every(isAccepted);
}
