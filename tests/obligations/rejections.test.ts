import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Change } from './exchanges';
import { asked, conclude, exchange, refusal, tell } from './exchanges';

describe('a form that the target has agreed on', () => {
  const reading = { status: 422, words: ['kaputt'], shape: 'envelope' } as const;
  const judge = (change: Change): string => {
    const tried = (part: 'valid' | 'negative', variant: string, more: Change) =>
      exchange({
        operation: 'otp.verify',
        service: 'registry',
        asked: asked(part, 'otp/1', variant),
        ...more,
      });
    const sent = [
      tried('negative', 'pkcs1-v1.5', change),
      tried('valid', 'oaep-sha1', { body: { txnId: 't' } }),
    ];
    return tell(conclude('ENC-11', sent, { 'encryption-rejection': reading }));
  };

  it('is demanded: its status, and its envelope', () => {
    assert.equal(judge({ status: 422, body: refusal('kaputt') }), '1 kept, 0 broken');
    assert.equal(judge({ status: 400, body: refusal('kaputt') }), '0 kept, 1 broken');
    assert.equal(judge({ status: 422, body: { message: 'kaputt' } }), '0 kept, 1 broken');
  });

  it('leaves open a refusal in other words', () => {
    assert.equal(judge({ status: 422, body: refusal('padding') }), 'unjudged, 0 kept, 0 broken');
  });
});
