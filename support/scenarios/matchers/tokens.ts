import type { Exchange } from '../../exchange/exchange';
import { findMember, secondsOf } from '../../exchange/members';

const places = ['request:authorization', 'request:bearer_auth'];

/** Stand-ins for the tokens that requests carry, one for each request that has any. */
function tokensUsed(exchanges: readonly Exchange[]): readonly string[] {
  return exchanges.flatMap(({ facts: { tokens = {} } }) => {
    const [used] = places.flatMap((place) => tokens[place] ?? []);
    return used?.pseudonym ?? [];
  });
}

/** Whether one token serves two requests at least. */
export function serveAgain(exchanges: readonly Exchange[]): boolean {
  const used = tokensUsed(exchanges);
  return new Set(used).size < used.length;
}

/** Stand-ins for the access tokens that sessions brought. */
export function tokensIssued(exchanges: readonly Exchange[]): ReadonlySet<string> {
  return new Set(exchanges.flatMap(({ facts }) => facts.tokens?.['response:/accessToken']?.pseudonym ?? []));
}

/** A request may be under way for so long when its token ends. */
const graceMs = 1000;

/** Whether a request came with a token whose time, as its session told it, had run out. */
export function useExpired(exchanges: readonly Exchange[]): boolean {
  const ends = new Map<string, number>();
  return exchanges.some((each) => {
    const issued = each.facts.tokens?.['response:/accessToken']?.pseudonym;
    const seconds = secondsOf(findMember(each.response?.body?.text, 'expiresIn'));
    if (issued !== undefined && seconds !== undefined) ends.set(issued, each.answeredAt + seconds * 1000);
    return tokensUsed([each]).some((used) => each.arrivedAt > (ends.get(used) ?? Infinity) + graceMs);
  });
}
