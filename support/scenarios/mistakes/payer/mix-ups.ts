import { defaultReadings } from '../../../contract/readings';
import type { Phrases } from '../phrases';
import type { TurnsEdit } from './edits';
import { body, editMessages } from './edits';
import type { MessageTurn, Turn } from './turns';
import { idHeaders } from './turns';

/** A change that puts the correlation id of another cycle into a message. */
export type MixUp = (otherId: string) => TurnsEdit;

const messages: readonly MessageTurn['what'][] = [
  'submission',
  'query',
  'reply',
  'answer',
  'prompt',
  'acknowledgment',
];

/** Messages that name another cycle's id, as features write them. */
export const mixUps: Phrases<MixUp> = {
  ...Object.fromEntries(
    messages.map((what): [string, () => MixUp] => [
      `another cycle's id on the ${what}`,
      () => (otherId) =>
        editMessages(what, ({ headers }) => ({ headers: { ...headers, ...idHeaders(otherId) } })),
    ]),
  ),
  "another cycle's id as correlationId": () => (correlationId) => body({ correlationId }),
};

/** Returns the correlation id of a cycle. Throws if none of its messages carries one. */
export function correlationIdOf(turns: readonly Turn[]): string {
  const { name } = defaultReadings['correlation-id'];
  const ids = turns.flatMap((turn) => ('headers' in turn ? (turn.headers[name] ?? []) : []));
  const [id] = ids;
  if (id === undefined) throw new Error('The other cycle has no correlation id');
  return id;
}
