import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { get } from 'node:http';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { afterOwnTime } from '../../support/contract/own-time';
import { waitFor } from '../../support/scenarios/payer/flows';
import { senderOf } from '../client/recorded-sender';

const limitMs = 1500;

/**
 * A service in a thread of its own. Once it is asked twice, this process stands still until both are answered, and for
 * longer than the limit, as on a busy machine.
 */
async function askedAtABadTime(t: TestContext): Promise<string> {
  const answered = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(
    `const { parentPort, workerData: answered } = require('node:worker_threads');
     const asked = [];
     const server = require('node:http').createServer((_request, response) => {
       if (asked.push(response) < 2) return;
       parentPort.postMessage('asked');
       for (const each of asked) each.end('{}');
       setTimeout(() => {
         Atomics.store(answered, 0, 1);
         Atomics.notify(answered, 0);
       }, ${2 * limitMs});
     });
     server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port));`,
    { eval: true, workerData: answered },
  );
  t.after(() => worker.terminate());
  const [port] = (await once(worker, 'message')) as [number];
  // With an end of its own: a thread that was ended meanwhile wakes no one.
  worker.once('message', () => Atomics.wait(answered, 0, 0, 20 * limitMs));
  return `http://127.0.0.1:${port}/`;
}

test('an answer and a callback that came while this process stood still were in time', async (t) => {
  const url = await askedAtABadTime(t);
  const { sender } = senderOf({ deadlineMs: limitMs });
  const sent = sender.send({ service: 'gateway', method: 'GET', url, headers: {} });
  const changes = new EventEmitter();
  let arrived = false;
  get(url, (response) => {
    response.resume().once('end', () => {
      arrived = true;
      changes.emit('change');
    });
  });
  const waited = waitFor(changes, () => arrived, limitMs);
  const { exchange } = await sent;
  assert.deepEqual([exchange.failure, exchange.response?.status, await waited], [undefined, 200, true]);
});

test('the time of a process that runs counts, and a wait that was ended is never over', async () => {
  const begun = performance.now();
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const end = afterOwnTime(limitMs / 2, () => {
    assert.fail('it was ended');
  });
  afterOwnTime(limitMs, () => {
    resolve(true);
  });
  end();
  await promise;
  assert.ok(performance.now() - begun >= limitMs - 5);
});

test('a wait that something else ended leaves no timer', async () => {
  const timers = (): number => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
  const before = timers();
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const waited = waitFor(new EventEmitter(), () => false, 60_000, promise);
  assert.equal(timers(), before + 1);
  resolve(undefined);
  assert.equal(await waited, false);
  assert.equal(timers(), before);
});
