/**
 * Maps the id of a variant to the mistake in it, as the feature files phrase it. An exchange records this id
 * as `asked.variant`.
 */
type Mistakes = Readonly<Record<string, string>>;

const wrongCredentials = {
  'wrong-secret': 'the right clientId with a wrong clientSecret',
  'unknown-client': 'an invented clientId',
};

/** Algorithm and curve names that an HIU can send and an HIP must reject (clause 6.2.1). */
const unsupportedNames = {
  'algorithm: RSA': 'cryptoAlg "RSA"',
  'algorithm: ECDH-NEXT': 'cryptoAlg "ECDH-NEXT"',
  'algorithm: empty': 'an empty cryptoAlg',
  'curve: P-256': 'curve "P-256"',
  'curve: Curve448': 'curve "Curve448"',
  'curve: empty': 'an empty curve',
};

/**
 * Changes to the encrypted content, the nonce or the public key that an HIP sends to an HIU. Each variant
 * changes one of them.
 */
const changedParts = {
  'changed ciphertext: first bit': 'a ciphertext whose first byte has changed',
  'changed ciphertext: middle bit': 'a ciphertext whose middle byte has changed',
  'changed ciphertext: last bit': 'a ciphertext whose last byte has changed',
  'changed tag: first bit': 'a tag whose first byte has changed',
  'changed tag: middle bit': 'a tag whose middle byte has changed',
  'changed tag: last bit': 'a tag whose last byte has changed',
  'changed tag: left out': 'a content without its tag',
  'changed nonce: first bit': 'a nonce whose first byte has changed',
  'changed nonce: middle bit': 'a nonce whose middle byte has changed',
  'changed nonce: last bit': 'a nonce whose last byte has changed',
  'changed key: first bit': 'a public key whose first byte has changed',
  'changed key: middle bit': 'a public key whose middle byte has changed',
  'changed key: last bit': 'a public key whose last byte has changed',
  'changed key: that of another HIP': 'the public key of another HIP',
};

/**
 * Points of low order (RFC 7748, section 6.1). With one of them as the public key, the shared secret is one
 * of a few known values, regardless of the private key.
 */
const ofLowOrder = {
  'bad key: of low order: 0': 'the X25519 key 0',
  'bad key: of low order: 1': 'the X25519 key 1',
  'bad key: of low order: p - 1': 'the X25519 key p - 1',
  'bad key: of low order: p': 'the X25519 key p, which reduces to 0',
  'bad key: of low order: p + 1': 'the X25519 key p + 1, which reduces to 1',
  'bad key: of low order: a point of order 2': 'a point of order 2',
  'bad key: of low order: a point of order 4': 'a point of order 4',
  'bad key: of low order: a point of order 8': 'a point of order 8',
  'bad key: of low order: another point of order 8': 'another point of order 8',
  'bad key: of low order: the point at infinity': 'the point at infinity',
};

/**
 * Public keys that a client must refuse. The suite skips a key that is valid in one of the key forms that the
 * client reads.
 */
const unusableKeys = {
  ...ofLowOrder,
  'bad key: off the curve': 'a point off the curve',
  'bad key: cut short by a byte': 'a key without its last byte',
  'bad key: a byte too long': 'a key with one extra byte',
  'bad key: empty': 'an empty key',
  'bad key: no Base64': 'a key that is not Base64',
  'bad key: a Weierstrass point': 'a Weierstrass point for a client of X25519',
  'bad key: the 32 bytes of an X25519 key': 'an X25519 key for a client of Weierstrass points',
  'bad key: an RFC 8410 key': 'an RFC 8410 key for a client of Weierstrass points',
};

/**
 * Maps each obligation id to the variants that test the obligation with a deliberate mistake, in a request or
 * in a call to the adapter.
 */
export const deliberateMistakes = {
  'SES-08': wrongCredentials,
  'SES-09': wrongCredentials,
  'SES-11': {
    'without clientId': 'no clientId',
    'without clientSecret': 'no clientSecret',
    'without grantType': 'no grantType',
    'grantType password': 'grantType password',
  },
  'HDR-09': { 'stale-timestamp': 'a stale TIMESTAMP' },
  'HDR-13': {
    'future TIMESTAMP': 'a TIMESTAMP in the future',
    'TIMESTAMP of ten minutes ago': 'a TIMESTAMP of ten minutes ago',
    'reused REQUEST-ID': 'a REQUEST-ID that was used before',
    'uppercase REQUEST-ID': 'a REQUEST-ID in uppercase',
    'missing REQUEST-ID': 'no REQUEST-ID',
  },
  'CRT-03': { 'no-authorization': 'no Authorization' },
  'ENC-11': { 'pkcs1-v1.5': 'otp padded by PKCS#1 v1.5' },
  // The registry expects either SHA-1 or SHA-256 (reading `oaep-hash`). The suite skips the variant with the
  // expected hash, because it is not a mistake.
  'ENC-12': {
    'oaep-sha256': 'otp under OAEP with SHA-256',
    'oaep-sha1': 'otp under OAEP with SHA-1',
    'oaep-mixed': 'otp under OAEP with SHA-256 and MGF1 over SHA-1',
  },
  'ENC-13': {
    raw: 'otp as raw text',
    hex: 'the ciphertext of otp in hexadecimal',
    'broken-base64': 'the ciphertext of otp in Base64 with foreign characters in it',
  },
  'HDT-01': unsupportedNames,
  // A client with a time-zone bug may accept the first key. No offset from UTC is longer than a day, so if it
  // accepts one of the others, it does not check `expiry`.
  'HDT-02': {
    'expiry: ten minutes ago': 'a key that expired ten minutes ago',
    'expiry: a day ago': 'a key that expired a day ago',
    'expiry: a year ago': 'a key that expired a year ago',
  },
  'HDT-12': changedParts,
  'HDT-13': unusableKeys,
  // Nonces that are not 32 bytes long. For the last four, a client that pads or truncates the nonce at the
  // named end computes the correct key. The transfer then succeeds unless the client checks the length.
  'HDT-16': {
    'nonce length: 31 bytes': 'a nonce of 31 bytes',
    'nonce length: 33 bytes': 'a nonce of 33 bytes',
    'nonce length: 31 bytes, a zero at the end left out': 'a nonce without its trailing zero',
    'nonce length: 31 bytes, a zero at the beginning left out': 'a nonce without its leading zero',
    'nonce length: 33 bytes, one more at the end': 'a nonce with an extra byte at its end',
    'nonce length: 33 bytes, one more at the beginning': 'a nonce with an extra byte at its beginning',
  },
  'DPY-09': {
    'unknown action': 'the action "Postpone"',
    'unknown method': 'the method "Dental"',
    'unknown correlationId': 'a correlationId that no cycle ever had',
    'missing bearer_auth': 'no bearer_auth',
  },
  'CBK-04': {
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
  },
  'CBK-06': {
    'once more': 'the same answer a second time',
    'once more, byte for byte': 'the same bytes a second time',
    'late: a query after the final answer': 'a query after the final answer',
    'for an unknown correlation id': 'an unknown correlation id',
  },
  'CBK-08': {
    'another audience': 'a JWT for another audience',
    'another issuer': 'a JWT of another issuer',
  },
} as const;

const byId: ReadonlyMap<string, Mistakes> = new Map(Object.entries(deliberateMistakes));

/** Returns the deliberate mistakes for an obligation, by variant id. Empty for most obligations. */
export function deliberateMistakesOf(id: string): Mistakes {
  return byId.get(id) ?? {};
}

/**
 * Returns the variant id of a deliberate mistake for one of the obligations in `shown`. Throws if none of
 * them has this mistake.
 */
export function variantOfMistake(mistake: string, shown: readonly { readonly id: string }[]): string {
  for (const { id } of shown)
    for (const [variant, words] of Object.entries(deliberateMistakesOf(id)))
      if (words === mistake) return variant;
  throw new Error(`Nothing is sent for ${shown.map(({ id }) => id).join(', ')} with ${mistake}`);
}
