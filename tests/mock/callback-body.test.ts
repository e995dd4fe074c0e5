import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { ReadingOverrides } from '../../support/contract/readings';
import { randomUUID } from '../seed';
import { startMockWithProvider } from './payer-scene';

const forms: readonly (readonly [story: string, overrides: ReadingOverrides, members: readonly string[]])[] =
  [
    ['has a type by default', {}, ['type', 'payload']],
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
