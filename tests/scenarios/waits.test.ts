import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { EnvironmentError } from '../../support/contract/outcome';
import { Waits } from '../../support/run/waits';

const never = () => new Promise<never>(() => undefined);
const cut = new EnvironmentError('the run was stopped');

describe('what a run waits for', () => {
  it('is given up once the run is stopped, save what comes soon', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const stopping = new AbortController();
    const waits = new Waits(stopping.signal, 2000);
    const hanging = waits.during({ what: 'the adapter: otp.verify' }, never);
    const soon = Promise.withResolvers<string>();
    const coming = waits.during({ what: 'registry: GET /' }, () => soon.promise);
    stopping.abort();
    t.mock.timers.tick(1999);
    soon.resolve('here');
    assert.equal(await coming, 'here');
    assert.equal(waits.oldest?.what, 'the adapter: otp.verify');
    t.mock.timers.tick(1);
    await assert.rejects(hanging, cut);
    assert.equal(waits.oldest, undefined);
  });

  it('is not even begun after that', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const waits = new Waits(AbortSignal.abort(), 2000);
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
    const waits = new Waits();
    const failure = new Error('refused');
    await assert.rejects(
      waits.during({ what: 'a' }, () => Promise.reject(failure)),
      failure,
    );
    assert.equal(await waits.during({ what: 'b' }, () => Promise.resolve(7)), 7);
    assert.equal(waits.oldest, undefined);
  });
});
