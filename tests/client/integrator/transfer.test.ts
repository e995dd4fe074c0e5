import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { RefusalError } from '../../../support/adapter/handlers';
import type { KeyMaterial, MethodParams } from '../../../support/adapter/protocol';
import { conformingTransfer } from '../../../support/client/integrator/transfer/seams';
import { Transfers } from '../../../support/client/integrator/transfer/transfers';
import type { CurveForm } from '../../../support/contract/readings';
import type { KeyForm } from '../../../support/contract/transfer';
import type { KeyPair } from '../../../support/crypto/node/transfer';
import * as judge from '../../../support/crypto/node/transfer';
import { readPoint, addPoints, writePoint } from '../../../support/crypto/node/transfer/weierstrass';
import { randomBytes, randomKeyPair } from '../../seed';

const now = Date.UTC(2026, 10, 21, 9);
const clock = { now: () => now, wait: () => Promise.resolve() };
const transfersOf = (form: 'as-declared' | CurveForm = 'as-declared'): Transfers =>
  new Transfers(conformingTransfer, clock, form);

/** The other side, which computes with node:crypto and BigInt. */
interface Other {
  readonly own: KeyPair;
  readonly nonce: Buffer;
  readonly keyMaterial: KeyMaterial;
}

function other(keyForm: KeyForm): Other {
  const own = randomKeyPair(keyForm.startsWith('x25519') ? 'x25519' : 'weierstrass');
  const nonce = randomBytes(32);
  const dhPublicKey = {
    expiry: new Date(now + 1000).toISOString(),
    parameters: 'Curve25519 with a 32-byte random key',
    keyValue: judge.writePublicKey(own, keyForm).toString('base64'),
  };
  return {
    own,
    nonce,
    keyMaterial: { cryptoAlg: 'ECDH', curve: 'Curve25519', dhPublicKey, nonce: nonce.toString('base64') },
  };
}

function keyOf({ own, nonce }: Other, given: KeyMaterial): { key: Buffer; iv: Buffer } {
  const peer = judge.readPublicKey(Buffer.from(given.dhPublicKey.keyValue, 'base64'));
  const { salt, iv } = judge.mixNonces(nonce, Buffer.from(given.nonce, 'base64'));
  return { key: judge.deriveKey(judge.sharedSecret(own, peer.publicKey), salt), iv };
}

const keyForms: readonly KeyForm[] = [
  'x25519',
  'x25519-spki',
  'weierstrass',
  'weierstrass-spki-explicit',
  'weierstrass-spki-named',
];
const bundles = ['', '{', '{"name":"Žofie 张伟 \u{1F3E5}"}', 'x'.repeat(10 * 1024 * 1024)];

describe('the own client as HIP', () => {
  for (const keyForm of keyForms)
    it(`encrypts for a key in the form ${keyForm}, and answers in it`, () => {
      for (const bundle of bundles) {
        const hiu = other(keyForm);
        const sent = transfersOf().encrypt({ keyMaterial: hiu.keyMaterial, bundle });
        const { fact } = judge.inspectKeyMaterial(sent.keyMaterial);
        assert.deepEqual([fact.flaws, fact.keyForm, fact.expiresAt], [[], keyForm, now + 30 * 60 * 1000]);
        const { key, iv } = keyOf(hiu, sent.keyMaterial as KeyMaterial);
        assert.equal(judge.open(key, iv, Buffer.from(sent.content, 'base64')).toString(), bundle);
      }
    });

  it('takes another key pair and nonce each time', () => {
    const transfers = transfersOf();
    const { keyMaterial } = other('x25519');
    const seen = Array.from({ length: 20 }, () => transfers.encrypt({ keyMaterial, bundle: '' }).keyMaterial);
    assert.equal(new Set(seen.map(({ nonce }) => nonce)).size, 20);
    assert.equal(new Set(seen.map(({ dhPublicKey }) => JSON.stringify(dhPublicKey))).size, 20);
  });

  it('wipes its private key, whatever comes of the transfer', () => {
    const pairs: KeyPair[] = [];
    const keyPair: typeof conformingTransfer.keys.keyPair = (curve) => {
      const pair = conformingTransfer.keys.keyPair(curve);
      pairs.push(pair);
      return pair;
    };
    const seams = { ...conformingTransfer, keys: { ...conformingTransfer.keys, keyPair } };
    const failing = { ...seams, seal: () => assert.fail('no cipher today') };
    const params = { keyMaterial: other('x25519').keyMaterial, bundle: 'x' };
    new Transfers(seams, clock, 'as-declared').encrypt(params);
    assert.throws(() => new Transfers(failing, clock, 'as-declared').encrypt(params));
    assert.equal(pairs.length, 2);
    for (const { privateKey } of pairs) assert.ok(privateKey.every((byte) => byte === 0));
  });

  const right = other('weierstrass').keyMaterial;
  const withKey = (change: object) => ({ ...right, dhPublicKey: { ...right.dhPublicKey, ...change } });
  const refused: readonly (readonly [what: string, material: KeyMaterial, reason: RegExp])[] = [
    ['another algorithm', { ...right, cryptoAlg: 'RSA' }, /cryptoAlg/],
    ['another curve', { ...right, curve: 'P-256' }, /curve/],
    ['an expired key', withKey({ expiry: new Date(now - 1).toISOString() }), /expired/],
    ['an expiry with an offset', withKey({ expiry: '2099-01-01T00:00:00+05:30' }), /UTC/],
    ['an expiry that is not a time', withKey({ expiry: 'soon' }), /UTC/],
    [
      'a key without a known form',
      withKey({ keyValue: randomBytes(31).toString('base64') }),
      /no known form/,
    ],
    ['a compressed point', withKey({ keyValue: Buffer.alloc(33, 2).toString('base64') }), /compressed/],
    [
      'a point off the curve',
      withKey({ keyValue: judge.offCurvePoint().toString('base64') }),
      /off the curve/,
    ],
    [
      'Base64 without padding',
      withKey({ keyValue: right.dhPublicKey.keyValue.replace(/=+$/, '') }),
      /Base64/,
    ],
    ['a nonce of 31 bytes', { ...right, nonce: randomBytes(31).toString('base64') }, /31 bytes/],
    ['a nonce of 33 bytes', { ...right, nonce: randomBytes(33).toString('base64') }, /33 bytes/],
  ];
  for (const [what, keyMaterial, reason] of refused)
    it(`refuses ${what}`, () => {
      assert.throws(
        () => transfersOf().encrypt({ keyMaterial, bundle: 'x' }),
        (error: Error) => error instanceof RefusalError && reason.test(error.message),
      );
    });

  for (const curve of ['x25519', 'weierstrass'] as const)
    it(`refuses every public key of low order on ${curve}`, () => {
      for (const { name, bytes } of judge.smallOrderPublicKeys(curve))
        assert.throws(
          () =>
            transfersOf().encrypt({
              keyMaterial: withKey({ keyValue: bytes.toString('base64') }),
              bundle: '',
            }),
          (error: Error) => error instanceof RefusalError && /low order|no known form/.test(error.message),
          name,
        );
    });

  it('tells a point of another order from one off the curve', () => {
    const messageFor = (point: Buffer): string => {
      try {
        transfersOf().encrypt({ keyMaterial: withKey({ keyValue: point.toString('base64') }), bundle: '' });
      } catch (error) {
        return (error as Error).message;
      }
      return 'none';
    };
    const { publicKey } = randomKeyPair('weierstrass');
    const small = judge.smallOrderPublicKeys('weierstrass').find(({ name }) => name.includes('order 8'));
    const mixed = addPoints(readPoint(publicKey), readPoint(small?.bytes ?? Buffer.alloc(0)));
    assert.match(messageFor(small?.bytes ?? Buffer.alloc(0)), /low order/);
    assert.match(messageFor(writePoint(mixed ?? { x: 0n, y: 0n })), /another order than the base point/);
    assert.match(messageFor(judge.offCurvePoint()), /off the curve/);
    assert.equal(messageFor(publicKey), 'none');
  });

  it('refuses a key of a form that it does not offer', () => {
    const { keyMaterial } = other('x25519');
    assert.throws(() => transfersOf('weierstrass').encrypt({ keyMaterial, bundle: '' }), RefusalError);
  });
});

describe('the own client as HIU', () => {
  for (const form of ['x25519', 'weierstrass', 'weierstrass-spki'] as const)
    it(`reads what was encrypted to its key in the form ${form}`, () => {
      for (const bundle of bundles) {
        const transfers = transfersOf(form);
        const opened = transfers.open();
        const hip = other(form === 'x25519' ? 'x25519' : 'weierstrass-spki-named');
        const { key, iv } = keyOf(hip, opened.keyMaterial as KeyMaterial);
        const content = judge.seal(key, iv, Buffer.from(bundle)).toString('base64');
        const params = { transferId: opened.transferId, keyMaterial: hip.keyMaterial, content };
        assert.equal(transfers.decrypt(params).bundle, bundle);
      }
    });

  for (const keyForm of keyForms)
    it(`reads what was encrypted to a given key in the form ${keyForm}`, () => {
      const { params, bundle } = givenTransfer(keyForm);
      assert.equal(transfersOf().decrypt(params).bundle, bundle);
    });

  it('gives nothing out where any bit was changed', () => {
    const { params } = givenTransfer('x25519');
    const bytes = Buffer.from(params.content, 'base64');
    for (let at = 0; at < bytes.length; at += 1) {
      const changed = Buffer.from(bytes);
      changed.writeUInt8((bytes[at] ?? 0) ^ 1, at);
      assert.throws(
        () => transfersOf().decrypt({ ...params, content: changed.toString('base64') }),
        (error: Error) => error instanceof RefusalError && error.message.includes('tag'),
      );
    }
  });

  it('refuses a transfer that was never opened', () => {
    const { params } = givenTransfer('x25519');
    const { keyMaterial, content } = params;
    assert.throws(() => transfersOf().decrypt({ transferId: 'none', keyMaterial, content }), RefusalError);
  });

  it('gives the oldest of too many open transfers up', () => {
    const transfers = transfersOf();
    const [first] = Array.from({ length: 1001 }, () => transfers.open());
    const { params } = givenTransfer('x25519');
    const { keyMaterial, content } = params;
    assert.throws(
      () => transfers.decrypt({ transferId: first?.transferId ?? '', keyMaterial, content }),
      /no transfer is open/,
    );
  });
});

/** A transfer to an HIU whose key is given, made by the other implementation. */
function givenTransfer(keyForm: KeyForm) {
  const [hiu, hip] = [other(keyForm), other(keyForm)];
  const bundle = '{"resourceType":"Bundle"}';
  const { key, iv } = keyOf(hip, hiu.keyMaterial);
  const recipient = {
    privateKey: hiu.own.privateKey.toString('base64'),
    publicKey: hiu.keyMaterial.dhPublicKey.keyValue,
    nonce: hiu.keyMaterial.nonce,
  };
  const content = judge.seal(key, iv, Buffer.from(bundle)).toString('base64');
  const params = {
    recipient,
    keyMaterial: hip.keyMaterial,
    content,
  } satisfies MethodParams<'transfer.decrypt'>;
  return { params, bundle };
}
