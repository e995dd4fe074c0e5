import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { deriveKey, mixNonces, sharedSecret } from '../../support/crypto/node/transfer';
import type { DecryptAsk, EncryptAsk } from '../../support/cases/ask';
import { buildKeyMaterial, keyMaterialOfParty, createRandomParty } from '../../support/cases/material';
import type { KeyAndNonce } from '../../support/cases/material';
import { TestData } from '../../support/cases/test-data';
import { LoggedSecrets } from '../../support/scenarios/integrator/transfer/logged-secrets';

type Form = 'x25519' | 'weierstrass';

const bundle = { text: '{"name":"Asha-7f3e"}', marker: 'Asha-7f3e' };

/** A transfer to the suite, and what it tells of a log that is heard before the answer, or behind it. */
function transferOf(form: Form) {
  const [suite, hip] = [createRandomParty(form), createRandomParty(form)];
  const data = new TestData(undefined);
  const keyMaterial = keyMaterialOfParty(suite, form, data);
  const asked = { part: 'valid', round: 'hip', variant: 'a plain bundle' } as const;
  const ask: EncryptAsk = { method: 'transfer.encrypt', form, asked, ...suite, keyMaterial, bundle };
  const value = { keyMaterial: keyMaterialOfParty(hip, form, data), content: '' };
  const heard = (log: string, when: 'before' | 'behind'): string[] => {
    const told: string[] = [];
    const secrets = new LoggedSecrets(({ side, leak }) => told.push(`${side} ${leak.what} ${leak.encoding}`));
    if (when === 'before') secrets.hear(log, 'log');
    secrets.asking(ask);
    secrets.answered(ask, { kind: 'result', value });
    if (when === 'behind') secrets.hear(log, 'log');
    return [...new Set(told)];
  };
  return { suite, hip, heard, ask, value };
}

const inText = (bytes: Buffer, encoding: BufferEncoding): string => bytes.toString(encoding);
const head = {
  x25519: '302e020100300506032b656e04220420',
  weierstrass: '3041020100301306072a8648ce3d020106082a8648ce3d030107042730250201010420',
};
const filled = (key: Buffer): Buffer => Buffer.concat([Buffer.alloc(32), key]).subarray(-32);
const pem = (key: Buffer, form: Form): string =>
  inText(Buffer.concat([Buffer.from(head[form], 'hex'), filled(key)]), 'base64').replaceAll(/.{40}/g, '$&\n');

/** Ways to log a private key, each with what it is called. */
const ways: Readonly<
  Record<string, readonly [encoding: string, write: (key: Buffer, form: Form) => string]>
> = {
  Base64: ['base64', (key) => `sk=${inText(key, 'base64')} for 7\n`],
  base64url: ['base64', (key) => `{"d":"${inText(key, 'base64url')}"}\n`],
  'a name before it': ['base64', (key) => `Curve25519/${inText(key, 'base64')}\n`],
  'Base64 in JSON of .NET': [
    'base64',
    (key) => `"${inText(key, 'base64').replaceAll('+', '\\u002B').replaceAll('=', '\\u003D')}"\n`,
  ],
  'Base64 in JSON of PHP': ['base64', (key) => `"${inText(key, 'base64').replaceAll('/', '\\/')}"\n`],
  'Base64 in an address': ['base64', (key) => `/keys?d=${encodeURIComponent(inText(key, 'base64'))}\n`],
  hexadecimal: ['hex', (key) => `key_${inText(key, 'hex')}\n`],
  'capital hexadecimal': ['hex', (key) => `0x${inText(key, 'hex').toUpperCase()}\n`],
  'hexadecimal in groups': ['hex', (key) => `${inText(filled(key), 'hex').replaceAll(/..(?!$)/g, '$&:')}\n`],
  'bytes in JSON': ['bytes', (key) => `{"key":${JSON.stringify([...key])}}\n`],
  'signed bytes': ['bytes', (key) => `[${[...new Int8Array(key)].join(', ')}]\n`],
  'bytes with blanks': ['bytes', (key) => `key: [${[...key].join(' ')}]\n`],
  PEM: ['pem', (key, form) => `-----BEGIN PRIVATE KEY-----\n${pem(key, form)}\n-----END PRIVATE KEY-----\n`],
  'PEM in JSON': [
    'pem',
    (key, form) =>
      `${JSON.stringify({ pem: `-----BEGIN PRIVATE KEY-----\n${pem(key, form)}\n-----END PRIVATE KEY-----` })}\n`,
  ],
  'JSON in Base64': [
    'base64',
    (key) => `${inText(Buffer.from(JSON.stringify({ key: inText(key, 'hex') })), 'base64')}\n`,
  ],
};

for (const form of ['x25519', 'weierstrass'] as const)
  for (const [way, [encoding, write]] of Object.entries(ways))
    test(`a private key on ${form} is known again in ${way}, before and behind its answer`, () => {
      const { hip, heard } = transferOf(form);
      const log = write(hip.own.privateKey, form);
      for (const when of ['before', 'behind'] as const) {
        const found = heard(log, when).map((each) => each.replace('base64url', 'base64'));
        assert.ok(found.includes(`hip private key ${encoding}`), `${when}: ${found.join()}`);
      }
    });

/** What both sides agree on. */
function agreed({ suite, hip }: { suite: KeyAndNonce; hip: KeyAndNonce }): { secret: Buffer; key: Buffer } {
  const secret = sharedSecret(suite.own, hip.own.publicKey);
  return { secret, key: deriveKey(secret, mixNonces(suite.ownNonce, hip.ownNonce).salt) };
}

test('what the keys lead to is told as such', () => {
  const transfer = transferOf('x25519');
  const { secret, key } = agreed(transfer);
  for (const when of ['before', 'behind'] as const) {
    assert.deepEqual(transfer.heard(`${inText(secret, 'hex')}\n`, when), ['hip shared secret hex']);
    assert.deepEqual(transfer.heard(`${inText(key, 'hex')}\n`, when), ['hip derived key hex']);
  }
});

test('what opens nothing is no secret, nor what the suite gave, nor what has nothing to do with it', () => {
  for (const form of ['x25519', 'weierstrass'] as const) {
    const { suite, hip, heard, ask, value } = transferOf(form);
    const { salt, iv } = mixNonces(suite.ownNonce, hip.ownNonce);
    const bytes = [hip.own.publicKey, suite.own.publicKey, hip.ownNonce, suite.ownNonce, salt, iv];
    const given = [
      suite.own.privateKey,
      createRandomParty(form).own.privateKey,
      randomBytes(32),
      Buffer.alloc(32),
    ];
    const log = [
      ...[...bytes, ...given].flatMap((each) => [inText(each, 'base64'), inText(each, 'hex')]),
      JSON.stringify([...suite.own.privateKey]),
      JSON.stringify({ keyMaterial: ask.keyMaterial, bundle: bundle.text, value }),
    ];
    for (const when of ['before', 'behind'] as const)
      assert.deepEqual(heard(`${log.join('\n')}\n`, when), []);
  }
});

test('the key of the suite, sent back, makes its private key no secret of the client', () => {
  const { ask, suite } = transferOf('x25519');
  const told: unknown[] = [];
  const secrets = new LoggedSecrets((secret) => told.push(secret));
  const { keyValue } = ask.keyMaterial.dhPublicKey;
  const keyMaterial = buildKeyMaterial(keyValue, ask.keyMaterial.nonce);
  secrets.answered(ask, { kind: 'result', value: { keyMaterial, content: '' } });
  secrets.hear(`${inText(suite.own.privateKey, 'hex')}\n`, 'log');
  assert.deepEqual(told, []);
});

test('a bundle is told where only who opened it could log it', () => {
  const { ask, hip, suite } = transferOf('x25519');
  const told: string[] = [];
  const secrets = new LoggedSecrets(({ side, leak }) => told.push(`${side} ${leak.what} ${leak.encoding}`));
  secrets.asking(ask);
  secrets.hear(`${bundle.text}\n`, 'log');
  assert.deepEqual(told, []);
  const sealed = { ...suite, peerPublicKey: hip.own.publicKey, peerNonce: hip.ownNonce };
  const { keyMaterial, asked, form } = ask;
  const to = { transferId: '1' };
  const opening: DecryptAsk = {
    method: 'transfer.decrypt',
    form,
    asked,
    to,
    keyMaterial,
    content: '',
    bundle,
    sealed,
  };
  secrets.asking(opening);
  secrets.hear(`${Buffer.from(bundle.text).toString('base64')}\n`, 'log');
  assert.deepEqual(told, ['hiu opened bundle base64']);
});

test('long lines and many values are taken', () => {
  const { hip, heard } = transferOf('weierstrass');
  for (const long of ['A', 'f', '[1, ', '12:', '1 ', '{"a":'])
    assert.deepEqual(heard(long.repeat(2_000_000), 'behind'), [], long);
  const many = Array.from({ length: 2000 }, () => inText(randomBytes(32), 'hex')).join('\n');
  assert.deepEqual(heard(`${many}\n${inText(hip.own.privateKey, 'hex')}\n`, 'before'), [
    'hip private key hex',
  ]);
});
