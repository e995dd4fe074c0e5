/** Why the JWT of a callback does not verify, told apart where the one who signs it has to act differently. */
const likely = {
  missing: 'the callback goes out unsigned, or its JWT stands elsewhere than the reading callback-jwt says',
  unreadable: 'there is no readable JWT in the header: it is cut off, or encoded in another way',
  unproven: 'the alg of the JWT is none, an HMAC or left out: no published key is behind such a JWT',
  extended: 'the JWT demands an extension (crit) that was not agreed on',
  noKid: 'the JWT has no kid, and nothing says which published key verifies it',
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

export const tokenCauses: readonly string[] = Object.values(likely);

/** By what the suite wrote down of a JWT: the first that fits. */
const patterns: readonly (readonly [flaw: RegExp, cause: string])[] = [
  [/^no JWT in /, likely.missing],
  [/^no JWT$/, likely.unreadable],
  [/^its alg is /, likely.unproven],
  [/^it has a crit$/, likely.extended],
  [/^it has no kid$/, likely.noKid],
  [/^no published key has its kid$/, likely.unpublished],
  [/^two published keys have its kid$/, likely.doubled],
  [/^the key with its kid /, likely.unfit],
  [/^its signature does not fit$/, likely.notItsOwn],
  [/^it has expired$/, likely.expired],
  [/^it is not valid yet$/, likely.early],
  [/^it has another issuer$|^it is meant for another audience$/, likely.otherParties],
  [/^its \S+ is not /, likely.otherClaims],
];

export function causeOfFlaw(flaw = ''): string {
  return patterns.find(([pattern]) => pattern.test(flaw))?.[1] ?? likely.unknown;
}
