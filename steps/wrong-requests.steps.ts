import { defineParameterType } from '@cucumber/cucumber';

// The deliberate mistakes that the features name, by the step that names them. A test compares the patterns with
// the list in support/contract/deliberate-mistakes.ts.

const asWritten = (text: string): string => text;

/** Mistakes in a session request. */
defineParameterType({
  name: 'sessionMistake',
  regexp: [
    /a stale TIMESTAMP/,
    /a TIMESTAMP in the future/,
    /a TIMESTAMP of ten minutes ago/,
    /a REQUEST-ID that was used before/,
    /a REQUEST-ID in uppercase/,
    /no REQUEST-ID/,
    /the right clientId with a wrong clientSecret/,
    /an invented clientId/,
    /no clientId/,
    /no clientSecret/,
    /no grantType/,
    /grantType password/,
  ],
  transformer: asWritten,
});

/** Mistakes in a certificate request. */
defineParameterType({
  name: 'certificateMistake',
  regexp: [/no Authorization/, /a stale TIMESTAMP/],
  transformer: asWritten,
});

/** Mistakes in an OTP verification. */
defineParameterType({
  name: 'otpMistake',
  regexp: [
    /otp padded by PKCS#1 v1\.5/,
    /otp under OAEP with SHA-256/,
    /otp under OAEP with SHA-1/,
    /otp under OAEP with SHA-256 and MGF1 over SHA-1/,
    /otp as raw text/,
    /the ciphertext of otp in hexadecimal/,
    /the ciphertext of otp in Base64 with foreign characters in it/,
  ],
  transformer: asWritten,
});

/** Mistakes in a trigger. */
defineParameterType({
  name: 'triggerMistake',
  regexp: [
    /the action "Postpone"/,
    /the method "Dental"/,
    /a correlationId that no cycle ever had/,
    /no bearer_auth/,
  ],
  transformer: asWritten,
});

/** Mistakes in a callback of the payer. */
defineParameterType({
  name: 'callbackMistake',
  regexp: [
    /no JWT/,
    /a signature by a foreign key/,
    /a kid that is not published/,
    /a foreign key in the jwk header/,
    /the algorithm "none"/,
    /an HMAC keyed with the public key/,
    /a changed payload under the old signature/,
    /a changed signature/,
    /an expired JWT/,
    /a JWT that is not valid yet/,
    /the same answer a second time/,
    /the same bytes a second time/,
    /an unknown correlation id/,
    /a query after the final answer/,
    /a JWT for another audience/,
    /a JWT of another issuer/,
  ],
  transformer: asWritten,
});

/** Mistakes in key material or encrypted content that an integrator receives. */
defineParameterType({
  name: 'transferMistake',
  regexp: [
    /a ciphertext whose first byte has changed/,
    /a ciphertext whose middle byte has changed/,
    /a ciphertext whose last byte has changed/,
    /a tag whose first byte has changed/,
    /a tag whose middle byte has changed/,
    /a tag whose last byte has changed/,
    /a content without its tag/,
    /a nonce whose first byte has changed/,
    /a nonce whose middle byte has changed/,
    /a nonce whose last byte has changed/,
    /a public key whose first byte has changed/,
    /a public key whose middle byte has changed/,
    /a public key whose last byte has changed/,
    /the public key of another HIP/,
    /cryptoAlg "RSA"/,
    /cryptoAlg "ECDH-NEXT"/,
    /curve "P-256"/,
    /curve "Curve448"/,
    /an empty cryptoAlg/,
    /an empty curve/,
    /a key that expired ten minutes ago/,
    /a key that expired a day ago/,
    /a key that expired a year ago/,
    /the X25519 key 0/,
    /the X25519 key 1/,
    /the X25519 key p - 1/,
    /the X25519 key p, which reduces to 0/,
    /the X25519 key p \+ 1, which reduces to 1/,
    /a point of order 2/,
    /a point of order 4/,
    /a point of order 8/,
    /another point of order 8/,
    /the point at infinity/,
    /a point off the curve/,
    /a key without its last byte/,
    /a key with one extra byte/,
    /an empty key/,
    /a key that is not Base64/,
    /a Weierstrass point for a client of X25519/,
    /an X25519 key for a client of Weierstrass points/,
    /an RFC 8410 key for a client of Weierstrass points/,
    /a nonce of 31 bytes/,
    /a nonce of 33 bytes/,
    /a nonce without its trailing zero/,
    /a nonce without its leading zero/,
    /a nonce with an extra byte at its end/,
    /a nonce with an extra byte at its beginning/,
  ],
  transformer: asWritten,
});
