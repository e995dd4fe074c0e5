import assert from 'node:assert/strict';
import type { KeyObject } from 'node:crypto';
import { constants, generateKeyPairSync, publicEncrypt } from 'node:crypto';
import { describe, it } from 'node:test';
import type { ServiceName } from '../../../support/contract/operations';
import { inspectField } from '../../../support/crypto/node/field-inspection';

const keys = { identity: newKey(), registry: newKey() };

function newKey(): { publicKey: KeyObject; privateKey: KeyObject } {
  return generateKeyPairSync('rsa', { modulusLength: 1024 });
}

/** What an inspection at identity finds in a block of the raw RSA operation, under the key of this service. */
function foundIn(block: Buffer, service: 'identity' | 'registry') {
  const padding = constants.RSA_NO_PADDING;
  return inspected(publicEncrypt({ key: keys[service].publicKey, padding }, block));
}

/** What an inspection at identity finds in a text that opens to this under PKCS#1 v1.5, and the key of this service. */
function found(plaintext: Buffer, service: 'identity' | 'registry') {
  const filled = Buffer.alloc(128 - 3 - plaintext.length, 0xff);
  const block = Buffer.concat([Buffer.from([0, 2]), filled, Buffer.from([0]), plaintext]);
  return foundIn(block, service);
}

function inspected(ciphertext: Buffer) {
  const text = ciphertext.toString('base64');
  const { key, padding: seen } = inspectField({ pointer: '/mobile', wanted: 'encrypted' }, text, {
    service: 'identity',
    keys: (['registry', 'identity'] as ServiceName[]).map((name) => ({
      name,
      service: name,
      privateKey: keys[name as 'identity' | 'registry'].privateKey,
    })),
    planted: [{ id: 'mobile-1', kind: 'mobile', value: '9876543210' }],
  });
  return { key, padding: seen };
}

const chance = Buffer.from([0x9f, 0x03, 0xc1, 0x80, 0xfe]);

describe('an encrypted field is inspected', () => {
  it('takes bytes that only look like PKCS#1 v1.5 under the key of another service for chance', () => {
    assert.deepEqual(found(chance, 'registry'), { key: undefined, padding: 'unknown' });
    assert.deepEqual(found(Buffer.alloc(0), 'registry'), { key: undefined, padding: 'unknown' });
  });

  it('names the key of another service where a text stands under it, in any character set', () => {
    const named = { key: 'registry', padding: 'pkcs1-v1.5' };
    assert.deepEqual(found(Buffer.from('9876543210'), 'registry'), named);
    assert.deepEqual(found(Buffer.from('9876543210', 'utf16le'), 'registry'), named);
    assert.deepEqual(found(Buffer.from('another number\n'), 'registry'), named);
  });

  it('names the key of the service itself whatever stands under it', () => {
    assert.deepEqual(found(chance, 'identity'), { key: 'identity', padding: 'pkcs1-v1.5' });
  });

  it('tells a padding that the document does not know from a key that is not known', () => {
    const value = Buffer.from('9876543210');
    for (const oaepHash of ['sha224', 'sha384'])
      assert.deepEqual(inspected(publicEncrypt({ key: keys.identity.publicKey, oaepHash }, value)), {
        key: 'identity',
        padding: 'oaep-other',
      });
    const bare = Buffer.concat([Buffer.alloc(128 - value.length), value]);
    assert.deepEqual(foundIn(bare, 'identity'), { key: 'identity', padding: 'none' });
    assert.deepEqual(inspected(publicEncrypt(newKey().publicKey, value)), {
      key: undefined,
      padding: 'unknown',
    });
  });
});
