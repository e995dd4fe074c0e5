import { noteOf, showAnswer, showRequest } from '../judge/fates';
import { eachExchange, kept } from '../judge/judge';
import { eachNegative } from '../judge/twins';

/** Clauses 5.2, 7: a request from the past is rejected; how is a reading (`stale-after`). */
export const staleTimestampRejected = eachNegative('HDR-09', ['stale-timestamp'], (exchange, context) => {
  const { seconds, status } = context.readings['stale-after'];
  const seen = exchange.response?.status ?? 0;
  const right = status === 'any-4xx' ? seen >= 400 && seen < 500 : seen === status;
  if (right) return kept;
  return {
    breach: {
      sent: showRequest(exchange, `with a TIMESTAMP more than ${seconds} s old`),
      expected: status === 'any-4xx' ? 'a status from 400 to 499' : String(status),
      got: showAnswer(exchange),
      likely: `TIMESTAMP is not compared with the clock, or with a wider window than readings.stale-after (${seconds} s)`,
    },
  };
});

/** Clause 5.2: what the document leaves open about REQUEST-ID and TIMESTAMP. */
export const unusualHeaders = eachExchange('HDR-13', (exchange) => {
  const { asked } = exchange;
  if (asked?.part !== 'open' || asked.round !== 'v3-headers') return undefined;
  if (exchange.failure !== undefined) return { unjudged: `${asked.variant}: ${showAnswer(exchange)}` };
  return { note: `${asked.variant}: ${noteOf(exchange)}` };
});
