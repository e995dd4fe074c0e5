import type { Exchange } from '../../exchange/exchange';
import type { Trigger } from './messages';

/**
 * Distinguishes the triggers that the suite asked a client for from those that the client sent by itself (clause 4.7
 * gives the trigger to the provider). A call asks for one trigger. A trigger that arrives during the call or after it is that one
 * if its action and method are those of the call. If several are, the one with the right correlation id counts, or else
 * the first.
 */
export class AskedTriggers {
  readonly #byCall = new Map<number, Trigger[]>();

  observe(trigger: Trigger): void {
    const { call } = trigger.exchange;
    if (call?.method !== 'dummyPayer.trigger') return;
    this.#byCall.set(call.answer, [...(this.#byCall.get(call.answer) ?? []), trigger]);
  }

  /** The numbers (`seq`) of the triggers that the suite asked for. Read this only after all triggers were observed. */
  get all(): ReadonlySet<number> {
    return new Set([...this.#byCall.values()].flatMap((those) => oneAskedFor(those)));
  }
}

/** Returns the numbers of the triggers that a call asked for. Returns all if the recording does not show the request. */
function oneAskedFor(those: readonly Trigger[]): number[] {
  const asked = those[0]?.exchange.call?.trigger;
  if (asked === undefined) return those.map(({ exchange }) => exchange.seq);
  const alike = those.filter(
    ({ words }) => words.meantAction === asked.action && words.meantMethod === asked.method,
  );
  const one = alike.find(({ correlationId }) => correlationId === asked.correlationId) ?? alike[0];
  return one === undefined ? [] : [one.exchange.seq];
}

/** Whether the client may have sent a trigger by itself, to judge by the calls. In traffic, no calls are recorded. */
export const isUnasked = (
  { call, seq }: Pick<Exchange, 'call' | 'seq'>,
  asked: ReadonlySet<number>,
): boolean => call !== undefined && !asked.has(seq);
