import {
  keyPairFrom,
  offCurvePoint,
  smallOrderPublicKeys,
  writePublicKey,
} from '../../support/crypto/node/transfer';
import { seededBytes, flipped } from './seeded';
import type { Case } from './vector-file';

export const order = 2n ** 252n + 0x14def9dea2f79cd65812631a5cf5d3edn;
const prime = 2n ** 255n - 19n;

const number = (bytes: Buffer): bigint => BigInt(`0x${bytes.toString('hex')}`);
export const bytes32 = (value: bigint): Buffer => Buffer.from(value.toString(16).padStart(64, '0'), 'hex');

const privateKey = Buffer.concat([Buffer.from([9]), seededBytes('refusing', 31)]);

function refused(
  id: string,
  comment: string,
  flag: string,
  publicKey: Buffer,
  own: Buffer = privateKey,
): Case {
  const base = { id, comment, flags: [flag], result: 'invalid', provenance: 'generated' } as const;
  return { ...base, privateKey: own.toString('base64'), publicKey: publicKey.toString('base64') };
}

/** Returns invalid cases: public and private keys that an implementation must reject. */
export function refusals(): Case[] {
  const raw = keyPairFrom('x25519', seededBytes('an X25519 key', 32));
  const point = keyPairFrom(
    'weierstrass',
    Buffer.concat([Buffer.from([7]), seededBytes('a point', 31)]),
  ).publicKey;
  const spki = writePublicKey(
    { curve: 'weierstrass', publicKey: offCurvePoint() },
    'weierstrass-spki-explicit',
  );
  const [x, y] = [number(point.subarray(1, 33)), number(point.subarray(33))];
  const pointOf = (...coordinates: readonly bigint[]): Buffer =>
    Buffer.concat([Buffer.from([4]), ...coordinates.map(bytes32)]);
  const explicit = writePublicKey({ curve: 'weierstrass', publicKey: point }, 'weierstrass-spki-explicit');
  const named = writePublicKey({ curve: 'weierstrass', publicKey: point }, 'weierstrass-spki-named');
  return [
    ...smallOrderPublicKeys('weierstrass').map(({ name, bytes }, index) =>
      refused(
        `low-order-${index + 1}`,
        `one of a few secrets, whatever the private key is (${name})`,
        'LowOrder',
        bytes,
      ),
    ),
    refused(
      'off-curve',
      'the point is not checked to be on the curve: invalid-curve attack',
      'OffCurve',
      offCurvePoint(),
    ),
    refused('off-curve-spki', 'the point inside an SPKI is not checked', 'OffCurve', spki),
    refused('x-unreduced', 'X is taken modulo p', 'OffCurve', pointOf(x + prime, y)),
    refused('y-unreduced', 'Y is taken modulo p', 'OffCurve', pointOf(x, y + prime)),
    refused('coordinates-swapped', 'X and Y change places', 'OffCurve', pointOf(y, x)),
    refused(
      'spki-other-base',
      'the explicit parameters are taken as they come: another base point',
      'Curve',
      flipped(explicit, explicit.indexOf(Buffer.from('ad245a', 'hex')) + 2),
    ),
    refused(
      'spki-other-curve',
      'the explicit parameters are taken as they come: another coefficient',
      'Curve',
      flipped(explicit, explicit.indexOf(Buffer.from('10c864', 'hex')) + 2),
    ),
    refused('spki-other-name', 'the OID of another curve', 'Curve', flipped(named, 24)),
    refused(
      'spki-followed',
      'something stands behind the SPKI',
      'Curve',
      Buffer.concat([named, Buffer.alloc(1)]),
    ),
    refused('x25519', 'the 32 bytes of an X25519 key', 'Form', raw.publicKey),
    refused('rfc8410', 'an RFC 8410 key', 'Form', writePublicKey(raw, 'x25519-spki')),
    refused('coordinates-alone', 'X and Y without the 04 in front', 'Form', point.subarray(1)),
    refused(
      'hybrid',
      'a hybrid point (06 or 07 in front)',
      'Form',
      Buffer.concat([Buffer.from([6 + ((point[64] ?? 0) & 1)]), point.subarray(1)]),
    ),
    refused('cut', 'the last byte is missing', 'Form', point.subarray(0, -1)),
    refused(
      'zeros-dropped',
      'a leading zero of X was dropped by the sender: 64 bytes',
      'Form',
      Buffer.concat([point.subarray(0, 1), point.subarray(2)]),
    ),
    refused(
      'private-key-negative',
      'a private key whose sign bit is set is no positive number',
      'PrivateKey',
      point,
      Buffer.alloc(32, 0xff),
    ),
    refused('private-key-empty', 'no private key at all', 'PrivateKey', point, Buffer.alloc(0)),
    refused(
      'private-key-order',
      'the order itself leads to infinity, as zero does',
      'PrivateKey',
      point,
      bytes32(order),
    ),
    refused('private-key-zero', 'a private key of zero', 'PrivateKey', point, Buffer.alloc(32)),
    refused(
      'private-key-beyond-order',
      'a private key that is not below the order',
      'PrivateKey',
      point,
      Buffer.alloc(32, 0x7f),
    ),
  ];
}
