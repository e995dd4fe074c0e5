import { isAccepted, noteOf, showAnswer, showRequest } from '../judge/fates';
import { eachExchange, kept } from '../judge/judge';

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
  // How bearer_auth comes by its value, the document does not show.
  const status = exchange.response?.status ?? 0;
  if (status === 401 || status === 403)
    return {
      unjudged: `bearer_auth was refused (${showAnswer(exchange)}): set dummyPayerToken, if it is not the session's token`,
    };
  if (status === 429) return { unjudged: `${showAnswer(exchange)}: lower limits.requestsPerMinute` };
  return {
    breach: {
      sent: showRequest(exchange, `well-formed (${asked.variant})`),
      expected: '2xx',
      got: showAnswer(exchange),
      likely: 'the cycle is not known to the dummy payer, or the words are read in another spelling',
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
