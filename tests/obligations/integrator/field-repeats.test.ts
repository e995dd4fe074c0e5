import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  address,
  answer,
  asked,
  edit,
  editAnswer,
  field,
  from,
  members,
  rejected,
  unanswered,
} from './edits';
import type { Edit } from './edits';
import type { PaddingFact } from '../../../support/exchange/facts';
import type { AnyStep } from './exchanges';
import { certificate, ciphertextOf, encrypted, play, session, verifyOtp } from './exchanges';
import { broken, conclude, context } from './judge';
import { callbackCertificates } from './payer-exchanges';
import { plain } from '../../plain';

const same: Edit = members({ otp: ciphertextOf(77).toString('base64') });
const garbled: Edit = ({ response, ...draft }) => ({
  ...draft,
  failure: { kind: 'malformed', code: 'HPE_INVALID_CHUNK_SIZE', message: 'Parse Error' },
});

describe('a ciphertext that occurs twice', () => {
  const recording = (...steps: AnyStep[]) => play([session(), certificate('registry'), ...steps]);

  it('breaks ENC-08', () => {
    const exchanges = recording(edit(verifyOtp(), same), edit(verifyOtp(), same));
    assert.deepEqual(broken(exchanges), ['ENC-08']);
    assert.deepEqual(conclude('ENC-08', exchanges).breaches[0]?.exchanges, [4, 3]);
  });

  it('breaks ENC-08 where the adapter returns it', () => {
    const twice: AnyStep = (at, n) => ({
      ...encrypted('registry', 'value-1')(at, n),
      body: { text: JSON.stringify({ ciphertext: 'x'.repeat(344) }), bytes: 360 },
    });
    assert.deepEqual(broken(recording(twice, twice)), ['ENC-08']);
  });

  for (const [name, outcome] of [
    ['no answer', unanswered],
    ['what a proxy cannot pass on', garbled],
    ['a 401', answer(401)],
    ['a 503', answer(503)],
  ] as const)
    it(`may be that of the same request after ${name}`, () => {
      assert.deepEqual(broken(recording(edit(verifyOtp(), same, outcome), edit(verifyOtp(), same))), []);
    });

  it('may not be that of another request after a 503', () => {
    const other = edit(verifyOtp(), same, address('verifyOTP', 'verifyOTP?again'));
    assert.deepEqual(broken(recording(edit(verifyOtp(), same, answer(503)), other)), ['ENC-08']);
  });

  it('is looked for once one value was encrypted twice', () => {
    assert.equal(conclude('ENC-08', recording(verifyOtp('otp-1'), verifyOtp('otp-2'))).observations, 0);
    assert.equal(conclude('ENC-08', recording(verifyOtp('otp-1'), verifyOtp('otp-1'))).observations, 2);
  });
});

const sha256 = field({ padding: 'oaep-sha256' });
const mixed = field({ padding: 'oaep-mixed' });
const refetch = certificate('registry');

/** A session, its certificate, and a first OTP that is rejected. */
const afterRejection = (...steps: AnyStep[]) =>
  play([session(), refetch, edit(verifyOtp(), rejected), ...steps]);

describe('a value that was rejected under SHA-1', () => {
  it('comes again under SHA-256', () => {
    const recording = afterRejection(refetch, edit(verifyOtp(), sha256));
    assert.deepEqual(broken(recording), []);
    assert.deepEqual(conclude('ENC-05', recording).evidence, [5, 3]);
  });

  it('may come under SHA-1 and the new certificate first', () => {
    const recording = afterRejection(
      refetch,
      edit(verifyOtp(), rejected),
      refetch,
      edit(verifyOtp(), sha256),
      edit(verifyOtp(), sha256),
    );
    assert.deepEqual(broken(recording), []);
    assert.equal(conclude('ENC-05', recording).observations, 1);
  });

  it('that never comes under SHA-256 breaks ENC-05', () => {
    const recording = afterRejection(refetch, edit(verifyOtp(), rejected));
    assert.deepEqual(broken(recording), ['ENC-05']);
    assert.deepEqual(conclude('ENC-05', recording).breaches[0]?.exchanges, [5, 3]);
  });

  it('that comes again under mixed hashes breaks ENC-05 alone', () => {
    const recording = afterRejection(refetch, edit(verifyOtp(), mixed, rejected));
    assert.deepEqual(broken(recording), ['ENC-05']);
    assert.match(plain(conclude('ENC-05', recording).breaches[0]?.cause), /by default in Java/);
  });

  it('needs no SHA-256 where a new key was all it took', () => {
    const recording = play([
      session(),
      refetch,
      edit(verifyOtp(), field({ key: 'registry (retired)', ownKey: false }), rejected),
      refetch,
      verifyOtp(),
    ]);
    assert.deepEqual(broken(recording), []);
    assert.equal(conclude('ENC-05', recording).observations, 0);
  });

  it('that is not tried again decides nothing', () => {
    const { observations, unjudged } = conclude('ENC-05', afterRejection());
    assert.deepEqual([observations, unjudged.length], [0, 1]);
  });

  it('makes SHA-256 right for that operation alone', () => {
    const fields = editAnswer(encrypted('identity', 'value-1'), sha256);
    const recording = afterRejection(refetch, edit(verifyOtp(), sha256), fields);
    assert.deepEqual(broken(recording), ['ENC-04']);
  });

  it('makes SHA-256 right for what the adapter encrypts for that service', () => {
    const recording = afterRejection(
      refetch,
      edit(verifyOtp(), sha256),
      editAnswer(encrypted('registry', 'v'), sha256),
    );
    assert.deepEqual(broken(recording), []);
  });

  it('makes SHA-256 right in another process too', () => {
    const recording = afterRejection(
      refetch,
      edit(verifyOtp(), sha256),
      edit(verifyOtp(), sha256, from('process-2')),
    );
    assert.deepEqual(broken(recording), []);
  });
});

describe('a value under the wrong key', () => {
  const wrong = (key: string) => edit(verifyOtp(), field({ key, ownKey: false }), rejected);
  const identity = edit(certificate('identity'), asked('otp.verify', 'registry'));

  it('is rejected without anything to try again for', () => {
    const recording = [session(), refetch, wrong('identity'), refetch, wrong('identity')];
    assert.deepEqual(broken(play(recording)), ['CRT-09']);
  });

  it('puts the certificate of that key in doubt too', () => {
    const recording = [session(), identity, ...[1, 2].flatMap(() => [wrong('identity'), identity])];
    assert.deepEqual(broken(play(recording)), ['CRT-09']);
  });

  it('that never comes under SHA-256, however often it is rejected, breaks ENC-05 too', () => {
    const fifteen = Array.from({ length: 15 }, () => [wrong('identity'), identity]).flat();
    const recording = play([session(), identity, ...fifteen]);
    assert.deepEqual(broken(recording), ['CRT-09', 'ENC-05']);
    assert.match(plain(conclude('ENC-05', recording).breaches[0]?.seen), /no SHA-256 in 15 attempts/);
    const answered = play([session(), identity, ...fifteen, edit(verifyOtp(), sha256)]);
    assert.deepEqual(broken(answered), ['CRT-09']);
    assert.equal(conclude('ENC-05', answered).observations, 1);
  });

  it('and twice rejected leaves open whether SHA-256 would have come', () => {
    const { observations, unjudged } = conclude(
      'ENC-05',
      play([session(), wrong('identity'), identity, wrong('identity')]),
    );
    assert.deepEqual([observations, unjudged.length], [0, 1]);
  });

  it('of the callback JWKS likewise', () => {
    const jwks = callbackCertificates();
    const recording = [session(), jwks, wrong('callback JWKS'), jwks, wrong('callback JWKS')];
    assert.deepEqual(broken(play(recording)), ['CRT-09']);
  });

  it('without any fetch breaks CRT-08 too', () => {
    assert.deepEqual(broken(play([session(), wrong('identity'), wrong('identity')])), ['CRT-08', 'CRT-09']);
  });
});

describe('a first attempt under another padding', () => {
  const first = (padding: PaddingFact) => edit(verifyOtp(), field({ padding }), rejected);

  it('that is rejected again and again breaks ENC-05 beside ENC-04', () => {
    for (const padding of ['pkcs1-v1.5', 'oaep-mixed', 'oaep-label'] as const) {
      const recording = play([session(), refetch, ...[1, 2, 3].flatMap(() => [first(padding), refetch])]);
      assert.deepEqual(broken(recording), ['ENC-04', 'ENC-05'], padding);
    }
  });

  it('that comes under SHA-256 then keeps ENC-05', () => {
    const recording = play([session(), refetch, first('pkcs1-v1.5'), refetch, edit(verifyOtp(), sha256)]);
    assert.equal(conclude('ENC-05', recording).observations, 1);
    assert.equal(conclude('ENC-05', recording).breachCount, 0);
  });

  it('under SHA-256 already, or that no key opens, is told as what it is', () => {
    for (const padding of ['oaep-sha256', 'unknown'] as const) {
      const recording = play([session(), refetch, ...[1, 2, 3].flatMap(() => [first(padding), refetch])]);
      const { observations, unjudged } = conclude('ENC-05', recording);
      assert.deepEqual([observations, unjudged.length], [0, 1], padding);
    }
  });
});

it('SHA-256 is right at once where the target says so', () => {
  const readings = { ...context.readings, 'oaep-hash': { 'otp.verify': 'SHA-256' as const } };
  const recording = play([session(), edit(verifyOtp(), sha256)]);
  assert.deepEqual(broken(recording), ['ENC-04']);
  assert.deepEqual(broken(recording, { ...context, readings }), []);
});
