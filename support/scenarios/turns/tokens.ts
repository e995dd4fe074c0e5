import type { Exchange } from '../../exchange/exchange';

const places = ['request:authorization', 'request:bearer_auth'];

/** Stand-ins for the tokens that requests carry, one for each request that has any. */
function tokensUsed(exchanges: readonly Exchange[]): readonly string[] {
  return exchanges.flatMap(({ facts: { tokens = {} } }) => {
    const [used] = places.flatMap((place) => tokens[place] ?? []);
    return used?.pseudonym ?? [];
  });
}

/** How many requests carry the token that most of them carry. */
export function mostUses(exchanges: readonly Exchange[]): number {
  const used = tokensUsed(exchanges);
  return Math.max(0, ...used.map((token) => used.filter((each) => each === token).length));
}

/** Stand-ins for the access tokens that sessions brought. */
export function tokensIssued(exchanges: readonly Exchange[]): ReadonlySet<string> {
  return new Set(exchanges.flatMap(({ facts }) => facts.tokens?.['response:/accessToken']?.pseudonym ?? []));
}
