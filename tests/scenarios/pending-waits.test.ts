import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { describe, it } from 'node:test';
import { EnvironmentError } from '../../support/contract/outcome';
import type { LongWait } from '../../support/run/pending-waits';
import { PendingWaits } from '../../support/run/pending-waits';

const never = () => new Promise<never>(() => undefined);
const cut = new EnvironmentError('the run was stopped', 'interrupted');

describe('what a run waits for', () => {
  it('is given up once the run is stopped, save what comes soon', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const stopping = new AbortController();
    const waits = new PendingWaits(stopping.signal, 2000);
    const hanging = waits.during({ what: 'the adapter: otp.verify' }, never);
    const soon = Promise.withResolvers<string>();
    const coming = waits.during({ what: 'registry: GET /' }, () => soon.promise);
    stopping.abort();
    t.mock.timers.tick(1999);
    soon.resolve('here');
    assert.equal(await coming, 'here');
    t.mock.timers.tick(1);
    await assert.rejects(hanging, cut);
  });

  it('is not even begun after that', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const waits = new PendingWaits(AbortSignal.abort(), 2000);
    t.mock.timers.tick(2000);
    let begun = false;
    const late = waits.during({ what: 'the adapter: initialize' }, () => {
      begun = true;
      return never();
    });
    await assert.rejects(late, cut);
    assert.equal(begun, false);
  });

  it('ends as it ends where nothing stops the run', async () => {
    const waits = new PendingWaits();
    const failure = new Error('refused');
    await assert.rejects(
      waits.during({ what: 'a' }, () => Promise.reject(failure)),
      failure,
    );
    assert.equal(await waits.during({ what: 'b' }, () => Promise.resolve(7)), 7);
  });
});

describe('a wait that takes long', () => {
  /** What is told of waits, on a clock that the test moves on. */
  function scene(t: TestContext) {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    let now = 1000;
    t.mock.method(performance, 'now', () => now);
    const told: (LongWait | undefined)[] = [];
    const waits = new PendingWaits();
    waits.whenLong = (wait) => told.push(wait);
    const pass = (ms: number): void => {
      now += ms;
      t.mock.timers.tick(ms);
    };
    const at = (ms: number): number => Math.round(performance.timeOrigin + ms);
    return { waits, told, pass, at };
  }

  it('is told, then what may be the reason, and then its end', async (t) => {
    const { waits, told, pass, at } = scene(t);
    const answer = Promise.withResolvers<number>();
    const waiting = waits.during(
      { what: 'the adapter: otp.verify', hint: () => 'does it flush?' },
      () => answer.promise,
    );
    pass(600);
    assert.deepEqual(told, []);
    pass(100);
    const wait = { what: 'the adapter: otp.verify', since: at(1000) };
    assert.deepEqual(told, [wait]);
    pass(4300);
    assert.deepEqual(told, [wait, { ...wait, hint: 'does it flush?' }]);
    answer.resolve(7);
    await waiting;
    assert.deepEqual(told.slice(2), [undefined]);
  });

  it('is not told where it is soon over', async (t) => {
    const { waits, told, pass } = scene(t);
    await waits.during({ what: 'gateway: GET /x' }, () => Promise.resolve());
    pass(10_000);
    assert.deepEqual(told, []);
  });

  it('gives way to the one that began next, by its own time', async (t) => {
    const { waits, told, pass, at } = scene(t);
    const first = Promise.withResolvers<undefined>();
    const waiting = waits.during({ what: 'first' }, () => first.promise);
    pass(500);
    void waits.during({ what: 'second' }, never);
    pass(300);
    first.resolve(undefined);
    await waiting;
    assert.deepEqual(told, [{ what: 'first', since: at(1000) }, undefined]);
    pass(400);
    assert.deepEqual(told.slice(2), [{ what: 'second', since: at(1500) }]);
  });
});
