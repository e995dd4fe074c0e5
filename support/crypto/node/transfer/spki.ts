import type { KeyForm } from '../../../contract/transfer';

/** The DER bytes that precede the key in a SubjectPublicKeyInfo, in hexadecimal, by key form. */
const heads: Readonly<Record<Exclude<KeyForm, 'x25519' | 'weierstrass'>, string>> = {
  // RFC 8410, section 4: SEQUENCE { SEQUENCE { 1.3.101.110 }, BIT STRING }
  'x25519-spki': '302a300506032b656e032100',
  // RFC 3279, section 2.3.5: id-ecPublicKey with ECParameters of version 1 (prime field, a, b, G, n, h = 8).
  'weierstrass-spki-explicit':
    '308201313081ea06072a8648ce3d02013081de020101302b06072a8648ce3d010102207fffffffffffffffffffffffffffffffffffff' +
    'ffffffffffffffffffffffffed304404202aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa984914a14404207b425ed0' +
    '97b425ed097b425ed097b425ed097b425ed097b4260b5e9c7710c8640441042aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa' +
    'aaaaaaaaaaad245a20ae19a1b8a086b4e01edd2c7748d14c923d4d7e6d7c61b229e9c5a27eced3d9022010000000000000000000000000' +
    '00000014def9dea2f79cd65812631a5cf5d3ed020108034200',
  // 1.3.6.1.4.1.3029.1.5.1, the OID of the curve.
  'weierstrass-spki-named': '305b301506072a8648ce3d0201060a2b060104019755010501034200',
};

/**
 * Returns the key in an SPKI. Returns `undefined` if the bytes are not an SPKI of a known form. The key may
 * be a compressed point.
 */
export function unwrap(bytes: Buffer): { keyForm: KeyForm; key: Buffer } | undefined {
  for (const [keyForm, head] of Object.entries(heads)) {
    const start = Buffer.from(head, 'hex');
    const starts =
      keyForm === 'x25519-spki'
        ? ([[start, 32]] as const)
        : ([
            [start, 65],
            [shorter(start), 33],
          ] as const);
    for (const [before, keyBytes] of starts)
      if (bytes.length === before.length + keyBytes && bytes.subarray(0, before.length).equals(before))
        return { keyForm: keyForm as KeyForm, key: bytes.subarray(before.length) };
  }
  return undefined;
}

/**
 * Converts the DER bytes that precede an uncompressed point to those that precede a compressed point. A
 * compressed point lacks the 32 bytes of Y, so this subtracts 32 from the lengths of the SPKI and of its BIT
 * STRING.
 */
function shorter(head: Buffer): Buffer {
  const short = Buffer.from(head);
  for (const at of [head[1] === 0x82 ? 3 : 1, head.length - 2]) short.writeUInt8((head[at] ?? 0) - 32, at);
  return short;
}

const idEcPublicKey = Buffer.from('06072a8648ce3d0201', 'hex');

/**
 * Returns the bytes after the header of a Weierstrass SPKI, even if its length fields are wrong. Returns
 * `undefined` if the bytes do not contain such a header.
 */
export function pointBehindHead(bytes: Buffer): Buffer | undefined {
  for (const head of [heads['weierstrass-spki-explicit'], heads['weierstrass-spki-named']]) {
    const whole = Buffer.from(head, 'hex');
    // The DER bytes from the algorithm to the tag of the BIT STRING. A length byte and 00 follow, and then
    // the point.
    const fixed = whole.subarray(whole.indexOf(idEcPublicKey), -2);
    const at = bytes.indexOf(fixed);
    if (at >= 0) return bytes.subarray(at + fixed.length + 2);
  }
  return undefined;
}

/** Encodes a public key in the given form: as an SPKI, or as bare bytes. */
export function wrapSpki(publicKey: Buffer, keyForm: KeyForm): Buffer {
  if (keyForm === 'x25519' || keyForm === 'weierstrass') return Buffer.from(publicKey);
  return Buffer.concat([Buffer.from(heads[keyForm], 'hex'), publicKey]);
}
