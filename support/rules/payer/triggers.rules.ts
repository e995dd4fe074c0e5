import { isAccepted, noteOf, showAnswer, showRequest } from '../answers';
import { eachExchange, kept } from '../rule';

/** Clauses 4.4, 4.5: what is well-formed is accepted; by which answer, the document does not show. */
export const triggersAccepted = eachExchange('DPY-08', (exchange) => {
  const { asked, operation } = exchange;
  if (exchange.sender !== 'suite' || asked?.part !== 'valid') return undefined;
  if (operation !== 'dummyPayer.trigger' && operation !== 'paymentNotice.init') return undefined;
  if (isAccepted(exchange)) return kept;
  // That nobody can be reached is no answer of the payer's.
  const { failure } = exchange;
  if (failure?.kind === 'unreachable' || failure?.kind === 'tls' || failure?.kind === 'reset')
    return { unjudged: showAnswer(exchange) };
  return {
    breach: {
      sent: showRequest(exchange, `well-formed (${asked.variant})`),
      expected: '2xx',
      got: showAnswer(exchange),
      likely: 'bearer_auth has another value (reading dummy-payer-token), or its cycle is not known any more',
    },
  };
});

/** Clause 4.4: what the document leaves open. */
export const oddTriggersNoted = eachExchange('DPY-09', (exchange) => {
  const { asked } = exchange;
  if (asked?.part !== 'open' || asked.round !== 'odd-triggers') return undefined;
  if (exchange.failure !== undefined) return { unjudged: `${asked.variant}: ${showAnswer(exchange)}` };
  return { note: `${asked.variant}: ${noteOf(exchange)}` };
});
