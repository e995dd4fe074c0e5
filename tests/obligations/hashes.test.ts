import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Change } from './exchanges';
import { makeAsked, concludeFromExchanges, makeExchange, refusalBody, describeConclusion } from './exchanges';

const rejected: Change = { status: 400, body: refusalBody('Decryption failed') };
const accepted: Change = { body: { txnId: 't', authResult: 'success', message: 'm' } };
const sent = (part: 'valid' | 'negative', variant: string, change: Change, round = 'otp/1') =>
  makeExchange({ service: 'registry', ...change, asked: makeAsked(part, round, variant) });
const judge = (...exchanges: ReturnType<typeof sent>[]): string =>
  describeConclusion(concludeFromExchanges('ENC-12', exchanges));

describe('ENC-12: which hash is wrong depends on which one was right', () => {
  it('at a registry with SHA-1, SHA-256 and the mixture are', () => {
    const round = [sent('negative', 'oaep-sha256', rejected), sent('negative', 'oaep-mixed', rejected)];
    assert.equal(judge(...round, sent('valid', 'oaep-sha1', accepted)), '2 kept, 0 broken');
  });

  it('at a registry with SHA-256, the refused first twin and the mixture are, and the negative is not', () => {
    assert.equal(
      judge(
        sent('negative', 'oaep-sha256', accepted),
        sent('negative', 'oaep-mixed', rejected),
        sent('valid', 'oaep-sha1', rejected),
        sent('valid', 'oaep-sha256', accepted),
      ),
      '2 kept, 0 broken',
    );
  });

  it('a registry that takes every hash breaks it', () => {
    assert.equal(
      judge(sent('negative', 'oaep-sha256', accepted), sent('valid', 'oaep-sha1', accepted)),
      '0 kept, 1 broken',
    );
  });

  it('a registry that refuses every hash shows nothing', () => {
    assert.equal(
      judge(
        sent('negative', 'oaep-sha256', rejected),
        sent('valid', 'oaep-sha1', rejected),
        sent('valid', 'oaep-sha256', rejected),
      ),
      'unjudged, 0 kept, 0 broken',
    );
  });

  it('rounds are judged apart', () => {
    assert.equal(
      judge(
        sent('negative', 'oaep-sha256', rejected, 'otp/1'),
        sent('valid', 'oaep-sha1', accepted, 'otp/1'),
        sent('negative', 'oaep-mixed', accepted, 'otp/2'),
        sent('valid', 'oaep-sha1', accepted, 'otp/2'),
      ),
      '1 kept, 1 broken',
    );
  });
});
