import assert from 'node:assert/strict';
import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { test } from 'node:test';
import { readSigningKey } from '../../support/report/pack/sign';
import { ConfigurationError } from '../../support/targets/errors';
import { signer } from './packs';

test('the signing key is taken from the environment, in lines or in one', () => {
  const pem = signer.privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();
  for (const text of [pem, pem.trim(), pem.replaceAll('\n', '\\n'), pem.replaceAll('\n', '\r\n')]) {
    const key = readSigningKey({ CONFORM_SIGNING_KEY: text });
    assert.ok(key !== undefined && createPublicKey(key).equals(signer.publicKey));
  }
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const text = privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();
  assert.ok(readSigningKey({ CONFORM_SIGNING_KEY: text })?.equals(privateKey));
  assert.equal(readSigningKey({}), undefined);
});

test('any other key is refused, and never shown', () => {
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const pkcs8 = { format: 'pem', type: 'pkcs8' } as const;
  const good = signer.privateKey.export(pkcs8).toString();
  for (const [what, text, told] of [
    ['RSA', rsa.privateKey.export(pkcs8), /of kind rsa/],
    [
      'RSA in PKCS#1',
      rsa.privateKey.export({ format: 'pem', type: 'pkcs1' }),
      /holds no private Ed25519 or ECDSA P-256 key —/,
    ],
    ['X25519', generateKeyPairSync('x25519').privateKey.export(pkcs8), /of kind x25519/],
    [
      'P-384',
      generateKeyPairSync('ec', { namedCurve: 'P-384' }).privateKey.export(pkcs8),
      /of kind ec secp384r1/,
    ],
    [
      'secp256k1',
      generateKeyPairSync('ec', { namedCurve: 'secp256k1' }).privateKey.export(pkcs8),
      /of kind ec secp256k1/,
    ],
    ['Ed448', generateKeyPairSync('ed448').privateKey.export(pkcs8), /of kind ed448/],
    ['a public one', signer.publicKey.export({ format: 'pem', type: 'spki' }), /it is a public one/],
    [
      'encrypted',
      signer.privateKey.export({ ...pkcs8, cipher: 'aes-256-cbc', passphrase: 'x' }),
      /it is encrypted/,
    ],
    ['garbage', 'canary-482913', /holds no private Ed25519 or ECDSA P-256 key —/],
    ['a path', '/etc/key.pem', /holds no private Ed25519 or ECDSA P-256 key —/],
    ['cut', good.slice(0, -40), /holds no private Ed25519 or ECDSA P-256 key —/],
    [
      'broken',
      good.replace(/\n[A-Za-z0-9+/]{8}/, '\nAAAAAAAA'),
      /holds no private Ed25519 or ECDSA P-256 key/,
    ],
    ['empty', '', /it is empty — unset it/],
  ] as const)
    assert.throws(
      () => readSigningKey({ CONFORM_SIGNING_KEY: text.toString() }),
      (error) => {
        assert.ok(error instanceof ConfigurationError, what);
        assert.match(error.line, told, what);
        const body = text
          .toString()
          .split('\n')
          .filter((line) => line !== '' && !line.startsWith('-'));
        for (const line of body) assert.ok(!error.line.includes(line.slice(0, 12)), `${what} is shown`);
        return true;
      },
      what,
    );
});
