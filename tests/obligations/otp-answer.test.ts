import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { contractObligations } from '../../support/obligations';
import type { Change } from './exchanges';
import {
  makeAsked,
  concludeFromExchanges,
  makeExchange,
  refusalBody,
  describeConclusion,
  withoutAsked,
} from './exchanges';
import { plainTextOrEmpty } from '../plain';

const ids = ['OTP-03', 'OTP-04', 'OTP-05'] as const;
const right = { txnId: 'a-transaction', authResult: 'success', message: 'verified' };
const answer = (change: Change = {}, variant = 'oaep-sha1', round = 'otp/1') =>
  makeExchange({
    service: 'registry',
    sent: { otp: 'base64', txnId: 'a-transaction' },
    body: right,
    ...change,
    asked: makeAsked('valid', round, variant),
  });
const judge = (...exchanges: ReturnType<typeof answer>[]): string[] =>
  ids.map((id) => describeConclusion(concludeFromExchanges(id, exchanges)));
const kept = '1 kept, 0 broken';
const broken = '0 kept, 1 broken';
const none = '0 kept, 0 broken';
const open = 'unjudged, 0 kept, 0 broken';

describe('the answer to a right OTP: shape, transaction, result', () => {
  const cases: Readonly<Record<string, readonly [unknown, readonly string[]]>> = {
    'the documented one': [right, [kept, kept, kept]],
    'one more member': [{ ...right, more: 1 }, [kept, kept, kept]],
    'another transaction': [{ ...right, txnId: 'another' }, [kept, broken, kept]],
    'the transaction in other letters': [{ ...right, txnId: 'A-TRANSACTION' }, [kept, broken, kept]],
    'another word for success': [{ ...right, authResult: 'Success' }, [kept, kept, broken]],
    'a failure': [{ ...right, authResult: 'failure' }, [kept, kept, broken]],
    'no message': [{ txnId: 'a-transaction', authResult: 'success' }, [broken, kept, kept]],
    'no transaction is the shape alone': [{ authResult: 'success', message: 'm' }, [broken, open, kept]],
    'a number as result is the shape alone': [{ ...right, authResult: 1 }, [broken, kept, open]],
    'no JSON': ['ok', [broken, open, open]],
    'no body': [undefined, [broken, open, open]],
  };
  for (const [what, [body, told]] of Object.entries(cases))
    it(what, () => {
      assert.deepEqual(judge(answer({ body })), told);
    });
});

it('another word for success is a warning: the document only shows one', () => {
  assert.equal(contractObligations.find('OTP-05')?.level, 'should');
});

it('an answer without the member says so', () => {
  const lacking = [answer({ body: { message: 'verified' } })];
  assert.match(
    plainTextOrEmpty(concludeFromExchanges('OTP-04', lacking).unjudged[0]),
    /^the answer to a right OTP has no txnId, in #1/,
  );
  assert.match(
    plainTextOrEmpty(concludeFromExchanges('OTP-05', lacking).unjudged[0]),
    /^the answer to a right OTP has no authResult, in #1/,
  );
});

describe('an OTP that was not accepted', () => {
  const rejected: Change = { status: 400, body: refusalBody('Decryption failed') };
  const wrongOtp: Change = { status: 400, body: refusalBody('OTP does not match') };

  it('is not judged where it was no longer right', () => {
    assert.deepEqual(judge(answer(wrongOtp)), [open, open, open]);
    assert.match(
      plainTextOrEmpty(concludeFromExchanges('OTP-03', [answer(wrongOtp)]).unjudged[0]),
      /fresh otp\.value and otp\.txnId/,
    );
  });

  it('is OTP-03’s where the registry broke down, and shows nothing else', () => {
    for (const change of [{ status: 500 }, { failure: 'timeout' }] as const)
      assert.deepEqual(judge(answer(change)), [broken, open, open], JSON.stringify(change));
  });

  it('is OTP-03’s where it decrypts neither hash', () => {
    assert.deepEqual(judge(answer(rejected), answer(rejected, 'oaep-sha256')), [broken, open, open]);
  });

  it('is not judged where one hash was tried', () => {
    assert.deepEqual(judge(answer(rejected)), [open, open, open]);
  });

  it('does no harm where the other hash was then accepted', () => {
    assert.deepEqual(judge(answer(rejected), answer({}, 'oaep-sha256')), [kept, kept, kept]);
    assert.deepEqual(
      concludeFromExchanges('OTP-04', [answer(rejected), answer({}, 'oaep-sha256')]).evidence,
      [2],
    );
  });

  it('of several OTPs each is judged', () => {
    const two = [answer(), answer({ body: { ...right, txnId: 'x' } }, 'oaep-sha1', 'otp/2')];
    assert.deepEqual(judge(...two), ['2 kept, 0 broken', '1 kept, 1 broken', '2 kept, 0 broken']);
  });
});

describe('what is not an OTP round', () => {
  it('is none of theirs', () => {
    assert.deepEqual(judge(answer({}, 'x', 'session')), [none, none, none]);
    assert.deepEqual(judge(withoutAsked(answer())), [none, none, none]);
    assert.deepEqual(
      judge(makeExchange({ service: 'registry', asked: makeAsked('negative', 'otp/1'), body: right })),
      [none, none, none],
    );
  });
});
