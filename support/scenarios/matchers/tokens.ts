import type { ReadingValues } from '../../contract/readings';
import type { Exchange } from '../../exchange/exchange';
import { intendedOperation, isAccepted } from '../../exchange/exchange';
import { findMember, secondsOf } from '../../exchange/members';
import { asksForSession } from './requests';

const tokenPlaces = ['request:authorization', 'request:bearer_auth'];

/**
 * Returns the pseudonyms of the tokens that requests carry, one for each request with a token. If Authorization and
 * bearer_auth both carry tokens, the one in Authorization counts.
 */
function tokensUsed(exchanges: readonly Exchange[]): readonly string[] {
  return exchanges.flatMap(({ facts: { tokens = {} } }) => {
    const [used] = tokenPlaces.flatMap((place) => tokens[place] ?? []);
    return used?.pseudonym ?? [];
  });
}

/** Whether at least two requests use the same token. */
export function serveAgain(exchanges: readonly Exchange[]): boolean {
  const used = tokensUsed(exchanges);
  return new Set(used).size < used.length;
}

/** Returns the access token in a session answer; `undefined` if the answer lacks one. */
const tokenIssuedIn = ({ facts }: Exchange) => facts.tokens?.['response:/accessToken'];

/** Returns the `expiresIn` of a session answer in milliseconds; `undefined` if it cannot be read. */
function lifetimeMsIn({ response }: Exchange): number | undefined {
  const seconds = secondsOf(findMember(response?.body?.text, 'expiresIn'));
  return seconds === undefined ? undefined : seconds * 1000;
}

/** A service with another clock may refuse a token so many milliseconds before its end. */
const marginMs = 1000;

/**
 * Returns whether at least two uses of an access token were accepted, and whether none was refused because of its token
 * (401 or 403). Another failure, such as 503, does not show that the token was refused. A refusal counts only if it was
 * answered more than {@link marginMs} before the end of the token, so the answer with the token must be in `issuing`.
 */
export function acceptEachTime(exchanges: readonly Exchange[], issuing: readonly Exchange[]): boolean {
  const ends = new Map<string, number>();
  for (const each of issuing) {
    const token = tokenIssuedIn(each);
    if (token === undefined) continue;
    const lifeMs = lifetimeMsIn(each);
    const end = lifeMs === undefined ? (token.expiresAt ?? Infinity) * 1000 : each.arrivedAt + lifeMs;
    ends.set(token.pseudonym, end);
  }
  const uses = exchanges.filter(({ facts }) => facts.tokens?.['request:authorization'] !== undefined);
  const isRefused = ({ response, answeredAt, facts: { tokens } }: Exchange): boolean => {
    const end = ends.get(tokens?.['request:authorization']?.pseudonym ?? '') ?? 0;
    return [401, 403].includes(response?.status ?? 0) && answeredAt < end - marginMs;
  };
  return uses.filter(isAccepted).length > 1 && !uses.some(isRefused);
}

/** Returns the pseudonyms of the access tokens in session answers. */
export function tokensIssued(exchanges: readonly Exchange[]): ReadonlySet<string> {
  return new Set(exchanges.flatMap((each) => tokenIssuedIn(each)?.pseudonym ?? []));
}

/** Maximum time that a request may be in transit when its token expires, in milliseconds. */
const graceMs = 1000;

/**
 * Whether any request that needs a token uses an expired one of the gateway. The lifetime is the `expiresIn` of the
 * session's answer, plus {@link graceMs}. Ignores session requests, which may carry any token, and those at
 * the registry's own path (reading `registry-session`).
 */
export function useExpired(exchanges: readonly Exchange[], readings: ReadingValues): boolean {
  const ends = new Map<string, number>();
  return exchanges.some((each) => {
    const isGranted = intendedOperation(each) === 'session.create' && isAccepted(each);
    const [token, lifeMs] = isGranted ? [tokenIssuedIn(each), lifetimeMsIn(each)] : [];
    if (token !== undefined && lifeMs !== undefined) ends.set(token.pseudonym, each.answeredAt + lifeMs);
    if (asksForSession(each, readings)) return false;
    return tokensUsed([each]).some((used) => each.arrivedAt > (ends.get(used) ?? Infinity) + graceMs);
  });
}
