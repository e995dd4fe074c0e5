import type { Exchange } from '../../exchange/exchange';

const places = ['request:authorization', 'request:bearer_auth'];

/** Stand-ins for the tokens that requests carry, one for each request that has any. */
export function tokensUsed(exchanges: readonly Exchange[]): readonly string[] {
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
