import type { Cycle } from '../cycles/cycle-log';
import {
  answered,
  decided,
  knownAs,
  meant,
  received,
  replied,
  requested,
  triggeredRightly,
} from './provider-checks';
import { queryRead } from './unread-content';

/** Cycles of one kind that the provider began, and in which the payer was told to act like that. */
export const began =
  (kind: Cycle['kind'], action?: string) =>
  (cycle: Cycle): boolean =>
    cycle.kind === kind &&
    cycle.astray !== true &&
    cycle.request !== undefined &&
    (action === undefined || cycle.trigger?.action === action);

/** What a decided cycle has to show, in its order. */
export const decision = [requested, meant, triggeredRightly, answered, decided];
/** The same of a queried one. */
export const queried = [
  requested,
  meant,
  triggeredRightly,
  received(({ query }) => query, 'query'),
  queryRead,
  replied,
  answered,
  decided,
];
/** The same of one that is answered with data. */
export const data = [requested, meant, answered, knownAs(() => 'answered')];
