import type { AdapterAnswer, Evidence } from '../exchange/evidence';
import type { Exchange } from '../exchange/exchange';
import { intended, isAccepted } from '../exchange/exchange';
import { certificateOf } from '../obligations/judge/requests';

/** What a client reported of calls in which the services refused what they were about. It is noted, and never judged. */
export interface AfterRefusal {
  /** As in `otp.verify`. */
  readonly call: string;
  /** The service that it was about, where it names one. */
  readonly service?: string;
  /** Of the last refusal. */
  readonly status: number;
  /** Whether a later attempt of the same call was accepted. */
  readonly accepted: boolean;
  readonly reported: NonNullable<AdapterAnswer['facts']['reported']>;
  /** How many calls were alike in all this. */
  readonly times: number;
  /** The last refusals of the first of them, by seq. */
  readonly exchanges: readonly number[];
}

/** How many refusals a row names. */
const mostNamed = 5;

/**
 * What a client reported after refusals: a row for all calls that are alike.
 *
 * @param timeline all evidence of one run, in which requests say to which call they belong
 */
export function afterRefusalsIn(timeline: readonly Evidence[]): AfterRefusal[] {
  const sent = Map.groupBy(timeline.filter(isOfCall), ({ call }) => call?.answer);
  const rows = timeline.flatMap((each) => {
    const row = each.kind === 'adapter answer' ? rowOf(each, sent.get(each.seq) ?? []) : undefined;
    return row === undefined ? [] : [row];
  });
  const alike = Map.groupBy(rows, ({ exchanges: _exchanges, ...row }) => JSON.stringify(row));
  return [...alike.values()].flatMap((all) => {
    const [first] = all;
    const exchanges = all.flatMap((each) => each.exchanges).slice(0, mostNamed);
    return first === undefined ? [] : [{ ...first, times: all.length, exchanges }];
  });
}

/** What came after the answer, its reporter did not know of. */
const isOfCall = (each: Evidence): each is Exchange =>
  each.kind === undefined && each.call !== undefined && each.call.over !== true;

function rowOf(answer: AdapterAnswer, sent: readonly Exchange[]): AfterRefusal | undefined {
  const { method, service, facts } = answer;
  const wanted = sent.filter((each) => isWanted(answer, each));
  // Without a session a client does not come to what it was asked for.
  const about = wanted.length > 0 ? wanted : sent.filter((each) => intended(each) === 'session.create');
  const last = about.findLast((each) => (each.response?.status ?? 0) >= 400);
  if (facts.reported === undefined || last?.response === undefined) return undefined;
  return {
    call: method,
    ...(service !== undefined && { service }),
    status: last.response.status,
    accepted: about.some((each) => each.seq > last.seq && isAccepted(each)),
    reported: facts.reported,
    times: 1,
    exchanges: [last.seq],
  };
}

/** Whether a request is what the call asks for. */
function isWanted({ method, service }: AdapterAnswer, exchange: Exchange): boolean {
  const operation = intended(exchange);
  if (method === 'certificate.fetch') return certificateOf(exchange) === service;
  if (method === 'communication.reply') return operation === 'communication.onRequest';
  if (method === 'fields.send')
    return exchange.service === service && exchange.request.body !== undefined && !isSession(exchange);
  return operation === method;
}

const isSession = (exchange: Exchange): boolean => intended(exchange) === 'session.create';
