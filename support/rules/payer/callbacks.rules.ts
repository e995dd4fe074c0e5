import type { Exchange } from '../../exchange/exchange';
import { headerValue, nameExchange } from '../../exchange/exchange';
import { stepIn } from '../cycles/messages';
import { isNamed } from '../paths';
import type { Judgement, RuleContext, RuleFactory } from '../rule';
import { Tally, eachExchange, kept } from '../rule';

const isCallback = ({ sender }: Exchange): boolean => sender === 'service';

interface Begun {
  readonly at: number;
  readonly workflowId: string | undefined;
}

/** A callback that comes later than this is worth a remark, in milliseconds. */
const lateMs = 10_000;

/** Clause 6.1: the id of a callback is that of its own cycle. What came twice or late is named. */
export const correlationKept: RuleFactory = (context) => {
  const begun = new Map<string, Begun>();
  const callbacks: Exchange[] = [];
  return {
    observe(exchange) {
      const { payer } = exchange.facts;
      const id = payer?.correlationId;
      if (exchange.sender === 'suite' && id !== undefined && !begun.has(id))
        begun.set(id, { at: exchange.arrivedAt, workflowId: payer?.workflowId });
      if (isCallback(exchange) && payer !== undefined && payer.envelope !== 'unreadable')
        callbacks.push(exchange);
    },
    // A callback can be faster than the answer to its request, which is recorded only then.
    conclude() {
      const tally = new Tally('CBK-01');
      const seen = new Map<string, string>();
      for (const exchange of callbacks) {
        const step = stepIn(exchange, context.readings)?.step;
        const judgement = judgeId(exchange, step, begun);
        if (judgement !== undefined) tally.add(judgement, exchange.seq);
        const remark = remarkOn(exchange, step, begun, seen);
        if (remark !== undefined) tally.add({ note: remark }, exchange.seq);
      }
      return tally.conclude();
    },
  };
};

function judgeId(
  exchange: Exchange,
  step: string | undefined,
  begun: ReadonlyMap<string, Begun>,
): Judgement | undefined {
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
  const isOurs = [...begun.values()].some((each) => each.workflowId === workflowId);
  // On a path that nobody knows, only its workflow tells whether it is the answer to anything.
  if (cycle === undefined && step === undefined && !isOurs) return undefined;
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
  step: string | undefined,
  begun: ReadonlyMap<string, Begun>,
  seen: Map<string, string>,
): string | undefined {
  const id = exchange.facts.payer?.correlationId;
  if (id === undefined) return undefined;
  const what = `the ${step ?? 'callback'}`;
  const earlier = seen.get(`${id} ${what}`);
  seen.set(`${id} ${what}`, `#${exchange.seq}`);
  if (earlier !== undefined) return `${what} came twice: ${earlier}, #${exchange.seq}`;
  const after = exchange.arrivedAt - (begun.get(id)?.at ?? exchange.arrivedAt);
  return after > lateMs ? `${what} came ${Math.round(after / 1000)} s after its cycle began` : undefined;
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

function isScoped(exchange: Exchange, { readings }: RuleContext): boolean {
  return (readings['bridge-scoped'] ?? []).some((name) => isNamed(exchange, name));
}
