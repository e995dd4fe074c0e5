import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { randomUUID } from '../seed';
import type { PayerScene } from './payer-scene';
import { startMockWithProvider } from './payer-scene';

async function begin(scene: PayerScene, path: string): Promise<string> {
  const correlationId = randomUUID();
  assert.equal(await scene.send(path, correlationId), 202);
  return correlationId;
}

describe('the dummy payer, asked twice under one correlation id', () => {
  const submit = '/v1/preauth/submit';

  it('takes the same request once more, and begins nothing by it', async (t) => {
    const scene = await startMockWithProvider(t, { envelope: 'json' });
    const correlationId = await begin(scene, submit);
    const same = { resourceType: 'Bundle', type: 'collection' };
    assert.equal(await scene.send(submit, correlationId, same), 202);
    assert.equal(await scene.trigger({ action: 'Approve', method: 'Preauth', correlationId }), 202);
    await scene.mock.cycles.settled();
    assert.equal(scene.received.length, 1);
    assert.equal(await scene.send(submit, correlationId, same), 202);
    await scene.mock.cycles.settled();
    assert.equal(scene.mock.cycles.cycle(correlationId)?.state, 'over');
  });

  it('refuses another request while the first is open, and takes it once that is over', async (t) => {
    const scene = await startMockWithProvider(t, { envelope: 'json' });
    const correlationId = await begin(scene, submit);
    const other = { resourceType: 'Bundle', type: 'collection', id: 'other' };
    assert.equal(await scene.send(submit, correlationId, other), 409);
    assert.equal(await scene.trigger({ action: 'Approve', method: 'Preauth', correlationId }), 202);
    await scene.mock.cycles.settled();
    assert.equal(await scene.send(submit, correlationId, other), 202);
    assert.equal(scene.mock.cycles.cycle(correlationId)?.state, 'requested');
  });
});
