import type { AdapterAnswer, Evidence } from './evidence';
import type { AdapterCall, Exchange } from './exchange';
import { intended } from './exchange';

/** A call of the adapter of which is known when it began. */
type Call = AdapterAnswer & { readonly askedAt: number };

/**
 * Says of each request of an integrator which call of the adapter it arrived in, or else behind which: a client may
 * answer before its work is done. Several calls that one process has under way leave it unknown, unless one of them
 * asks for that very operation. Recordings of earlier versions name the call already.
 *
 * @param timeline all evidence of one run; a call comes after the requests that it caused
 */
export function withCalls(timeline: readonly Evidence[]): readonly Evidence[] {
  const calls = Map.groupBy(timeline.filter(isCall), clientOf);
  if (calls.size === 0) return timeline;
  return timeline.map((each) => {
    if (each.kind !== undefined || each.sender !== 'integrator' || each.call !== undefined) return each;
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
  const asking = calls.filter(({ method }) => method === intended(exchange));
  // A session is created by the way, whatever a client is asked for.
  return asking.length === 1 && intended(exchange) !== 'session.create' ? asking[0] : undefined;
}

const laterOf = (one: Call | undefined, other: Call): Call =>
  one === undefined || other.askedAt >= one.askedAt ? other : one;

const told = ({ seq, method, service }: Call): AdapterCall => ({
  answer: seq,
  method,
  ...(service && { service }),
});
