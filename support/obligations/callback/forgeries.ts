/** JWTs that no receiver may take, each wrong in one way: by the name under which the suite sends it, the mistake. */
export const forgedTokens = {
  'no JWT': 'no JWT',
  'expired long ago': 'an expired JWT',
  'not yet valid (nbf)': 'a JWT that is not valid yet',
  'tampered payload': 'a changed payload under the old signature',
  'tampered signature': 'a changed signature',
  'signed by a foreign key': 'a signature by a foreign key',
  'unknown kid': 'a kid that is not published',
  'foreign key in its own jwk header': 'a foreign key in the jwk header',
  'alg none': 'the algorithm "none"',
  'HMAC with the public key': 'an HMAC keyed with the public key',
} as const;

/** JWTs of the gateway that are meant for another receiver, or come from another issuer. */
export const foreignTokens = {
  'another audience': 'a JWT for another audience',
  'another issuer': 'a JWT of another issuer',
} as const;
