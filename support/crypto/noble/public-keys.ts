import type { KeyForm } from '../../contract/transfer';
import { TransferError } from '../../contract/transfer';
import { pointFrom } from './weierstrass';

/** The form of Curve25519 that a key uses: X25519 (RFC 7748) or short Weierstrass. */
export type Curve = 'x25519' | 'weierstrass';

/**
 * A public key without any DER encoding around it: 32 bytes for X25519 (RFC 7748), 04‖X‖Y for Weierstrass.
 */
export interface PublicKey {
  readonly curve: Curve;
  readonly publicKey: Buffer;
}

/**
 * A kind of SubjectPublicKeyInfo (RFC 5280, section 4.1.2.7): the DER bytes that precede the key, and the
 * key's length.
 */
interface Wrapping {
  readonly keyForm: KeyForm;
  readonly head: Buffer;
  readonly keyBytes: number;
}

const idEcPublicKey = '06072a8648ce3d0201';
const pointBits = '034200';

/** ECParameters (RFC 3279, section 2.3.5): version 1, prime field, a and b, base point, order, cofactor. */
const parameters = [
  '020101',
  '302b06072a8648ce3d01010220' + '7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffed',
  '3044',
  '0420' + '2aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa984914a144',
  '0420' + '7b425ed097b425ed097b425ed097b425ed097b425ed097b4260b5e9c7710c864',
  '044104' + '2aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaad245a',
  '20ae19a1b8a086b4e01edd2c7748d14c923d4d7e6d7c61b229e9c5a27eced3d9',
  '0220' + '1000000000000000000000000000000014def9dea2f79cd65812631a5cf5d3ed',
  '020108',
].join('');

const wrapping = (keyForm: KeyForm, head: string, keyBytes: number): Wrapping => ({
  keyForm,
  head: Buffer.from(head, 'hex'),
  keyBytes,
});

const wrappings: readonly Wrapping[] = [
  // 1.3.101.110, the OID of X25519 (RFC 8410, section 4).
  wrapping('x25519-spki', '302a' + '3005' + '06032b656e' + '032100', 32),
  wrapping(
    'weierstrass-spki-explicit',
    '30820131' + '3081ea' + idEcPublicKey + '3081de' + parameters + pointBits,
    65,
  ),
  // 1.3.6.1.4.1.3029.1.5.1, the OID of the curve.
  wrapping(
    'weierstrass-spki-named',
    '305b' + '3015' + idEcPublicKey + '060a2b060104019755010501' + pointBits,
    65,
  ),
];

/**
 * Reads a public key in any form of {@link KeyForm}. Throws a TransferError (`key`) with the reason. Does not
 * reject an X25519 key of low order. Computing the shared secret rejects it, because the secret is then all
 * zeros (RFC 7748, section 6.1).
 */
export function readPublicKey(bytes: Buffer): PublicKey & { readonly keyForm: KeyForm } {
  const { keyForm, key } = unwrap(bytes);
  if (key.length === 32) return { curve: 'x25519', keyForm, publicKey: key };
  pointFrom(key);
  return { curve: 'weierstrass', keyForm, publicKey: key };
}

/**
 * Returns the curve form of a public key without validating the key. Throws a TransferError (`key`) if the
 * bytes have no known form.
 */
export function curveOfKey(bytes: Buffer): Curve {
  return unwrap(bytes).key.length === 32 ? 'x25519' : 'weierstrass';
}

function unwrap(bytes: Buffer): { keyForm: KeyForm; key: Buffer } {
  for (const { keyForm, head, keyBytes } of wrappings)
    if (bytes.length === head.length + keyBytes && bytes.subarray(0, head.length).equals(head))
      return { keyForm, key: bytes.subarray(head.length) };
  if (bytes.length === 32) return { keyForm: 'x25519', key: bytes };
  if (bytes.length === 65 && bytes[0] === 4) return { keyForm: 'weierstrass', key: bytes };
  const isCompressed = bytes.length === 33 && (bytes[0] === 2 || bytes[0] === 3);
  throw new TransferError(
    'key',
    isCompressed
      ? 'the public key is a compressed point'
      : `the public key has no known form: ${bytes.length} bytes`,
  );
}

/** Encodes a public key in the given form. Does not check that the form belongs to the key's curve. */
export function writePublicKey({ publicKey }: PublicKey, keyForm: KeyForm): Buffer {
  const head = wrappings.find((each) => each.keyForm === keyForm)?.head ?? Buffer.alloc(0);
  return Buffer.concat([head, publicKey]);
}
