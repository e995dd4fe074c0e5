import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Change } from './exchanges';
import { makeAsked, concludeFromExchanges, makeExchange, refusalBody, describeConclusion } from './exchanges';

describe('a form that the target has agreed on', () => {
  const reading = { status: 422, words: ['kaputt'], shape: 'envelope' } as const;
  const judge = (change: Change): string => {
    const tried = (part: 'valid' | 'negative', variant: string, more: Change) =>
      makeExchange({
        operation: 'otp.verify',
        service: 'registry',
        asked: makeAsked(part, 'otp/1', variant),
        ...more,
      });
    const sent = [
      tried('negative', 'pkcs1-v1.5', change),
      tried('valid', 'oaep-sha1', { body: { txnId: 't' } }),
    ];
    return describeConclusion(concludeFromExchanges('ENC-11', sent, { 'encryption-rejection': reading }));
  };

  it('is demanded: its status, and its envelope', () => {
    assert.equal(judge({ status: 422, body: refusalBody('kaputt') }), '1 kept, 0 broken');
    assert.equal(judge({ status: 400, body: refusalBody('kaputt') }), '0 kept, 1 broken');
    assert.equal(judge({ status: 422, body: { message: 'kaputt' } }), '0 kept, 1 broken');
  });

  it('leaves open a refusal in other words', () => {
    assert.equal(judge({ status: 422, body: refusalBody('padding') }), 'unjudged, 0 kept, 0 broken');
  });
});
