import type { Exchange } from '../../exchange/exchange';
import { showRequest } from '../judge/answers';
import { defineHome, placesAt, bearerPlaces } from '../judge/home';
import type { Judgement } from '../judge/judge';
import { JudgementTally, keptJudgement } from '../judge/judge';
import { clientInstanceOf, grantsSession, isSessionLike } from '../judge/requests';
import { RecentEntries } from '../judge/seen-before';
import type { CarriedToken } from '../judge/tokens';
import { tokensCarried } from '../judge/tokens';
import { lifetimeOf } from './reuse';

/** The time that a request with a token may need to arrive after the expiry of the token, in milliseconds. */
const graceMs = 1000;
/** The same time if only the `exp` of the token is known, because the clock of the service is known to a second. */
const graceByClaimMs = 2000;

/** Maximum number of remembered tokens. A client hardly sends an older token again. */
const mostExpiries = 100_000;

const renewedLate =
  'the token is used beyond expiresIn: as with a hard-coded lifetime, or a renewal only after a 401';

/** Clause 5.1.4: an expired token is not used again. Exercised once a token of the client has expired. */
export const expiredTokenUnused = defineHome({
  id: 'TOK-02',
  clauses: ['5.1.4'],
  quote: 'Cache and reuse the token until near expiry (expiresIn seconds)',
  subject: 'integrator',
  roles: ['session'],
  level: 'must',
  seen: 'active',
  title: 'Expired access tokens are never sent',
  rule:
    'Once expiresIn has run out, the token is left alone: later than one second after its expiry no ' +
    'request arrives with it. Session requests need no token: an old one there does not matter.',
  absences:
    'only a token that is sent after its expiry breaks it, and only another token after that expiry keeps it',
  latitude: {
    'the token is renewed when two thirds of its life are over': 'token-renewed-early',
    'each request waits a moment before it is sent': 'thinking-time',
    'an old token on a session request': 'old-token-on-session-calls',
  },
  needs: ['HDR-01'],
  causes: [renewedLate],
  tells: [...bearerPlaces, ...placesAt('time')],
  act: 'carriesToken',
  outlivesToken: true,
  judge: (context) => {
    const tally = new JudgementTally(context);
    const expiries = new RecentEntries<number>(mostExpiries);
    const firstExpiry = new Map<string, number>();
    return {
      observe(exchange) {
        const client = clientInstanceOf(exchange);
        if (grantsSession(exchange)) {
          const lifeMs = lifetimeOf(exchange);
          const token = exchange.facts.tokens?.['response:/accessToken'];
          if (lifeMs === undefined || token === undefined) return;
          const expiry = exchange.answeredAt + lifeMs + graceMs;
          expiries.set(token.pseudonym, expiry);
          firstExpiry.set(client, Math.min(expiry, firstExpiry.get(client) ?? expiry));
        }
        // Clause 5.2 excepts the session call from Authorization, so an old token there is allowed.
        if (isSessionLike(exchange, context)) return;
        // The place of the token does not matter, nor whether the service reads it there.
        const carried = tokensCarried(exchange, (pseudonym) => expiries.has(pseudonym));
        const over = carried.flatMap((token) => {
          const expiry = expiries.get(token.pseudonym) ?? expiryByClaim(token, exchange);
          return expiry === undefined ? [] : [{ ...token, overMs: exchange.arrivedAt - expiry }];
        });
        const expired = over.find(({ overMs }) => overMs > 0);
        if (expired !== undefined) tally.add(usedAfterExpiry(exchange, expired), exchange.seq);
        else if (over.length > 0 && exchange.arrivedAt > (firstExpiry.get(client) ?? Infinity))
          tally.add(keptJudgement, exchange.seq);
      },
      conclude: () => tally.conclude(),
    };
  },
});

function expiryByClaim({ pseudonym }: CarriedToken, { facts }: Exchange): number | undefined {
  const fact = Object.values(facts.tokens ?? {}).find((each) => each.pseudonym === pseudonym);
  if (fact?.expiresAt === undefined) return undefined;
  return fact.expiresAt * 1000 - (facts.clockSkewMs ?? 0) + graceByClaimMs;
}

function usedAfterExpiry(
  exchange: Exchange,
  { elsewhere, overMs }: Pick<CarriedToken, 'elsewhere'> & { readonly overMs: number },
): Judgement {
  const place = elsewhere === undefined ? '' : ` in ${elsewhere}`;
  return {
    breach: {
      sent: showRequest(exchange, `with an access token${place}`),
      expected: 'a token within its expiresIn, or up to a second past it',
      seen: `one that had expired ${((overMs + graceMs) / 1000).toFixed(1)} s before`,
      cause: renewedLate,
    },
  };
}
