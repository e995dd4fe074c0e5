import type { Subject } from '../contract/words';
import type { Exchange, Failure, Occasion, RecordedBody } from './exchange';
import { nameExchange } from './exchange';
import type { AnswerFacts, LogFacts } from './facts';
import type { Text } from './text';

/**
 * What an adapter answered, and when: what it returned is evidence as if the client had sent it, and what arrived
 * meanwhile belongs to it. `arrivedAt` is the time of the answer.
 */
export interface AdapterAnswer extends Occasion {
  readonly kind: 'adapter answer';
  /** Epoch milliseconds; when the call was made. Absent for answers to a challenge, and in earlier recordings. */
  readonly askedAt?: number;
  /** As in `transfer.encrypt`. */
  readonly method: string;
  /** The item of a challenge that it answers. */
  readonly item?: string;
  /** The result or the error, as it is kept. */
  readonly body?: RecordedBody;
  /** Why there is none. */
  readonly failure?: Failure;
  readonly facts: AnswerFacts;
}

/** What stood in a log of the integrator's and must not; the line itself is not kept. */
export interface LogLine extends Occasion {
  readonly kind: 'log line';
  readonly facts: LogFacts;
}

/** What a client sent, or would have sent. */
export type Sent = Exchange | AdapterAnswer;

/** All that judges look at, in one order. */
export type Evidence = Sent | LogLine;

/** On whom it bears: a service answers for what the suite sent it, and an integrator for what it sent and wrote. */
export function subjectOf(evidence: Evidence): Subject {
  if (evidence.kind !== undefined) return 'integrator';
  return evidence.subject ?? (evidence.sender === 'integrator' ? 'integrator' : 'service');
}

/** `#7 (POST /api/hiecm/gateway/v3/sessions)` or `#7 (field.encrypt)`, for messages. */
export function nameEvidence(evidence: Evidence): Text {
  if (evidence.kind === undefined) return nameExchange(evidence);
  return [{ exchange: evidence.seq, line: placeOf(evidence) }];
}

/** Where it comes from, if not from the wire: `field.encrypt`, `field.encrypt/item-7`, `log`. */
export function placeOf(evidence: AdapterAnswer | LogLine): string {
  if (evidence.kind === 'log line') return 'log';
  return evidence.item === undefined ? evidence.method : `${evidence.method}/${evidence.item}`;
}

/** Of the years that a date has four digits for: a recording from elsewhere may say any. */
const [earliestMs, latestMs] = [
  Date.parse('0000-01-01T00:00:00.000Z'),
  Date.parse('9999-12-31T23:59:59.999Z'),
];

/** Whether an epoch time can be written down as a date of ISO 8601. */
export const isWritable = (ms: number): boolean => ms >= earliestMs && ms <= latestMs;
