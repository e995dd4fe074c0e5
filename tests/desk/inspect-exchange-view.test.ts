import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { exchangeSummary, exchangeView } from '../../support/desk/server/inspect/exchange-view';
import type { AdapterAnswer, LogLine } from '../../support/exchange/evidence';
import type { Exchange, RecordedBody } from '../../support/exchange/exchange';

const exchange: Exchange = {
  seq: 7,
  arrivedAt: 1000,
  answeredAt: 1012,
  sender: 'suite',
  service: 'gateway',
  operation: 'session.create',
  stimulus: 'slow',
  asked: { part: 'negative', round: 'r', variant: 'no body' },
  request: {
    method: 'POST',
    url: 'http://127.0.0.1:1/a/b?c=d',
    headers: [
      ['X-Two', '1'],
      ['x-two', '2'],
    ],
    body: { text: '{"a":1}', bytes: 7 },
  },
  response: { status: 400, headers: [], body: { text: '', bytes: 0 } },
  facts: {
    scheme: 'http',
    loopback: true,
    leaks: [],
    tokens: { 'request:x': { pseudonym: 'p', jwt: false } },
  },
};

const withBody = (body: RecordedBody): Exchange => ({ ...exchange, request: { ...exchange.request, body } });
const bodyOf = (body: RecordedBody, most?: number) => exchangeView(withBody(body), most).request.body;

describe('an exchange as the page gets it', () => {
  it('says in its summary what a list shows', () => {
    assert.deepEqual(exchangeSummary(exchange), {
      seq: 7,
      kind: 'exchange',
      arrivedAt: 1000,
      sender: 'suite',
      method: 'POST',
      path: '/a/b',
      durationMs: 12,
      operation: 'session.create',
      status: 400,
      stimulus: 'slow',
      service: 'gateway',
      asked: { part: 'negative', round: 'r', variant: 'no body' },
    });
  });

  it('keeps headers as they were, and tells facts by name', () => {
    const { request, response, facts, url } = exchangeView(exchange);
    assert.equal(url, 'http://127.0.0.1:1/a/b?c=d');
    assert.deepEqual(request.headers, exchange.request.headers);
    assert.deepEqual(response, { headers: [] }, 'no body, where it has no bytes');
    assert.deepEqual(facts, [
      { name: 'scheme', value: 'http' },
      { name: 'loopback', value: true },
      { name: 'leaks', of: [] },
      {
        name: 'tokens',
        of: [
          {
            name: 'request:x',
            of: [
              { name: 'pseudonym', value: 'p' },
              { name: 'jwt', value: false },
            ],
          },
        ],
      },
    ]);
  });

  it('cuts a body that is too long, between characters, and says how much is left out', () => {
    const body = bodyOf({ text: 'ab😀cd', bytes: 8 }, 3);
    assert.deepEqual(body, { kind: 'text', text: 'ab', left: 4, bytes: 8 });
    assert.deepEqual(bodyOf({ text: 'abc', bytes: 9, cut: true }, 3), {
      ...{ kind: 'text', text: 'abc', left: 0, bytes: 9, cut: true },
    });
  });

  it('tells a body that is no text, was not kept, or could not be searched', () => {
    assert.deepEqual(bodyOf({ text: 'AAAA', bytes: 3, encoding: 'base64' }), {
      ...{ kind: 'binary', text: 'AAAA', left: 0, bytes: 3 },
    });
    const long = bodyOf({ text: 'A'.repeat(8000), bytes: 6000, encoding: 'base64' });
    assert.equal(long?.text.length, 4096);
    assert.equal(long.left, 8000 - 4096);
    assert.equal(bodyOf({ text: '', bytes: 0, absent: true })?.kind, 'absent');
    assert.equal(bodyOf({ text: 'x', bytes: 9, sealed: 'digest' })?.text, '');
  });

  it('names what came of no request by where it came from', () => {
    const answer: AdapterAnswer = {
      ...{ kind: 'adapter answer', seq: 2, arrivedAt: 50, askedAt: 20, method: 'field.encrypt', item: 'i-1' },
      ...{ body: { text: '{"result":1}', bytes: 12 }, facts: {} },
    };
    const view = exchangeView(answer);
    assert.equal(view.path, 'field.encrypt/i-1');
    assert.equal(view.durationMs, 30);
    assert.equal(view.request.body?.text, '{"result":1}');
    assert.equal('response' in view, false);
    const log: LogLine = { kind: 'log line', seq: 3, arrivedAt: 60, facts: {} };
    assert.deepEqual(exchangeView(log), {
      ...{ seq: 3, kind: 'log line', arrivedAt: 60, sender: 'integrator', path: 'log', answeredAt: 60 },
      ...{ request: { headers: [] }, facts: [] },
    });
  });

  it('tells facts that are nested without end as JSON', () => {
    let nested: object = {};
    for (let depth = 0; depth < 100; depth += 1) nested = { of: nested };
    const facts = { ...exchange.facts, ...nested };
    const text = JSON.stringify(exchangeView({ ...exchange, facts }).facts);
    assert.match(text, /"value":"\{\\"of\\"/);
  });
});
