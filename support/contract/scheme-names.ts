/** The members of key material (clause 2.6) that name the scheme of a transfer. */
export type SchemeMember = 'cryptoAlg' | 'curve';

/**
 * The kind of a name in key material. `the scheme`: ECDH, or Curve25519. `another scheme`: another algorithm or
 * curve that the suite knows. `unknown`: the suite does not know the name, so nothing follows from it.
 */
export type SchemeNameKind = 'the scheme' | 'another scheme' | 'unknown';

/**
 * Names that mean ECDH or Curve25519 and nothing else, in lowercase and without separators:
 * - X25519 is the function of ECDH on Curve25519 (RFC 7748), so it names both.
 * - ECDH-ES is JOSE's name (RFC 7518), ECDHE that of TLS, XDH that of Java.
 * - Wei25519 is Curve25519 in short Weierstrass form, the form that Bouncy Castle uses.
 */
const schemeNames: Readonly<Record<SchemeMember, readonly string[]>> = {
  cryptoAlg: ['ecdh', 'ecdhes', 'ecdhe', 'xdh', 'x25519', 'ecdhx25519', 'ecdhcurve25519'],
  curve: ['curve25519', 'x25519', 'wei25519'],
};

/**
 * Names of other algorithms and curves, in lowercase and without separators. DH is missing: people also write it for
 * ECDH.
 */
const otherNames: Readonly<Record<SchemeMember, RegExp>> = {
  cryptoAlg:
    /^(?:rsa(?:\d{4}|oaep(?:\d{3})?|15|pkcs1)?|ecdsa|eddsa|ed25519|ed448|x448|curve448|dsa|elgamal|aes(?:\d{3})?(?:gcm|cbc)?|mlkem\d*|kyber\d*)$/,
  curve:
    /^(?:(?:nist)?p(?:192|224|256|384|521)|secp(?:160|192|224|256|384|521)[rk]1|prime(?:192|256)v1|(?:curve|x|ed)448|ed25519|brainpoolp\d{3}[rt]1|sm2)$/,
};

/**
 * Returns the kind of a name of an algorithm or a curve. Letter case, blanks, hyphens and underscores do not count,
 * because people write the same name with and without them.
 */
export function kindOfSchemeName(member: SchemeMember, name: string): SchemeNameKind {
  const bare = name.toLowerCase().replace(/[\s_-]/g, '');
  if (schemeNames[member].includes(bare)) return 'the scheme';
  return otherNames[member].test(bare) ? 'another scheme' : 'unknown';
}
