import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { AdapterAnswer, Evidence } from '../../support/exchange/evidence';
import { withCalls } from '../../support/exchange/evidence';
import type { Exchange } from '../../support/exchange/exchange';

const answer = (seq: number, askedAt: number, arrivedAt: number, about: Partial<AdapterAnswer> = {}) =>
  ({
    kind: 'adapter answer',
    seq,
    method: `call-${seq}`,
    clientInstance: 'process-1',
    facts: {},
    ...about,
    askedAt,
    arrivedAt,
  }) as const satisfies AdapterAnswer;

const exchange = (seq: number, arrivedAt: number, about: Partial<Exchange> = {}): Exchange => ({
  seq,
  arrivedAt,
  answeredAt: arrivedAt + 5,
  sender: 'integrator',
  clientInstance: 'process-1',
  request: { method: 'GET', url: 'http://127.0.0.1/', headers: [] },
  facts: { scheme: 'http', loopback: true },
  ...about,
});

/** The calls that are found for the exchanges of a timeline, in its order. */
const callsIn = (...timeline: Evidence[]) =>
  withCalls(timeline).flatMap((each) => (each.kind === undefined ? [each.call] : []));

const during = (seq: number) => ({ answer: seq, method: `call-${seq}` });

describe('the call that a request belongs to', () => {
  it('is the one that was under way when it arrived, with the service that it names', () => {
    const second = answer(4, 200, 300, { method: 'certificate.fetch', service: 'identity' });
    assert.deepEqual(callsIn(exchange(1, 110), answer(2, 100, 150), exchange(3, 250), second), [
      during(2),
      { answer: 4, method: 'certificate.fetch', service: 'identity' },
    ]);
  });

  it('is told by the arrival, even where its answer came after that of the call', () => {
    assert.deepEqual(callsIn(answer(1, 100, 150), exchange(2, 120), answer(3, 160, 200)), [during(1)]);
  });

  it('is the last one of its process, and over, where none was under way', () => {
    assert.deepEqual(callsIn(answer(1, 100, 150), exchange(2, 180), answer(3, 200, 250)), [
      { ...during(1), over: true },
    ]);
  });

  it('is none before the first', () => {
    assert.deepEqual(callsIn(exchange(1, 50), answer(2, 100, 150)), [undefined]);
  });

  it('is one of its own process, whatever another is asked meanwhile', () => {
    const other = answer(2, 100, 150, { clientInstance: 'process-2' });
    assert.deepEqual(callsIn(exchange(1, 120), other, answer(3, 110, 160)), [during(3)]);
    assert.deepEqual(callsIn(exchange(1, 120), other), [undefined]);
  });

  it('is told by the order where all happens within one millisecond', () => {
    const found = callsIn(exchange(1, 100), answer(2, 100, 100), exchange(3, 100), answer(4, 100, 100));
    assert.deepEqual(found, [during(2), during(4)]);
  });

  it('is unknown where two of one process overlap', () => {
    assert.deepEqual(callsIn(exchange(1, 120), answer(2, 110, 150), answer(3, 100, 160)), [undefined]);
  });

  it('is, of two that overlap, the one that asks for the very operation', () => {
    const verify = answer(2, 110, 150, { method: 'otp.verify' });
    assert.deepEqual(callsIn(exchange(1, 120, { operation: 'otp.verify' }), verify, answer(3, 100, 160)), [
      { answer: 2, method: 'otp.verify' },
    ]);
    // But a session is created by the way, too.
    const create = answer(2, 110, 150, { method: 'session.create' });
    const session = exchange(1, 120, { operation: 'session.create' });
    assert.deepEqual(callsIn(session, create, answer(3, 100, 160)), [undefined]);
  });

  it('is none for what the suite sent itself', () => {
    assert.deepEqual(callsIn(exchange(1, 120, { sender: 'suite' }), answer(2, 100, 150)), [undefined]);
  });
});
