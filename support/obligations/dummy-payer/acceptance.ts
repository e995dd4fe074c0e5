import { home } from '../judge/home';
import { at } from '../judge/places';
import { isAccepted, noteOf, showAnswer, showRequest } from '../judge/fates';
import type { Judgement } from '../judge/judge';
import { eachExchange, inFacets, kept } from '../judge/judge';
import { whyNothingFollows } from '../cycles/refused';
import { triggerIn } from '../cycles/messages';
import { constants } from '../../contract/constants';
import type { Exchange } from '../../exchange/exchange';
import { text } from '../../exchange/text';

/** Clauses 4.4, 4.5: what is well-formed is accepted; by which answer, the document does not show. */
export const triggersAccepted = home({
  id: 'DPY-08',
  clauses: ['4.4', '4.5'],
  quote: 'Dummy payer: trigger action (preauthorization or claim cycle)',
  subject: 'service',
  roles: ['payer'],
  level: 'must',
  seen: 'active',
  title: 'The dummy payer accepts well-formed triggers',
  rule: 'Whether it asks for an action or for a payment notice, a trigger in good form is accepted.',
  outcome: 'each proper trigger was accepted',
  on: ['dummyPayer', 'preauth.submit', 'claim.submit'],
  bothSides: true,
  facets: {
    trigger: [
      'Preauth Approve',
      'Preauth Reject',
      'Preauth Query',
      'Claim Approve',
      'Claim Reject',
      'Claim Query',
      'payment notice',
    ],
  },
  tells: at('request body', 'answer line'),
  judge: eachExchange((exchange) => {
    if (exchange.sender !== 'suite' || exchange.asked?.part !== 'valid') return undefined;
    const judgement = exchange.service === 'dummyPayer' ? judgeTrigger(exchange) : judgeUntriggered(exchange);
    return judgement && inFacets(judgement, ...triggersOf(exchange));
  }),
});

/** The triggers that a request is, or that it would have made possible. */
function triggersOf(exchange: Exchange): string[] {
  const { action, method } = triggerIn(exchange)?.words ?? {};
  if (exchange.operation === 'paymentNotice.init') return ['payment notice'];
  if (action !== undefined && method !== undefined) return [`${method} ${action}`];
  const kind = exchange.operation === 'claim.submit' ? 'Claim' : 'Preauth';
  return constants.actions.map((each) => `${kind} ${each}`);
}

/** Nothing can be triggered in a cycle that the payer did not let begin. */
function judgeUntriggered(exchange: Exchange): Judgement | undefined {
  const why = whyNothingFollows(exchange);
  return why === undefined ? undefined : { unjudged: text`no trigger was sent: ${why}` };
}

function judgeTrigger(exchange: Exchange): Judgement | undefined {
  const { operation } = exchange;
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
      sent: showRequest(exchange, `well-formed (${exchange.asked?.variant ?? ''})`),
      expected: '2xx',
      seen: showAnswer(exchange),
      cause: 'the cycle is not known to the dummy payer, or the words are read in another spelling',
    },
  };
}

/** Clause 4.4: what the document leaves open. */
export const oddTriggersNoted = home({
  id: 'DPY-09',
  clauses: ['4.4'],
  quote: 'Response of 4.4 and 4.5: not shown.',
  subject: 'service',
  roles: ['payer'],
  level: 'observe',
  seen: 'active',
  title: 'The answers to odd triggers are noted',
  rule:
    'The suite notes the answers to an unknown action, to an unknown method, to an unknown ' +
    'correlationId and to a missing bearer_auth, and the shape that answers have.',
  outcome: 'the answers to the odd triggers are noted',
  on: ['dummyPayer'],
  bothSides: true,
  tells: at('asked', 'request body', 'answer line', 'answer body/error'),
  judge: eachExchange((exchange) => {
    const { asked } = exchange;
    if (asked?.part !== 'open' || asked.round !== 'odd-triggers') return undefined;
    if (exchange.failure !== undefined) return { unjudged: `${asked.variant}: ${showAnswer(exchange)}` };
    return { note: `${asked.variant}: ${noteOf(exchange)}` };
  }),
});
