import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { exchangeReference } from '../../support/exchange/exchange';
import { good, hostileCases, path, type HostileCase } from './hostile-cases';
import { playForRawClients, quick, type HostileScene } from './hostile-scene';
import { statusesIn } from './raw-client';

for (const each of hostileCases)
  test(`a client that sends ${each.name} is answered and recorded`, { timeout: 20_000 }, async (t) => {
    const scene = await playForRawClients(t, each.status === 408 ? { limits: quick } : {});
    const answered = await play(scene, each);
    const { request, response } = await scene.recorded();

    assert.deepEqual(statusesIn(answered).slice(0, 1), each.status === undefined ? [] : [each.status]);
    assert.equal(response?.status, each.status);
    assert.deepEqual(request.flaw, each.flaw);
    assert.equal(request.method, each.method ?? 'POST');
    const { pathname } = new URL(request.url);
    if (each.path instanceof RegExp) assert.match(pathname, each.path);
    else assert.equal(pathname, each.path ?? path);
    await goesOn(scene);
  });

async function play(scene: HostileScene, { send, then }: HostileCase): Promise<string> {
  const client = scene.connect();
  client.send(...send);
  if (then === 'end') client.socket.end();
  if (then === 'reset') {
    await once(client.socket, 'connect');
    // Time for the server, which reads in this process, to take what was sent: a reset discards the rest.
    for (let turn = 0; turn < 50; turn += 1) await new Promise(setImmediate);
    client.socket.resetAndDestroy();
  }
  return client.answered;
}

/** The run goes on: one exchange for one client, the next client is answered, and every rule comes to an end. */
async function goesOn(scene: HostileScene): Promise<void> {
  const { exchanges } = scene;
  const next = scene.connect();
  next.send(good('close'));
  assert.deepEqual(statusesIn(await next.answered), [404]);
  assert.equal((await scene.recorded(2)).request.method, 'GET');
  assert.equal(exchanges.length, 2);
  assert.deepEqual(exchanges.map(exchangeReference).length, 2);
  const [first] = exchanges;
  for (const [id, { evidence }] of scene.conclusions())
    if (first?.request.flaw?.kind === 'unreadable')
      assert.ok(!evidence.includes(1), `${id} judges what is unreadable`);
}
