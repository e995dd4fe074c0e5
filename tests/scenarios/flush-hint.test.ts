import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { noLog } from '../../support/adapter/kept-log';
import { watchSilence } from '../../support/scenarios/integrator/adapter-session';
import type { Seer } from '../../support/scenarios/integrator/played-services';

/** An adapter that is silent in one way, and services that its client may call. */
function scene() {
  const seers = new Set<Seer>();
  const state = { unfinished: 0, log: noLog };
  const channel = { log: () => state.log, unfinished: () => state.unfinished };
  const played = {
    onSeen(seer: Seer) {
      seers.add(seer);
      return () => seers.delete(seer);
    },
  };
  const request = () => {
    for (const tell of seers) tell(...([undefined, undefined] as unknown as Parameters<Seer>));
  };
  return { state, request, seers, silence: watchSilence(channel, played) };
}

describe('what the silence of an adapter looks like', () => {
  it('is nothing at all', () => {
    assert.match(scene().silence.hint(), /^nothing came from the adapter: does it read stdin line by line/);
  });

  it('is a log, while no answer comes', () => {
    const { state, silence } = scene();
    state.log = { ...noLog, first: 'starting\n' };
    assert.match(
      silence.hint(),
      /^the adapter logs to stderr, but no answer line came: does it flush stdout/,
    );
  });

  it('is a request of its client, and no answer line', () => {
    const { request, silence } = scene();
    request();
    assert.match(silence.hint(), /^its client sent 1 request, but no answer line came: does it flush stdout/);
    request();
    assert.match(silence.hint(), /^its client sent 2 requests, /);
  });

  it('is a line without its end, which decides', () => {
    const { state, request, silence } = scene();
    request();
    state.unfinished = 38;
    assert.match(
      silence.hint(),
      /^the adapter wrote 38 bytes without a line end: each answer is one line, flushed$/,
    );
  });

  it('is watched no longer than the call takes', () => {
    const { seers, silence } = scene();
    assert.equal(seers.size, 1);
    silence.end();
    assert.equal(seers.size, 0);
  });
});
