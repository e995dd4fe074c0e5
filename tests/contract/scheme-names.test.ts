import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { SchemeMember, SchemeNameKind } from '../../support/contract/scheme-names';
import { kindOfSchemeName } from '../../support/contract/scheme-names';

const names: readonly (readonly [SchemeMember, SchemeNameKind, readonly string[]])[] = [
  [
    'curve',
    'the scheme',
    [
      'Curve25519',
      'curve25519',
      'CURVE25519',
      'Curve-25519',
      'curve_25519',
      'Curve 25519',
      ' Curve25519\n',
    ].concat(['X25519', 'x25519', 'Wei25519']),
  ],
  [
    'curve',
    'another scheme',
    [
      'P-256',
      'p256',
      'NIST P-256',
      'secp256r1',
      'secp256k1',
      'prime256v1',
      'P-384',
      'P-521',
      'Curve448',
      'X448',
    ].concat(['Ed25519', 'brainpoolP256r1']),
  ],
  ['curve', 'unknown', ['', ' ', 'Curve25518', '25519', 'Curve25519-NEXT', 'ECDH', 'RSA', 'the usual one']],
  [
    'cryptoAlg',
    'the scheme',
    ['ECDH', 'ecdh', 'ECDH-ES', 'ecdh_es', 'ECDHE', 'X25519', 'XDH', 'ECDH X25519'],
  ],
  [
    'cryptoAlg',
    'another scheme',
    ['RSA', 'rsa', 'RSA-OAEP', 'RSA-OAEP-256', 'ECDSA', 'Ed25519', 'X448', 'AES'],
  ],
  ['cryptoAlg', 'unknown', ['', 'DH', 'ECDH-NEXT', 'ECDHX', 'P-256', 'Curve25519', 'none']],
];

describe('the name of an algorithm or a curve', () => {
  for (const [member, kind, written] of names)
    for (const name of written)
      it(`${JSON.stringify(name)} as ${member} is ${kind}`, () => {
        assert.equal(kindOfSchemeName(member, name), kind);
      });
});
