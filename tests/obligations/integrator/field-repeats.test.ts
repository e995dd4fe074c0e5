import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  replaceInUrl,
  answerWith,
  replaceAskedCall,
  edit,
  editAdapterAnswer,
  replaceFieldFact,
  fromInstance,
  replaceBodyMembers,
  rejectCiphertext,
  unanswered,
} from './edits';
import type { ExchangeEdit } from './edits';
import type { PaddingFact } from '../../../support/exchange/facts';
import type { AnyJourneyStep } from './exchanges';
import {
  requestCertificate,
  ciphertextOf,
  returnCiphertext,
  playSteps,
  session,
  verifyOtp,
} from './exchanges';
import { brokenIds, concludeFromEvidence, defaultRuleContext } from './judge';
import { callbackCertificates } from './payer-exchanges';
import { plainTextOrEmpty } from '../../plain';

const same: ExchangeEdit = replaceBodyMembers({ otp: ciphertextOf(77).toString('base64') });
const garbled: ExchangeEdit = ({ response, ...draft }) => ({
  ...draft,
  failure: { kind: 'malformed', code: 'HPE_INVALID_CHUNK_SIZE', message: 'Parse Error' },
});

describe('a ciphertext that occurs twice', () => {
  const recording = (...steps: AnyJourneyStep[]) =>
    playSteps([session(), requestCertificate('registry'), ...steps]);

  it('breaks ENC-08', () => {
    const exchanges = recording(edit(verifyOtp(), same), edit(verifyOtp(), same));
    assert.deepEqual(brokenIds(exchanges), ['ENC-08']);
    assert.deepEqual(concludeFromEvidence('ENC-08', exchanges).breaches[0]?.exchanges, [4, 3]);
  });

  it('breaks ENC-08 where the adapter returns it', () => {
    const twice: AnyJourneyStep = (at, n) => ({
      ...returnCiphertext('registry', 'value-1')(at, n),
      body: { text: JSON.stringify({ ciphertext: 'x'.repeat(344) }), bytes: 360 },
    });
    assert.deepEqual(brokenIds(recording(twice, twice)), ['ENC-08']);
  });

  for (const [name, outcome] of [
    ['no answer', unanswered],
    ['what a proxy cannot pass on', garbled],
    ['a 401', answerWith(401)],
    ['a 503', answerWith(503)],
  ] as const)
    it(`may be that of the same request after ${name}`, () => {
      assert.deepEqual(brokenIds(recording(edit(verifyOtp(), same, outcome), edit(verifyOtp(), same))), []);
    });

  it('may not be that of another request after a 503', () => {
    const other = edit(verifyOtp(), same, replaceInUrl('verifyOTP', 'verifyOTP?again'));
    assert.deepEqual(brokenIds(recording(edit(verifyOtp(), same, answerWith(503)), other)), ['ENC-08']);
  });

  it('is looked for once one value was encrypted twice', () => {
    assert.equal(
      concludeFromEvidence('ENC-08', recording(verifyOtp('otp-1'), verifyOtp('otp-2'))).observations,
      0,
    );
    assert.equal(
      concludeFromEvidence('ENC-08', recording(verifyOtp('otp-1'), verifyOtp('otp-1'))).observations,
      2,
    );
  });
});

const sha256 = replaceFieldFact({ padding: 'oaep-sha256' });
const mixed = replaceFieldFact({ padding: 'oaep-mixed' });
const refetch = requestCertificate('registry');

/** A session, its certificate, and a first OTP that is rejected. */
const afterRejection = (...steps: AnyJourneyStep[]) =>
  playSteps([session(), refetch, edit(verifyOtp(), rejectCiphertext), ...steps]);

describe('a value that was rejected under SHA-1', () => {
  it('comes again under SHA-256', () => {
    const recording = afterRejection(refetch, edit(verifyOtp(), sha256));
    assert.deepEqual(brokenIds(recording), []);
    assert.deepEqual(concludeFromEvidence('ENC-05', recording).evidence, [5, 3]);
  });

  it('may come under SHA-1 and the new certificate first', () => {
    const recording = afterRejection(
      refetch,
      edit(verifyOtp(), rejectCiphertext),
      refetch,
      edit(verifyOtp(), sha256),
      edit(verifyOtp(), sha256),
    );
    assert.deepEqual(brokenIds(recording), []);
    assert.equal(concludeFromEvidence('ENC-05', recording).observations, 1);
  });

  it('that never comes under SHA-256 breaks ENC-05', () => {
    const recording = afterRejection(refetch, edit(verifyOtp(), rejectCiphertext));
    assert.deepEqual(brokenIds(recording), ['ENC-05']);
    assert.deepEqual(concludeFromEvidence('ENC-05', recording).breaches[0]?.exchanges, [5, 3]);
  });

  it('that comes again under mixed hashes breaks ENC-05 alone', () => {
    const recording = afterRejection(refetch, edit(verifyOtp(), mixed, rejectCiphertext));
    assert.deepEqual(brokenIds(recording), ['ENC-05']);
    assert.match(
      plainTextOrEmpty(concludeFromEvidence('ENC-05', recording).breaches[0]?.cause),
      /by default in Java/,
    );
  });

  it('needs no SHA-256 where a new key was all it took', () => {
    const recording = playSteps([
      session(),
      refetch,
      edit(verifyOtp(), replaceFieldFact({ key: 'registry (retired)', ownKey: false }), rejectCiphertext),
      refetch,
      verifyOtp(),
    ]);
    assert.deepEqual(brokenIds(recording), []);
    assert.equal(concludeFromEvidence('ENC-05', recording).observations, 0);
  });

  it('that is not tried again decides nothing', () => {
    const { observations, unjudged } = concludeFromEvidence('ENC-05', afterRejection());
    assert.deepEqual([observations, unjudged.length], [0, 1]);
  });

  it('makes SHA-256 right for that operation alone', () => {
    const fields = editAdapterAnswer(returnCiphertext('identity', 'value-1'), sha256);
    const recording = afterRejection(refetch, edit(verifyOtp(), sha256), fields);
    assert.deepEqual(brokenIds(recording), ['ENC-04']);
  });

  it('makes SHA-256 right for what the adapter encrypts for that service', () => {
    const recording = afterRejection(
      refetch,
      edit(verifyOtp(), sha256),
      editAdapterAnswer(returnCiphertext('registry', 'v'), sha256),
    );
    assert.deepEqual(brokenIds(recording), []);
  });

  it('makes SHA-256 right in another process too', () => {
    const recording = afterRejection(
      refetch,
      edit(verifyOtp(), sha256),
      edit(verifyOtp(), sha256, fromInstance('process-2')),
    );
    assert.deepEqual(brokenIds(recording), []);
  });
});

describe('a value under the wrong key', () => {
  const wrong = (key: string) =>
    edit(verifyOtp(), replaceFieldFact({ key, ownKey: false }), rejectCiphertext);
  const identity = edit(requestCertificate('identity'), replaceAskedCall('otp.verify', 'registry'));

  it('is rejected without anything to try again for', () => {
    const recording = [session(), refetch, wrong('identity'), refetch, wrong('identity')];
    assert.deepEqual(brokenIds(playSteps(recording)), ['CRT-09']);
  });

  it('puts the certificate of that key in doubt too', () => {
    const recording = [session(), identity, ...[1, 2].flatMap(() => [wrong('identity'), identity])];
    assert.deepEqual(brokenIds(playSteps(recording)), ['CRT-09']);
  });

  it('that never comes under SHA-256, however often it is rejected, breaks ENC-05 too', () => {
    const fifteen = Array.from({ length: 15 }, () => [wrong('identity'), identity]).flat();
    const recording = playSteps([session(), identity, ...fifteen]);
    assert.deepEqual(brokenIds(recording), ['CRT-07', 'CRT-09', 'ENC-05']);
    assert.match(
      plainTextOrEmpty(concludeFromEvidence('ENC-05', recording).breaches[0]?.seen),
      /no SHA-256 in 15 attempts/,
    );
    const answered = playSteps([session(), identity, ...fifteen, edit(verifyOtp(), sha256)]);
    assert.deepEqual(brokenIds(answered), ['CRT-07', 'CRT-09']);
    assert.equal(concludeFromEvidence('ENC-05', answered).observations, 1);
  });

  it('and twice rejected leaves open whether SHA-256 would have come', () => {
    const { observations, unjudged } = concludeFromEvidence(
      'ENC-05',
      playSteps([session(), wrong('identity'), identity, wrong('identity')]),
    );
    assert.deepEqual([observations, unjudged.length], [0, 1]);
  });

  it('of the callback JWKS likewise', () => {
    const jwks = callbackCertificates();
    const recording = [session(), jwks, wrong('callback JWKS'), jwks, wrong('callback JWKS')];
    assert.deepEqual(brokenIds(playSteps(recording)), ['CRT-09']);
  });

  it('without any fetch breaks CRT-08 too', () => {
    assert.deepEqual(brokenIds(playSteps([session(), wrong('identity'), wrong('identity')])), [
      'CRT-08',
      'CRT-09',
    ]);
  });
});

describe('a first attempt under another padding', () => {
  const first = (padding: PaddingFact) => edit(verifyOtp(), replaceFieldFact({ padding }), rejectCiphertext);

  it('that is rejected again and again breaks ENC-05 beside ENC-04', () => {
    for (const padding of ['pkcs1-v1.5', 'oaep-mixed', 'oaep-label'] as const) {
      const recording = playSteps([
        session(),
        refetch,
        ...[1, 2, 3].flatMap(() => [first(padding), refetch]),
      ]);
      assert.deepEqual(brokenIds(recording), ['ENC-04', 'ENC-05'], padding);
    }
  });

  it('that comes under SHA-256 then keeps ENC-05', () => {
    const recording = playSteps([
      session(),
      refetch,
      first('pkcs1-v1.5'),
      refetch,
      edit(verifyOtp(), sha256),
    ]);
    assert.equal(concludeFromEvidence('ENC-05', recording).observations, 1);
    assert.equal(concludeFromEvidence('ENC-05', recording).breachCount, 0);
  });

  it('under SHA-256 already, or that no key opens, is told as what it is', () => {
    for (const padding of ['oaep-sha256', 'unknown'] as const) {
      const recording = playSteps([
        session(),
        refetch,
        ...[1, 2, 3].flatMap(() => [first(padding), refetch]),
      ]);
      const { observations, unjudged } = concludeFromEvidence('ENC-05', recording);
      assert.deepEqual([observations, unjudged.length], [0, 1], padding);
    }
  });
});

it('SHA-256 is right at once where the target says so', () => {
  const readings = { ...defaultRuleContext.readings, 'oaep-hash': { 'otp.verify': 'SHA-256' as const } };
  const recording = playSteps([session(), edit(verifyOtp(), sha256)]);
  assert.deepEqual(brokenIds(recording), ['ENC-04']);
  assert.deepEqual(brokenIds(recording, { ...defaultRuleContext, readings }), []);
});
