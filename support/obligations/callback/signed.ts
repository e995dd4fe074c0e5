import type { Exchange } from '../../exchange/exchange';
import { exchangeReference } from '../../exchange/exchange';
import { reportText } from '../../exchange/text';
import {
  CallbackFacetFinder,
  callbackOperationFacets,
  isFromPayer,
  judgePrevented,
  noteRefusal,
  whyNoCallbackJwt,
} from './operations';
import { judgesEachMessage } from '../judge/absences';
import { defineHome, placesAt, requiredPlaces } from '../judge/home';
import { describeRepeated, sentTwice } from '../judge/requests';
import type { Judgement, RuleContext } from '../judge/judge';
import { JudgementTally, withFacetNames, keptJudgement } from '../judge/judge';

/**
 * Likely causes of a callback JWT that cannot be verified. Different causes require different actions from the signer.
 */
const likely = {
  missing: 'the callback goes out unsigned, or its JWT stands elsewhere than the reading callback-jwt says',
  unreadable: 'there is no readable JWT in the header: it is cut off, or encoded in another way',
  unproven: 'the alg of the JWT is none, an HMAC or left out: no published key is behind such a JWT',
  extended: 'the JWT demands an extension (crit) that was not agreed on',
  noKid: 'the JWT has no kid, and none of the published keys verifies it',
  unpublished: 'the JWT is signed under a kid that is not published',
  doubled: 'the kid of the JWT is that of two published keys',
  unfit: 'the published key with the kid of the JWT is for something else, or cannot be read',
  notItsOwn:
    'the JWT was signed by another key than the published one with its kid, or was changed after it was signed',
  expired: 'the JWT has expired: it is made long before the callback, or a clock is wrong',
  early: 'the JWT is not valid yet: its nbf lies ahead, or a clock is wrong',
  otherParties: 'the JWT names another issuer or audience than the reading callback-jwt',
  otherClaims: 'a claim of the JWT has another form than RFC 7519 gives it',
  unknown: 'no published key verifies the JWT',
} as const;

const tokenCauses: readonly string[] = Object.values(likely);

/** Maps the flaw that the suite recorded for a JWT to its likely cause. The first match counts. */
const patterns: readonly (readonly [flaw: RegExp, cause: string])[] = [
  [/^no JWT in /, likely.missing],
  [/^no JWT$/, likely.unreadable],
  [/^its alg is /, likely.unproven],
  [/^it has a crit$/, likely.extended],
  [/^it has no kid\b/, likely.noKid],
  [/^no published key has its kid$/, likely.unpublished],
  [/^two published keys have its kid$/, likely.doubled],
  [/^the key with its kid /, likely.unfit],
  [/^its signature does not fit$/, likely.notItsOwn],
  [/^it has expired$/, likely.expired],
  [/^it is not valid yet$/, likely.early],
  [/^it has another issuer$|^it is meant for another audience$/, likely.otherParties],
  [/^its \S+ is not /, likely.otherClaims],
];

function causeOfFlaw(flaw = ''): string {
  return patterns.find(([pattern]) => pattern.test(flaw))?.[1] ?? likely.unknown;
}

/** Clause 5.1.6: callbacks carry a JWT that one of the published keys verifies. */
export const callbacksSigned = defineHome({
  id: 'CBK-02',
  clauses: ['5.1.6'],
  quote: 'Inbound gateway callbacks carry JWTs',
  subject: 'service',
  roles: ['payer'],
  level: 'must',
  seen: 'active',
  title: 'Callbacks carry a JWT that can be verified',
  rule: 'Each callback brings a JWT, and the published certificates verify it.',
  latitude: {
    'a refusal in the clear before the answer': 'refused-in-the-clear-first',
    'a JWT without exp': 'callback-jwt-without-exp',
    'a clock that is half a minute fast': 'callback-jwt-nbf-ahead',
    'a clock that is half a minute slow': 'callback-jwt-just-expired',
    'another algorithm, if the target sets it': 'callback-jwt-es256',
    'another header, if the target sets it': 'callback-jwt-elsewhere',
    'the JWT names no key, and a published one verifies it': 'callback-jwt-without-kid',
  },
  absences: judgesEachMessage,
  on: ['dummyPayer', 'provider'],
  bothSides: true,
  facets: { callback: ['each operation that the payer calls'] },
  facetsOf: callbackOperationFacets,
  needs: ['DPY-08', 'FLW-12', 'FLW-13', 'FLW-14', 'FLW-15'],
  tells: [...requiredPlaces('request header authorization'), ...placesAt('fact callbackToken')],
  unless: whyNoCallbackJwt,
  causes: [...tokenCauses, sentTwice],
  judge: (context) => {
    const tally = new JudgementTally(context);
    const sorter = new CallbackFacetFinder(context.readings);
    return {
      observe(exchange) {
        sorter.observe(exchange);
        const judgement =
          noteRefusal(exchange) ??
          (isFromPayer(exchange) ? judgeToken(exchange, context) : judgePrevented(exchange, context));
        const facets = isFromPayer(exchange) ? sorter.of(exchange) : (judgement?.facets ?? []);
        if (judgement !== undefined) tally.add(withFacetNames(judgement, ...facets), exchange.seq);
      },
      conclude: () => tally.conclude(),
    };
  },
});

function judgeToken(exchange: Exchange, { readings }: RuleContext): Judgement | undefined {
  const token = exchange.facts.callbackToken;
  if (token === undefined) return undefined;
  const { header, algorithms } = readings['callback-jwt'];
  const repeated = describeRepeated(exchange, header);
  if (token.valid && repeated === undefined) return keptJudgement;
  if (token.unjudged !== undefined && repeated === undefined)
    return {
      unjudged: reportText`${exchangeReference(exchange)} cannot be verified: ${token.unjudged}`,
      withholds: true,
    };
  return {
    breach: {
      sent: exchangeReference(exchange),
      expected: `in ${header} a JWT that a key of ${readings['callback-certificates']} verifies (${algorithms.join(', ')})`,
      seen: token.flaw ?? 'none that verifies',
      cause: causeOfFlaw(token.flaw),
      ...repeated,
    },
  };
}
