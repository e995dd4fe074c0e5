import { nameExchange } from '../../exchange/exchange';
import type { Exchange } from '../../exchange/exchange';
import { text } from '../../exchange/text';
import { withoutJwt } from './unless';
import { home } from '../judge/home';
import { at, needed } from '../judge/places';
import type { Judgement, RuleContext } from '../judge/judge';
import { Tally, inFacets, kept } from '../judge/judge';
import { OperationSorter, callbackOperations } from './operations';
import { isFromPayer, judgePrevented } from './prevented';
import { causeOfFlaw, tokenCauses } from './token-causes';

/** Clause 5.1.6: what the gateway vouches for can be verified. */
export const callbacksSigned = home({
  id: 'CBK-02',
  clauses: ['5.1.6'],
  quote: 'Inbound gateway callbacks carry JWTs',
  subject: 'service',
  roles: ['payer'],
  level: 'must',
  seen: 'active',
  title: 'Callbacks carry a JWT that can be verified',
  rule: 'Each callback brings a JWT, and the published certificates verify it.',
  on: ['dummyPayer', 'provider'],
  bothSides: true,
  facets: { callback: ['each operation that the payer calls'] },
  facetsOf: callbackOperations,
  needs: ['DPY-08', 'FLW-12', 'FLW-13', 'FLW-14', 'FLW-15'],
  tells: [...needed('request header authorization'), ...at('fact callbackToken')],
  unless: withoutJwt,
  causes: tokenCauses,
  judge: (context) => {
    const tally = new Tally();
    const sorter = new OperationSorter(context.readings);
    return {
      observe(exchange) {
        sorter.observe(exchange);
        const judgement = isFromPayer(exchange)
          ? judgeToken(exchange, context)
          : judgePrevented(exchange, context);
        const facets = isFromPayer(exchange) ? sorter.of(exchange) : (judgement?.facets ?? []);
        if (judgement !== undefined) tally.add(inFacets(judgement, ...facets), exchange.seq);
      },
      conclude: () => tally.conclude(),
    };
  },
});

function judgeToken(exchange: Exchange, { readings }: RuleContext): Judgement | undefined {
  const token = exchange.facts.callbackToken;
  if (token === undefined) return undefined;
  if (token.valid) return kept;
  if (token.unjudged !== undefined)
    return {
      unjudged: text`${nameExchange(exchange)} cannot be verified: ${token.unjudged}`,
      withholds: true,
    };
  const { header, algorithms } = readings['callback-jwt'];
  return {
    breach: {
      sent: nameExchange(exchange),
      expected: `in ${header} a JWT that a key of ${readings['callback-certificates']} verifies (${algorithms.join(', ')})`,
      seen: token.flaw ?? 'none that verifies',
      cause: causeOfFlaw(token.flaw),
    },
  };
}
