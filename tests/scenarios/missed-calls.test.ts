import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { MissedCall } from '../../support/run/evidence';
import { isSessionError, missedCallsFor, noteRefusal } from '../../support/run/missed-calls';
import { contractObligations } from '../../support/obligations';
import type { Exchange } from '../../support/exchange/exchange';
import { makeExchange } from '../obligations/exchanges';

const rejected = makeExchange({ service: 'identity', status: 400 });

type Refusal = Parameters<typeof noteRefusal>[1];

const missedIn = (...calls: readonly Refusal[]): MissedCall[] => {
  const missed: MissedCall[] = [];
  for (const call of calls) noteRefusal(missed, call);
  return missed;
};

/** Returns the texts that {@link noteRefusal} notes about calls. */
const noted = (...calls: readonly Refusal[]): string[] => missedIn(...calls).map(({ text }) => text);

const textsFor = (id: string, missed: readonly MissedCall[]): string[] =>
  missedCallsFor(contractObligations.get(id), missed).map(({ text }) => text);

const call = (method: Refusal['method'], message: string, ...exchanges: Exchange[]) => ({
  method,
  message,
  exchanges,
  underFault: false,
});

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
    assert.deepEqual(textsFor('ENC-02', missedIn({ ...call('fields.send', 'a'), unread })), [
      'fields.send (it took the certificate; the client answered: a)',
    ]);
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

describe('a missed call is quoted', () => {
  const missed: readonly MissedCall[] = [
    { methods: ['fields.send'], isError: true, text: 'fields.send (the client answered: 400)' },
    { methods: ['otp.verify'], isError: true, text: 'otp.verify (the client answered: 401)' },
    { methods: ['field.encrypt'], text: 'field.encrypt (it cannot be done by hand)' },
    { methods: ['preauth.submit'], text: 'preauth.submit (not offered by the adapter)' },
    { methods: ['transfer.open', 'transfer.decrypt'], text: 'transfer.open, transfer.decrypt (role hiu)' },
    { text: 'the flows of a provider (no callbackUrl)' },
  ];
  const [fields, otp, , preauth, transfers, flows] = missed.map(({ text }) => text);
  const quoted = (id: string): string[] => textsFor(id, missed);

  it('where an obligation needs it, the first error alone', () => {
    assert.deepEqual(quoted('ENC-02'), [fields, flows]);
    assert.deepEqual(quoted('OTP-01'), [otp, flows]);
    assert.deepEqual(quoted('FLW-03'), [preauth, flows]);
    assert.deepEqual(quoted('HDT-17'), [transfers, flows]);
  });

  it('and nowhere else', () => {
    assert.deepEqual(quoted('HDT-03'), [flows]);
    assert.deepEqual(quoted('SES-03'), [flows]);
  });

  it('but for a session, without which nothing else is done', () => {
    const text = 'session.create (the client answered: 500)';
    const refused: readonly MissedCall[] = [{ methods: ['session.create'], isError: true, text }];
    for (const id of ['SES-03', 'FLW-03', 'ENC-02'] as const)
      assert.deepEqual(textsFor(id, refused), [text], id);
    assert.ok(refused.every(isSessionError));
    assert.ok(!missed.some(isSessionError));
  });
});
