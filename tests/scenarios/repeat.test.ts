import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { OutgoingRequest, Sender } from '../../support/client/sender';
import { EnvironmentError } from '../../support/contract/outcome';
import type { RequestPurpose, Exchange } from '../../support/exchange/exchange';
import { sendOrRepeat, withRepeated } from '../../support/scenarios/service/act';

type Answer = number | 'timeout' | 'unreachable' | 'down';

/** A sender that gets these answers in turn, and what it sent. */
function answering(...answers: Answer[]): Sender & { readonly requests: OutgoingRequest[]; all: Exchange[] } {
  const [requests, all]: [OutgoingRequest[], Exchange[]] = [[], []];
  const send: Sender['send'] = (request) => {
    const answer = answers[requests.length] ?? 200;
    requests.push(request);
    if (answer === 'down') return Promise.reject(new EnvironmentError('it counts as down'));
    const { method, url, body, headers, ...about } = request;
    const exchange: Exchange = {
      ...about,
      seq: requests.length,
      arrivedAt: 0,
      answeredAt: 0,
      sender: 'suite',
      request: { method, url, headers: Object.entries(headers) },
      ...(typeof answer === 'number'
        ? { response: { status: answer, headers: [] } }
        : { failure: { kind: answer, code: answer, message: answer } }),
      facts: { scheme: 'https', loopback: false },
    };
    all.push(exchange);
    return Promise.resolve({ exchange });
  };
  return { send, requests, all };
}

const request = (
  operation: OutgoingRequest['operation'],
  asked: Partial<RequestPurpose> = {},
): OutgoingRequest => ({
  service: 'gateway',
  ...(operation && { operation }),
  method: 'POST',
  url: 'https://gateway.example/sessions',
  headers: { 'REQUEST-ID': 'first', TIMESTAMP: 'then' },
  asked: { part: 'valid', round: 'session', variant: 'right-credentials', ...asked },
});

const timesSent = async (sender: ReturnType<typeof answering>, about: OutgoingRequest): Promise<number> => {
  await sendOrRepeat(sender, about);
  return sender.requests.length;
};

describe('a request that failed oddly', () => {
  const session = request('session.create');

  it('goes again until it is answered, three times at most', async () => {
    assert.equal(await timesSent(answering(200), session), 1);
    assert.equal(await timesSent(answering(502, 502, 200), session), 3);
    assert.equal(await timesSent(answering(502, 502, 502, 502, 200), session), 4);
  });

  it('goes again under an id of its own, and says what it repeats', async () => {
    const sender = answering(502, 200);
    const { exchange } = await sendOrRepeat(sender, session);
    assert.equal(exchange.seq, 2);
    assert.equal(exchange.asked?.repeats, 1);
    assert.notEqual(sender.requests[1]?.headers['REQUEST-ID'], 'first');
    assert.equal(sender.requests[1]?.headers.TIMESTAMP, 'then');
    assert.deepEqual(withRepeated([exchange], sender.all), sender.all);
  });

  it('does not go again once its address counts as down', async () => {
    const sender = answering('timeout', 'timeout', 'down');
    const { exchange } = await sendOrRepeat(sender, session);
    assert.deepEqual([exchange.seq, sender.requests.length], [2, 3]);
  });

  it('goes once where it was refused, or not answered', async () => {
    assert.equal(await timesSent(answering(429), session), 1);
    assert.equal(await timesSent(answering('unreachable'), session), 1);
  });

  for (const once of ['otp.verify', 'dummyPayer.trigger', 'paymentNotice.init', 'preauth.submit'] as const)
    it(`goes once where it changes something: ${once}`, async () => {
      assert.equal(await timesSent(answering(502), request(once)), 1);
    });

  it('goes once where it may count as a failed login, or is only noted', async () => {
    const wrong = { part: 'negative', round: 'wrong-credentials', variant: 'wrong-secret' } as const;
    assert.equal(await timesSent(answering(502), request('session.create', wrong)), 1);
    assert.equal(await timesSent(answering(502), request('session.create', { part: 'open' })), 1);
  });

  it('goes again as a negative after a 5xx, and not after a time-out', async () => {
    const stale = { part: 'negative', round: 'stale-timestamp', variant: 'stale-timestamp' } as const;
    assert.equal(await timesSent(answering(502, 400), request('session.create', stale)), 2);
    assert.equal(await timesSent(answering('timeout'), request('session.create', stale)), 1);
  });
});
