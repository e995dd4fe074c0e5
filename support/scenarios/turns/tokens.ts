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
function tokensIssued(exchanges: readonly Exchange[]): ReadonlySet<string> {
  return new Set(exchanges.flatMap(({ facts }) => facts.tokens?.['response:/accessToken']?.pseudonym ?? []));
}

/** What requests are not to carry, and whether these do without it, by all that the client sent. */
export const isWithout = {
  'the client secret': (requests) => requests.every(({ facts }) => facts.secretIn === undefined),
  // When a token expired, the judge knows. A client that did without it has another.
  'an expired access token': (_requests, sent) => tokensIssued(sent).size > 1,
} as const satisfies Readonly<
  Record<string, (requests: readonly Exchange[], sent: readonly Exchange[]) => boolean>
>;

export type Credential = keyof typeof isWithout;
