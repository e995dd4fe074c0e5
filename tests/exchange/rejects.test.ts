import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { defaultReadings } from '../../support/contract/readings';
import type { RawExchange } from '../../support/exchange/raw-exchange';
import { rejectionFinder } from '../../support/exchange/finders';

const answered = (body: string, more: Partial<RawExchange> = {}, status = 400): RawExchange => ({
  sender: 'integrator',
  service: 'registry',
  arrivedAt: 0,
  answeredAt: 20,
  request: { method: 'POST', url: 'https://registry.example/v2/x', headers: [] },
  response: { status, headers: [], body: Buffer.from(body) },
  ...more,
});
const saying = (message: string): string => JSON.stringify({ error: { code: 'SVC-1001', message } });

const find = rejectionFinder(defaultReadings);
const wordedBy = (...words: readonly string[]) =>
  rejectionFinder({ ...defaultReadings, 'encryption-rejection': { words, shape: 'any' } });

describe('what an answer says of encryption', () => {
  it('is that it could not decrypt, in whatever words', () => {
    for (const message of ['decryption failed', 'BadPaddingException', 'DECRYPT_ERROR', 'wrong padding'])
      assert.deepEqual(find(answered(saying(message))), { rejects: 'decryption' }, message);
    assert.deepEqual(find(answered('could not decrypt')), { rejects: 'decryption' });
    assert.deepEqual(find(answered(JSON.stringify({ error: saying('decryption failed') }))), {
      rejects: 'decryption',
    });
  });

  it('is that an encrypted value is invalid', () => {
    for (const message of ['INVALID_ENCRYPTED_VALUE', 'the encrypted value is invalid'])
      assert.deepEqual(find(answered(saying(message))), { rejects: 'invalid value' }, message);
  });

  it('is something else', () => {
    for (const message of ['the cipher is unknown', 'EncryptionError', 'stringpaddingtext'])
      assert.deepEqual(find(answered(saying(message))), { rejects: 'something' }, message);
  });

  it('is nothing', () => {
    const others = [saying('Invalid OTP'), '', '{}', '<html><style>p { padding: 0 }</style></html>'];
    for (const body of others) assert.deepEqual(find(answered(body)), {}, body);
  });

  it('is read by the words of the target alone, where it names some', () => {
    const worded = wordedBy('Kaputt');
    assert.deepEqual(worded(answered(saying('it is KAPUTT'))), { rejects: 'decryption' });
    assert.deepEqual(worded(answered(saying('decryption failed'))), { rejects: 'something' });
    assert.deepEqual(worded(answered(saying('Invalid OTP'))), {});
  });
});

describe('an answer says nothing of encryption', () => {
  const padding = saying('wrong padding');

  it('that is absent, or compressed in a way that cannot be undone', () => {
    const { response, ...unanswered } = answered(padding);
    assert.ok(response);
    assert.deepEqual(find(unanswered), {});
    for (const flaw of [{ absent: true }, { compressed: true }] as const)
      assert.deepEqual(find({ ...unanswered, response: { ...response, ...flaw } }), {});
  });

  it('that accepts, of a service without encrypted fields', () => {
    assert.deepEqual(find(answered(padding, { service: 'gateway' }, 200)), {});
    assert.deepEqual(find(answered(padding, { service: 'gateway' })), { rejects: 'decryption' });
    for (const service of ['identity', 'registry'] as const)
      assert.deepEqual(find(answered(padding, { service }, 200)), { rejects: 'decryption' });
  });
});
