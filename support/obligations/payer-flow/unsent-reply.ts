import { isObject } from '../../contract/json';
import type { AdapterAnswer } from '../../exchange/evidence';
import { jsonBody } from '../../exchange/exchange';
import type { Text } from '../../exchange/text';
import { numbered, text } from '../../exchange/text';
import type { Cycle } from '../cycles/cycle-log';
import type { Seen } from './flow';
import { providerCauses } from './provider-causes';

/** What a client that was asked to reply did in place of it; `undefined` where it sent something, or was not asked. */
export function unsentReply(
  { query, state }: Cycle,
  { replies, sentBetween }: Seen,
): { readonly seen: Text; readonly cause: Text } | undefined {
  const [from, to] = [query?.seq ?? 0, state?.seq ?? Infinity];
  const last = replies.findLast(({ seq }) => seq > from && seq < to);
  if (last === undefined || sentBetween(from, to)) return undefined;
  const message = errorIn(last);
  const answered =
    message === undefined
      ? text`the adapter answered ${numbered(last.seq)} without an error`
      : text`the adapter said "${message}" in ${numbered(last.seq)}`;
  return { seen: text`no reply was sent: ${answered}`, cause: causeOf(message) };
}

function errorIn({ body, failure }: AdapterAnswer): string | undefined {
  const told = jsonBody({ ...(body && { body }) });
  const error = isObject(told) && isObject(told.error) ? told.error.message : undefined;
  return typeof error === 'string' ? error : failure?.message;
}

function causeOf(message: string | undefined): Text {
  return message === undefined ? providerCauses.unsent : providerCauses.notMade;
}
