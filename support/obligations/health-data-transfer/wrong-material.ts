/** Names that an HIU may send and an HIP does not support (clause 6.2.1). */
export const unsupportedNames = {
  'algorithm: RSA': 'cryptoAlg "RSA"',
  'algorithm: ECDH-NEXT': 'cryptoAlg "ECDH-NEXT"',
  'algorithm: empty': 'an empty cryptoAlg',
  'curve: P-256': 'curve "P-256"',
  'curve: Curve448': 'curve "Curve448"',
  'curve: empty': 'an empty curve',
};

/** Expiries that have passed, by more and less than any offset from UTC. */
export const expiries = {
  'expiry: ten minutes ago': 'a key that expired ten minutes ago',
  'expiry: a day ago': 'a key that expired a day ago',
  'expiry: a year ago': 'a key that expired a year ago',
};

/** What may change on its way, one at a time. */
export const changedParts = {
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

/** Points that lead to one of a few secrets, whatever the private key is (RFC 7748, section 6.1). */
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

/** Public keys that cannot be used. Which of them are sent depends on the key forms of the client. */
export const unusableKeys = {
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

/** Nonces that are not 32 bytes long; those with or without a byte more lead to the right one if it is put right. */
export const wrongNonces = {
  'nonce length: 31 bytes': 'a nonce of 31 bytes',
  'nonce length: 33 bytes': 'a nonce of 33 bytes',
  'nonce length: 31 bytes, a zero at the end left out': 'a nonce without its trailing zero',
  'nonce length: 31 bytes, a zero at the beginning left out': 'a nonce without its leading zero',
  'nonce length: 33 bytes, one more at the end': 'a nonce with an extra byte at its end',
  'nonce length: 33 bytes, one more at the beginning': 'a nonce with an extra byte at its beginning',
};
