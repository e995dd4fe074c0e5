import type { Subject } from '../contract/words';
import type { AdapterCall, Exchange, TransportFailure, EvidenceContext, RecordedBody } from './exchange';
import { intendedOperation, exchangeReference } from './exchange';
import type { AnswerFacts, LogFacts } from './facts';
import type { ReportText } from './text';

/**
 * What an adapter answered, and when: what it returned is evidence as if the client had sent it, and what arrived
 * meanwhile belongs to it. `arrivedAt` is the time of the answer.
 */
export interface AdapterAnswer extends EvidenceContext {
  readonly kind: 'adapter answer';
  /** When the call was made, in epoch milliseconds; `undefined` for answers to a challenge. */
  readonly askedAt?: number;
  /** As in `transfer.encrypt`. */
  readonly method: string;
  /** The item of a challenge that it answers. */
  readonly item?: string;
  /** The result or the error, as it is kept. */
  readonly body?: RecordedBody;
  /** Why there is none. */
  readonly failure?: TransportFailure;
  readonly facts: AnswerFacts;
}

/** What stood in a log of the integrator's and must not; the line itself is not kept. */
export interface LogLine extends EvidenceContext {
  readonly kind: 'log line';
  readonly facts: LogFacts;
}

/** What crossed the wire, or what a client would have sent. */
export type SentEvidence = Exchange | AdapterAnswer;

/** All that judges look at, in one order. */
export type Evidence = SentEvidence | LogLine;

/** On whom it bears: a service answers for what the suite sent it, and an integrator for what it sent and wrote. */
export function subjectOfEvidence(evidence: Evidence): Subject {
  if (evidence.kind !== undefined) return 'integrator';
  return evidence.subject ?? (evidence.sender === 'integrator' ? 'integrator' : 'service');
}

/** `#7 (POST /api/hiecm/gateway/v3/sessions)` or `#7 (field.encrypt)`, for messages. */
export function nameEvidence(evidence: Evidence): ReportText {
  if (evidence.kind === undefined) return exchangeReference(evidence);
  return [{ exchange: evidence.seq, line: sourceOfEvidence(evidence) }];
}

/** Where it comes from, if not from the wire: `field.encrypt`, `field.encrypt/item-7`, `log`. */
export function sourceOfEvidence(evidence: AdapterAnswer | LogLine): string {
  if (evidence.kind === 'log line') return 'log';
  return evidence.item === undefined ? evidence.method : `${evidence.method}/${evidence.item}`;
}

/** Of the years that a date has four digits for: a recording from elsewhere may say any. */
const [earliestMs, latestMs] = [
  Date.parse('0000-01-01T00:00:00.000Z'),
  Date.parse('9999-12-31T23:59:59.999Z'),
];

/** Whether an epoch time can be written down as a date of ISO 8601. */
export const fitsIsoDate = (ms: number): boolean => ms >= earliestMs && ms <= latestMs;

/** A call of the adapter of which is known when it began. */
type Call = AdapterAnswer & { readonly askedAt: number };

/**
 * Adds to each request of an integrator the call of the adapter during which it arrived, or else the call after which
 * it arrived: a client may answer before its work is done. If one process has several calls under way, the call stays
 * unknown, unless exactly one of them asks for the operation of the request.
 *
 * @param timeline all evidence of one run; a call comes after the requests that it caused
 */
export function withCalls(timeline: readonly Evidence[]): readonly Evidence[] {
  const calls = Map.groupBy(timeline.filter(isCall), clientOf);
  if (calls.size === 0) return timeline;
  return timeline.map((each) => {
    if (each.kind !== undefined || each.sender !== 'integrator') return each;
    const call = callOf(each, calls.get(clientOf(each)) ?? []);
    return call === undefined ? each : { ...each, call };
  });
}

const isCall = (each: Evidence): each is Call => each.kind === 'adapter answer' && each.askedAt !== undefined;

const clientOf = ({ clientInstance }: Evidence): string | undefined => clientInstance;

function callOf(exchange: Exchange, calls: readonly Call[]): AdapterCall | undefined {
  const begun = calls.filter(({ askedAt }) => askedAt <= exchange.arrivedAt);
  const under = underWay(exchange, begun);
  if (under.length === 0) {
    const last = begun.reduce<Call | undefined>(laterOf, undefined);
    return last && { ...told(last), over: true };
  }
  const only = onlyOne(under, exchange);
  return only && told(only);
}

/** The calls that lasted when a request arrived; one that ended in that millisecond stands behind what it brought. */
function underWay({ seq, arrivedAt }: Exchange, begun: readonly Call[]): readonly Call[] {
  const lasting = begun.filter((call) => call.arrivedAt >= arrivedAt);
  const open = lasting.filter((call) => call.arrivedAt > arrivedAt || call.seq > seq);
  return open.length > 0 ? open : lasting;
}

function onlyOne(calls: readonly Call[], exchange: Exchange): Call | undefined {
  const [first, ...others] = calls;
  const begun = Math.max(...calls.map(({ askedAt }) => askedAt));
  const ended = Math.min(...calls.map(({ arrivedAt }) => arrivedAt));
  // The next began in the millisecond in which the first ended: they do not overlap.
  if (others.length === 0 || begun >= ended) return first;
  const asking = calls.filter(({ method }) => method === intendedOperation(exchange));
  // A session is created by the way, whatever a client is asked for.
  return asking.length === 1 && intendedOperation(exchange) !== 'session.create' ? asking[0] : undefined;
}

const laterOf = (one: Call | undefined, other: Call): Call =>
  one === undefined || other.askedAt >= one.askedAt ? other : one;

const told = ({ seq, method, service, facts: { trigger } }: Call): AdapterCall => ({
  answer: seq,
  method,
  ...(service && { service }),
  ...(trigger && { trigger }),
});
