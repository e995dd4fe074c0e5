import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Change } from './exchanges';
import {
  makeAsked,
  concludeFromExchanges,
  makeExchange,
  sessionExchange,
  describeConclusion,
  token,
  withoutAsked,
} from './exchanges';
import { plainTextOrEmpty } from '../plain';
import { numberedAccessToken } from './recorded';

const pem = { form: 'pem', label: 'PUBLIC KEY', type: 'rsa', bits: 2048, digest: 'd' } as const;
/** A certificate that was fetched with the token of `sessionExchange()`, so many seconds after it was issued. */
const use = (change: Change = {}, afterSeconds = 10, pseudonym = numberedAccessToken(1)) =>
  makeExchange({
    operation: 'certificate.registry',
    method: 'GET',
    asked: makeAsked('valid', 'token-use'),
    requestHeaders: [['Authorization', `Bearer ${pseudonym}`]],
    arrivedAt: 1_000_000 + afterSeconds * 1000,
    answeredAt: 1_000_000 + afterSeconds * 1000,
    ...change,
    facts: {
      scheme: 'https',
      loopback: false,
      tokens: { 'request:authorization': token(pseudonym) },
      publicKey: pem,
    },
  });
const judge = (...exchanges: ReturnType<typeof use>[]): string =>
  describeConclusion(concludeFromExchanges('TOK-06', [sessionExchange(), ...exchanges]));
const none = '0 kept, 0 broken';

describe('TOK-06: a token works until it expires', () => {
  it('the first use alone shows nothing, the second shows both', () => {
    assert.equal(judge(use()), none);
    assert.equal(judge(use(), use({}, 20)), '1 kept, 0 broken');
    assert.equal(judge(use(), use({}, 20), use({}, 1198)), '2 kept, 0 broken');
  });

  it('a refusal before the end breaks it, at the first use and later', () => {
    for (const status of [401, 403]) {
      assert.equal(judge(use({ status })), '0 kept, 1 broken');
      assert.equal(judge(use(), use({ status }, 20)), '0 kept, 1 broken');
      assert.equal(judge(use(), use({}, 20), use({ status }, 30)), '1 kept, 1 broken');
    }
    const [shown] = concludeFromExchanges('TOK-06', [
      sessionExchange(),
      use(),
      use({ status: 401 }),
    ]).breaches;
    assert.match(plainTextOrEmpty(shown?.sent), /with Bearer ‹text, 27›, use 2/);
  });

  it('a refusal that names an encrypted value of the body may not be about the token', () => {
    const verify = { operation: 'otp.verify', method: 'POST', sent: { otp: 'x', txnId: 't' } } as const;
    for (const status of [401, 403]) {
      const about = (message: string) => judge(use({ ...verify, status, body: { message } }));
      assert.equal(about('Decryption failed'), 'unjudged, 0 kept, 0 broken');
      assert.equal(about('Token is not known'), '0 kept, 1 broken');
      // A certificate request does not contain an encrypted value.
      assert.equal(judge(use({ status, body: { message: 'cannot decrypt' } })), '0 kept, 1 broken');
    }
  });

  it('a refusal at its end or after it does not', () => {
    for (const seconds of [1199, 1200, 5000]) assert.equal(judge(use({ status: 401 }, seconds)), none);
    assert.equal(judge(use({ status: 401 }, 1198)), '0 kept, 1 broken');
  });

  it('a late acceptance is no evidence either', () => {
    assert.equal(judge(use(), use({}, 1300)), none);
  });

  it('other refusals and breakdowns show nothing of the token', () => {
    for (const change of [{ status: 400 }, { status: 404 }, { status: 429 }, { status: 500 }] as const)
      assert.match(
        judge(use(change), use(change)),
        /^(unjudged, )?0 kept, 0 broken$/,
        JSON.stringify(change),
      );
    assert.equal(judge(use({ failure: 'timeout' }), use({ failure: 'reset' })), none);
  });

  it('a token that was never issued, or was meant to be refused, does not count', () => {
    assert.equal(judge(use({ status: 401 }, 10, numberedAccessToken(9))), none);
    for (const part of ['negative', 'open'] as const)
      assert.equal(judge(use({ status: 401, asked: makeAsked(part, 'r') })), none);
    assert.equal(
      describeConclusion(concludeFromExchanges('TOK-06', [use({ status: 401 }), sessionExchange()])),
      none,
    );
  });

  it('two tokens have two lives', () => {
    const second = sessionExchange(
      { accessToken: numberedAccessToken(2), expiresIn: 60 },
      { facts: { tokens: { 'response:/accessToken': token(numberedAccessToken(2)) } } as never },
    );
    const of2 = (change: Change, seconds: number) => use(change, seconds, numberedAccessToken(2));
    assert.equal(judge(second, of2({ status: 401 }, 61), use({ status: 401 }, 61)), '0 kept, 1 broken');
    assert.equal(judge(second, use(), of2({}, 10)), none);
  });

  it('a token that is issued again lives longer and keeps its count', () => {
    const again = sessionExchange({}, { arrivedAt: 2_000_000, answeredAt: 2_000_000 });
    assert.equal(judge(use(), again, use({}, 1500)), '1 kept, 0 broken');
  });

  it('holds in traffic that the suite did not ask for', () => {
    const all = [sessionExchange(), use(), use({}, 20), use({ status: 401 }, 30)].map(withoutAsked);
    assert.equal(describeConclusion(concludeFromExchanges('TOK-06', all)), '1 kept, 1 broken');
  });
});
