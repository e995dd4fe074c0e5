import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import type { RateLimiter } from '../../support/client/rate-limiter';
import { createRateLimiter, unlimitedRate } from '../../support/client/rate-limiter';
import { senderOf } from './recorded-sender';
import { httpServer } from './servers';

/** Timers and clock that stand still until they are moved; `passed` counts those who were let through. */
function still(t: TestContext): { forward: (ms: number) => Promise<void>; settle: () => Promise<void> } {
  t.mock.timers.enable({ apis: ['setTimeout', 'Date'], now: 1_000_000 });
  const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  return {
    settle,
    async forward(ms) {
      t.mock.timers.tick(ms);
      await settle();
    },
  };
}

function counting(pace: RateLimiter): { ask: (times: number) => void; passed: () => number } {
  let passed = 0;
  return {
    passed: () => passed,
    ask(times) {
      for (let turn = 0; turn < times; turn += 1) void pace.wait().then(() => (passed += 1));
    },
  };
}

test('a burst of a minute goes at once, the rest at the rate', async (t) => {
  const { forward, settle } = still(t);
  const { ask, passed } = counting(createRateLimiter(60));
  ask(63);
  await settle();
  assert.equal(passed(), 60);
  await forward(999);
  assert.equal(passed(), 60);
  await forward(1);
  assert.equal(passed(), 61);
  await forward(1000);
  assert.equal(passed(), 62);
  await forward(1000);
  assert.equal(passed(), 63);
});

test('the bucket fills again while nothing is asked, up to one burst', async (t) => {
  const { forward, settle } = still(t);
  const { ask, passed } = counting(createRateLimiter(6));
  ask(6);
  await settle();
  assert.equal(passed(), 6);
  await forward(20_000);
  ask(3);
  await settle();
  assert.equal(passed(), 8);
  await forward(10_000);
  assert.equal(passed(), 9);
  await forward(3_600_000);
  ask(7);
  await settle();
  assert.equal(passed(), 15);
});

test('the clock can be given, and may go backwards', async (t) => {
  const { settle } = still(t);
  let now = 0;
  const { ask, passed } = counting(createRateLimiter(2, () => now));
  ask(2);
  await settle();
  assert.equal(passed(), 2);
  now = 30_000;
  ask(1);
  await settle();
  assert.equal(passed(), 3);
  now = 30_000 - 5_000;
  ask(1);
  await settle();
  assert.equal(passed(), 3);
});

test('without a pace nothing waits', async (t) => {
  const { settle } = still(t);
  const { ask, passed } = counting(unlimitedRate);
  ask(1000);
  await settle();
  assert.equal(passed(), 1000);
});

test('a sender keeps to its pace', async (t) => {
  let answered = 0;
  const host = await httpServer(t, (_request, response) => {
    answered += 1;
    response.end();
  });
  let waited = 0;
  const pace: RateLimiter = { wait: () => Promise.resolve(void (waited += 1)) };
  const { sender } = senderOf({ pace });
  for (let turn = 0; turn < 3; turn += 1)
    await sender.send({ service: 'gateway', method: 'GET', url: `http://${host}/`, headers: {} });
  assert.deepEqual([waited, answered], [3, 3]);
});
