import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { it } from 'node:test';
import { CompactEncrypt } from 'jose';
import type { ReadingOverrides } from '../../support/contract/readings';
import { randomUUID } from '../seed';
import { startMockWithProvider } from './payer-scene';

const forms: readonly (readonly [story: string, overrides: ReadingOverrides, members: readonly string[]])[] =
  [
    ['has a type by default', {}, ['type', 'payload']],
    ['has a type under typed', { 'callback-body': 'typed' }, ['type', 'payload']],
    ['has payload alone if the target says so', { 'callback-body': 'bare' }, ['payload']],
    [
      'is the bundle in the envelope json',
      { envelope: 'json' },
      ['resourceType', 'type', 'timestamp', 'entry'],
    ],
  ];

for (const [story, overrides, members] of forms)
  it(`the body of a callback ${story}`, async (t) => {
    const scene = await startMockWithProvider(t, overrides);
    assert.equal(await scene.send('/v1/insuranceplan/request', randomUUID()), 202);
    await scene.mock.cycles.settled();
    const [{ body } = { body: {} }] = scene.received;
    assert.deepEqual(Object.keys(body), members);
    const { type } = body as { type?: unknown };
    assert.equal(
      type,
      { jwe: members.length === 1 ? undefined : 'JWEPayload', json: 'collection' }[
        overrides.envelope ?? 'jwe'
      ],
    );
  });

const readable = { 'x-hcx-sender_code': '1000000001@sbx', 'x-hcx-recipient_code': '1000003538@sbx' };

/** Returns a request with a JWE that is encrypted to a key of another payer. */
async function requestUnderForeignKey(correlationId: string): Promise<object> {
  const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const payload = await new CompactEncrypt(Buffer.from('{}'))
    .setProtectedHeader({
      alg: 'RSA-OAEP-256',
      enc: 'A256GCM',
      ...readable,
      'x-hcx-correlation_id': correlationId,
    })
    .encrypt(publicKey);
  return { type: 'JWEPayload', payload };
}

const paths = [
  ['/v1/preauth/submit', '/v1/preauth/on_submit'],
  ['/v1/insuranceplan/request', '/v1/insuranceplan/on_request'],
] as const;

for (const form of ['typed', 'with-type', 'bare'] as const)
  for (const [path, answer] of paths)
    it(`an unreadable request on ${path} is answered 400, under ${form}`, async (t) => {
      const scene = await startMockWithProvider(t, { 'callback-body': form });
      const id = randomUUID();
      assert.equal(await scene.sendBody(path, await requestUnderForeignKey(id)), 400);
      await scene.mock.cycles.settled();
      if (form !== 'typed') {
        assert.deepEqual(scene.received, []);
        return;
      }
      const [callback, ...others] = scene.received;
      assert.deepEqual([callback?.path, others], [answer, []]);
      const { type, ...members } = callback?.body as Readonly<Record<string, unknown>>;
      assert.equal(type, 'ProtocolResponse');
      assert.equal(members['x-hcx-correlation_id'], id);
      assert.equal(members['x-hcx-status'], 'response.error');
      assert.equal(members['x-hcx-recipient_code'], readable['x-hcx-sender_code']);
      assert.deepEqual(Object.keys(members['x-hcx-error_details'] ?? {}), ['code', 'message', 'trace']);
    });
