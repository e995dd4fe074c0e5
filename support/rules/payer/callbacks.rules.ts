import type { Exchange } from '../../exchange/exchange';
import { headerValue, nameExchange } from '../../exchange/exchange';
import { stepIn } from '../cycles/messages';
import type { Judgement, RuleContext, RuleFactory } from '../rule';
import { Tally, eachExchange, kept } from '../rule';

const isCallback = ({ sender }: Exchange): boolean => sender === 'service';

interface Begun {
  readonly at: number;
  readonly workflowId: string | undefined;
}

/** A callback that comes later than this is worth a remark, in milliseconds. */
const lateMs = 10_000;

/** Clause 6.1: the id of a callback is that of its own cycle. What came twice, late or in another order is named. */
export const correlationKept: RuleFactory = (context) => {
  const tally = new Tally('CBK-01');
  const begun = new Map<string, Begun>();
  const seen = new Map<string, string>();
  return {
    observe(exchange) {
      const { payer } = exchange.facts;
      const id = payer?.correlationId;
      if (exchange.sender === 'suite' && id !== undefined && !begun.has(id))
        begun.set(id, { at: exchange.arrivedAt, workflowId: payer?.workflowId });
      if (!isCallback(exchange) || payer === undefined || payer.envelope === 'unreadable') return;
      const step = stepIn(exchange, context.readings)?.step;
      tally.add(judgeId(exchange, step, begun), exchange.seq);
      const remark =
        id === undefined ? undefined : remarkOn(exchange, `${id} ${step ?? ''}`, begun.get(id), seen);
      if (remark !== undefined) tally.add({ note: remark }, exchange.seq);
    },
    conclude: () => tally.conclude(),
  };
};

function judgeId(exchange: Exchange, step: string | undefined, begun: ReadonlyMap<string, Begun>): Judgement {
  const { correlationId, workflowId } = exchange.facts.payer ?? {};
  const sent = nameExchange(exchange);
  const expected = 'the correlation id of the cycle that the callback belongs to';
  if (correlationId === undefined)
    return {
      breach: { sent, expected, got: 'none', likely: 'it travels elsewhere (reading correlation-id)' },
    };
  // A prompt opens a cycle of its own.
  if (step === 'prompt') return kept;
  const cycle = begun.get(correlationId);
  if (cycle === undefined)
    return {
      breach: {
        sent,
        expected,
        got: `${correlationId}, under which nothing was begun`,
        likely: 'each message gets a new id',
      },
    };
  if (workflowId === undefined || cycle.workflowId === undefined || workflowId === cycle.workflowId)
    return kept;
  return {
    breach: {
      sent,
      expected,
      got: `${correlationId}, the id of another cycle (workflow ${workflowId})`,
      likely: 'cycles are mixed up: the id of the last one is taken',
    },
  };
}

function remarkOn(
  exchange: Exchange,
  key: string,
  cycle: Begun | undefined,
  seen: Map<string, string>,
): string | undefined {
  const earlier = seen.get(key);
  seen.set(key, `#${exchange.seq}`);
  if (earlier !== undefined) return `${nameExchange(exchange)} came twice: ${earlier} already`;
  const after = cycle === undefined ? 0 : exchange.arrivedAt - cycle.at;
  return after > lateMs
    ? `${nameExchange(exchange)} came ${Math.round(after / 1000)} s after its cycle began`
    : undefined;
}

/** Clause 5.1.6: what the gateway vouches for can be verified. */
export const callbacksSigned = eachExchange('CBK-02', (exchange, { readings }) => {
  const token = exchange.facts.callbackToken;
  if (!isCallback(exchange) || token === undefined) return undefined;
  if (token.valid) return kept;
  if (token.unjudged !== undefined)
    return { unjudged: `${nameExchange(exchange)} cannot be verified: ${token.unjudged}` };
  const { header, algorithms } = readings['callback-jwt'];
  return {
    breach: {
      sent: nameExchange(exchange),
      expected: `in ${header} a JWT that a key of ${readings['callback-certificates']} verifies (${algorithms.join(', ')})`,
      got: token.flaw ?? 'none that verifies',
      likely:
        'callbacks go out unsigned, under a key that is not published, or too late (readings callback-jwt)',
    },
  };
});

/** Clause 5.2: whom the message is for. */
export const callbacksBridged = eachExchange('CBK-07', (exchange, context) => {
  if (!isCallback(exchange) || !isScoped(exchange, context)) return undefined;
  const { headers } = exchange.request;
  const named = ['X-HIP-ID', 'X-HIU-ID'].some((name) => (headerValue(headers, name)?.trim() ?? '') !== '');
  if (named) return kept;
  return {
    breach: {
      sent: nameExchange(exchange),
      expected: 'X-HIP-ID or X-HIU-ID',
      got: 'neither',
      likely: 'the headers of bridge-scoped messages are set on requests alone',
    },
  };
});

function isScoped({ operation, request }: Exchange, { readings }: RuleContext): boolean {
  const { pathname } = new URL(request.url);
  return (readings['bridge-scoped'] ?? []).some(
    (name) => name === operation || (name.startsWith('/') && pathname.endsWith(name)),
  );
}
