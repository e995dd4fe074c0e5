import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { leftOutFor, noteRefusal } from '../../support/run/left-out';
import { contractObligations } from '../../support/obligations';
import type { Exchange } from '../../support/exchange/exchange';
import { makeExchange } from '../obligations/exchanges';

const rejected = makeExchange({ service: 'identity', status: 400 });

/** What is noted of refusals, each with the exchanges of its call. */
const noted = (...calls: readonly Parameters<typeof noteRefusal>[1][]): string[] => {
  const leftOut: string[] = [];
  for (const call of calls) noteRefusal(leftOut, call);
  return leftOut;
};

const call = (
  method: Parameters<typeof noteRefusal>[1]['method'],
  message: string,
  ...exchanges: Exchange[]
) => ({ method, message, exchanges, underFault: false });

describe('a call that the client answered with an error', () => {
  it('explains what was not exercised', () => {
    assert.deepEqual(noted(call('fields.send', '400', rejected)), ['fields.send (the client answered: 400)']);
  });

  it('explains nothing where the suite played a fault', () => {
    assert.deepEqual(
      noted(call('fields.send', '400 decryption failed', { ...rejected, stimulus: 'padding-rejection' })),
      [],
    );
  });

  it('explains nothing where the client sent nothing after a fault', () => {
    assert.deepEqual(noted({ ...call('fields.send', 'circuit breaker'), underFault: true }), []);
    assert.equal(noted({ ...call('fields.send', 'skipped by hand'), underFault: true }).length, 1);
  });

  it('explains nothing where a value was to be refused', () => {
    assert.deepEqual(noted(call('field.encrypt', 'too long'), call('transfer.open', 'spoilt')), []);
  });

  it('says where nothing was found', () => {
    const { operation: _none, ...lost } = makeExchange({
      status: 404,
      url: 'https://identity.example/v9/fields?a=b',
    });
    assert.deepEqual(noted(call('fields.send', 'HTTP 404', lost)), [
      'fields.send (the client answered: HTTP 404; the mock answered 404 at POST /v9/fields)',
    ]);
  });

  it('says first what it may have come from', () => {
    const unread = 'it took the certificate';
    assert.deepEqual(noted({ ...call('fields.send', 'a\n  at b'), unread }, call('fields.send', 'c')), [
      'fields.send (it took the certificate; the client answered: a\n  at b)',
    ]);
    assert.deepEqual(
      leftOutFor(contractObligations.get('ENC-02'), noted({ ...call('fields.send', 'a'), unread })),
      ['fields.send (it took the certificate; the client answered: a)'],
    );
  });

  it('is told once for each method', () => {
    assert.deepEqual(noted(call('fields.send', 'a'), call('otp.verify', 'b'), call('fields.send', 'c')), [
      'fields.send (the client answered: a)',
      'otp.verify (the client answered: b)',
    ]);
    assert.equal(
      noted(call('fields.send', 'skipped by hand'), call('fields.send', 'skipped by hand: x')).length,
      2,
    );
  });
});

describe('what was left out is quoted', () => {
  const leftOut = [
    'fields.send (the client answered: 400)',
    'otp.verify (the client answered: 401)',
    'field.encrypt (it cannot be done by hand)',
    'preauth.submit (not offered by the adapter)',
    'the flows of a provider (no callbackUrl)',
  ];
  const quoted = (id: string): string[] => leftOutFor(contractObligations.get(id), leftOut);

  it('where an obligation stands on it, the first error alone', () => {
    assert.deepEqual(quoted('ENC-02'), [leftOut[0], leftOut[4]]);
    assert.deepEqual(quoted('OTP-01'), [leftOut[1], leftOut[4]]);
    assert.deepEqual(quoted('FLW-03'), [leftOut[3], leftOut[4]]);
  });

  it('and nowhere else', () => {
    assert.deepEqual(quoted('HDT-01'), [leftOut[4]]);
    assert.deepEqual(quoted('SES-03'), [leftOut[4]]);
  });

  it('but for a session, without which nothing else is done', () => {
    const refused = ['session.create (the client answered: 500)'];
    for (const id of ['SES-03', 'FLW-03', 'ENC-02'] as const)
      assert.deepEqual(leftOutFor(contractObligations.get(id), refused), refused, id);
  });
});
