import { counted } from '../../contract/counted';
import type { CycleFact } from '../../contract/payer-facts';
import { numbered, text } from '../../exchange/text';
import type { Cycle } from '../cycles/cycle-log';
import { whyUnnoticed } from '../cycles/unread';
import type { Check } from './flow';
import { named } from './flow';
import { unsentReply } from './unsent-reply';

/** Whether the client took any callback: its keys and its envelope are right then. */
export const tookAny = (cycles: readonly Cycle[]): boolean =>
  cycles.some(({ answers, query, prompt }) => [...answers, query, prompt].some((each) => each?.taken));

/** How many callbacks the client has counted, where it was asked. */
export const countOf = ({ callbacks }: Pick<CycleFact, 'callbacks'>): string =>
  callbacks === undefined ? '' : `, after ${counted(callbacks, 'callback')}`;

/** A query that was taken, and of which the client knows nothing: it sent no reply, wherever that might have gone. */
export const queryRead: Check = (cycle, about) => {
  const { query, reply, state } = cycle;
  if (query?.taken !== true || reply !== undefined || state?.state !== 'pending') return undefined;
  if (about.sentBetween(query.seq, state.seq)) return undefined;
  const unsent = unsentReply(cycle, about)?.seen ?? 'no reply of this cycle';
  return {
    sent: text`${named(cycle)}, after the query ${numbered(query.seq)}`,
    expected: 'a client that knows of the query, and replies to it on v1/communication/on_request',
    seen: text`${unsent}; the cycle is pending in cycle.get ${numbered(state.seq)}${countOf(state)}`,
    cause: whyUnnoticed(state.callbacks),
  };
};
