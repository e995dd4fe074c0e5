import { home } from '../judge/home';
import { bearer, at } from '../judge/places';
import type { Exchange } from '../../exchange/exchange';
import { showRequest } from '../judge/fates';
import type { Judgement, RuleContext } from '../judge/judge';
import { Tally, kept } from '../judge/judge';
import { onlyIf, withNotes } from '../judge/gate';
import { Recent } from '../judge/recent';
import { clientOf, grantsSession, isRequest, wasMadeToFail, withheld } from '../judge/requests';
import type { CarriedToken } from '../judge/tokens';
import { tokensCarried } from '../judge/tokens';
import type { Held } from './needless';
import { createdAgain, heldIn, lifetimeOf, needlessBreach } from './needless';
import { SharedSessions } from './shared-sessions';

const fewestRequests = 6;

/** The session that a client process holds. */
interface Current extends Held {
  refused: boolean;
  lastUsed?: string;
}

/** Clause 5.1.4: the token is cached and used again. */
export const tokenReused = home({
  id: 'TOK-01',
  clauses: ['5.1.4'],
  quote: 'one session per request is not to be created.',
  subject: 'integrator',
  roles: ['session'],
  level: 'must',
  seen: 'passive',
  title: 'One access token serves many requests',
  rule:
    'The access token is kept and used again; the client does not create a session for each request (judged ' +
    'over at least six requests). A session is needless when it was not asked for, does ' +
    'not follow a 401, and more than half the life of the old token remained; one with less left is ' +
    'noted. One session for each process of the client is allowed.',
  causes: [createdAgain],
  tells: [...at('time', 'request line'), ...bearer],
  act: 'carriesToken',
  judge: ({ processes = 1 }: RuleContext) => {
    const tally = new Tally();
    const held = new Map<string, Current>();
    const shared = new SharedSessions(processes);
    let requests = 0;
    let earliest: Renewal | undefined;
    return {
      observe(exchange) {
        if (!isRequest(exchange)) return;
        requests += 1;
        const client = clientOf(exchange);
        const before = held.get(client);
        const isAgain = client === '' && shared.observe(exchange);
        if (grantsSession(exchange)) {
          // Of processes that are not told apart, another may have had the session before.
          const renewal = client === '' ? undefined : before && renewalOf(exchange, before);
          if (renewal !== undefined && !isNeedless(renewal)) earliest = earlierOf(renewal, earliest);
          else if (renewal !== undefined && before !== undefined)
            tally.add({ breach: needlessBreach(exchange, before) }, exchange.seq, before.seq);
          held.set(client, { ...heldIn(exchange), refused: false });
        } else if (before !== undefined) {
          const unknown = withheld(exchange, 'Authorization');
          if (isReuse(exchange, before) || isAgain) tally.add(kept, exchange.seq);
          else if (unknown !== undefined) tally.add(unknown);
        }
      },
      conclude: () =>
        withNotes(
          earliest === undefined ? [] : [tellRenewal(earliest)],
          onlyIf(requests >= fewestRequests, tally.concludeWith(shared.findings())),
        ),
    };
  },
});

/** Notes how a call fared; whether it used a token that an earlier one had used too. */
function isReuse(exchange: Exchange, held: Current): boolean {
  const { tokens = {} } = exchange.facts;
  const bearer = tokens['request:bearer_auth']?.pseudonym;
  // Another token may be agreed on for the dummy payer: only the session's own shows anything.
  const pseudonym =
    tokens['request:authorization']?.pseudonym ?? (bearer === held.token ? bearer : undefined);
  if (exchange.response?.status === 401 || wasMadeToFail(exchange)) held.refused = true;
  if (pseudonym === undefined) return false;
  const again = held.lastUsed === pseudonym;
  held.lastUsed = pseudonym;
  return again;
}

/** A session for which there is no other reason than the age of the token before. */
interface Renewal {
  readonly leftMs: number;
  readonly lifeMs: number;
}

function renewalOf(exchange: Exchange, before: Current): Renewal | undefined {
  const { grantedAt, lifeMs, refused, staged } = before;
  const asked = exchange.call?.method === 'session.create';
  if (asked || refused || staged || exchange.stimulus === 'short-token' || lifeMs === undefined)
    return undefined;
  const leftMs = lifeMs - (exchange.arrivedAt - grantedAt);
  return leftMs > 0 ? { leftMs, lifeMs } : undefined;
}

const isNeedless = ({ leftMs, lifeMs }: Renewal): boolean => leftMs > lifeMs / 2;

/** The one with more of its life left. */
function earlierOf(one: Renewal, other: Renewal = one): Renewal {
  return one.leftMs / one.lifeMs >= other.leftMs / other.lifeMs ? one : other;
}

function tellRenewal({ leftMs, lifeMs }: Renewal): string {
  const left = `${Math.round(leftMs / 1000)} s of ${lifeMs / 1000} s left`;
  return `a session was created while the token before had ${left}: the document does not say how near its end that may be`;
}

/** How long a token may be under way after its end. */
const graceMs = 1000;
/** As above, where only its exp is known: the clock of the service is known to a second. */
const graceByClaimMs = 2000;

/** A token that so many others have followed is hardly sent again. */
const mostExpiries = 100_000;

const renewedLate = 'a hard-coded lifetime in place of expiresIn, or a renewal only after a 401';

/** Clause 5.1.4: once expired, a token is not used again. Exercised once a client's token has expired. */
export const expiredTokenUnused = home({
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
    'request arrives with it.',
  causes: [renewedLate],
  needs: ['HDR-01'],
  tells: [...bearer, ...at('time')],
  act: 'carriesToken',
  outlivesToken: true,
  judge: () => {
    const tally = new Tally();
    const expiries = new Recent<number>(mostExpiries);
    const firstExpiry = new Map<string, number>();
    return {
      observe(exchange) {
        const client = clientOf(exchange);
        if (grantsSession(exchange)) {
          const lifeMs = lifetimeOf(exchange);
          const token = exchange.facts.tokens?.['response:/accessToken'];
          if (lifeMs === undefined || token === undefined) return;
          const expiry = exchange.answeredAt + lifeMs + graceMs;
          expiries.set(token.pseudonym, expiry);
          firstExpiry.set(client, Math.min(expiry, firstExpiry.get(client) ?? expiry));
        }
        // Wherever it is carried, and whether the service looks there or not.
        const carried = tokensCarried(exchange, (pseudonym) => expiries.has(pseudonym));
        const over = carried.flatMap((token) => {
          const expiry = expiries.get(token.pseudonym) ?? expiryByClaim(token, exchange);
          return expiry === undefined ? [] : [{ ...token, overMs: exchange.arrivedAt - expiry }];
        });
        const expired = over.find(({ overMs }) => overMs > 0);
        if (expired !== undefined) tally.add(usedAfterExpiry(exchange, expired), exchange.seq);
        else if (over.length > 0 && exchange.arrivedAt > (firstExpiry.get(client) ?? Infinity))
          tally.add(kept, exchange.seq);
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
