import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  answerWith,
  asSeenByProxy,
  edit,
  replaceFieldFact,
  fromInstance,
  replaceByUnknownPath,
  rejectCiphertext,
} from './edits';
import type { JourneyStep } from './exchanges';
import { requestCertificate, playSteps, session, unasked, verifyOtp } from './exchanges';
import { defaultReadings } from '../../../support/contract/readings';
import { plainTextOrEmpty } from '../../plain';
import { brokenIds, concludeFromEvidence, defaultRuleContext } from './judge';

describe('after a rejection', () => {
  const start = [session(), requestCertificate('registry'), edit(verifyOtp(), rejectCiphertext)];

  it('a ciphertext without a fetch breaks CRT-08', () => {
    const recording = playSteps([...start, verifyOtp()]);
    assert.deepEqual(brokenIds(recording), ['CRT-08']);
    assert.deepEqual(concludeFromEvidence('CRT-08', recording).breaches[0]?.exchanges, [4, 3]);
  });

  it('a fetch first keeps CRT-08', () => {
    const recording = playSteps([...start, unasked('registry'), verifyOtp(), verifyOtp()]);
    assert.deepEqual(brokenIds(recording), []);
    assert.equal(concludeFromEvidence('CRT-08', recording).observations, 1);
  });

  it('a fetch from the other service does not count', () => {
    assert.deepEqual(brokenIds(playSteps([...start, unasked('identity'), verifyOtp()])), ['CRT-08']);
  });

  it('a fetch that failed decides nothing', () => {
    const recording = playSteps([...start, edit(unasked('registry'), answerWith(503)), verifyOtp()]);
    assert.deepEqual(brokenIds(recording), []);
    assert.equal(concludeFromEvidence('CRT-08', recording).unjudged.length, 1);
  });

  it('what was under way already is not judged', () => {
    assert.deepEqual(brokenIds(playSteps([...start, verifyOtp()], 10)), []);
  });

  it('another process goes on with its own', () => {
    assert.deepEqual(brokenIds(playSteps([...start, edit(verifyOtp(), fromInstance('process-2'))])), []);
  });

  it('a refusal for another reason asks for no fetch', () => {
    const wrongOtp = answerWith(400, { error: { code: 'SVC-1002', message: 'Invalid OTP' } });
    const recording = playSteps([
      session(),
      requestCertificate('registry'),
      edit(verifyOtp(), wrongOtp),
      verifyOtp(),
    ]);
    assert.deepEqual(brokenIds(recording), []);
    assert.equal(concludeFromEvidence('CRT-08', recording).observations, 0);
  });

  const sha256 = (...edits: Parameters<typeof edit>[1][]) =>
    edit(verifyOtp(), replaceFieldFact({ padding: 'oaep-sha256' }), ...edits);

  const saying = (message: string, status = 400) =>
    edit(verifyOtp(), answerWith(status, { error: { code: 'SVC-1001', message } }));

  for (const message of [
    'encryptedOtp is incorrect',
    'Invalid encrypted value: not Base64',
    'Bad encryptedOtp',
  ])
    it(`nothing is concluded where the answer is neither a decryption nor a padding error: ${message}`, () => {
      const refused = [session(), requestCertificate('registry'), saying(message)];
      for (const between of [[], [unasked('registry')]]) {
        const recording = playSteps([...refused, ...between, saying(message), saying(message)]);
        assert.deepEqual(brokenIds(recording), []);
        for (const id of ['CRT-08', 'ENC-05'])
          assert.equal(concludeFromEvidence(id, recording).observations, 0, id);
      }
    });

  for (const message of ['BadPaddingException', 'Invalid encrypted value: decryption failed'])
    it(`the words may be others: ${message}`, () => {
      const recording = playSteps([session(), requestCertificate('registry'), saying(message), verifyOtp()]);
      assert.deepEqual(brokenIds(recording), ['CRT-08']);
    });

  for (const message of ['encryptedOtp is incorrect', 'Bad cipher'])
    it(`a client may be careful where the words may mean such an error: ${message}`, () => {
      const steps = [
        session(),
        requestCertificate('registry'),
        saying(message, 422),
        unasked('registry'),
        sha256(),
      ];
      const recording = playSteps([...steps, verifyOtp(), verifyOtp()]);
      assert.deepEqual(brokenIds(recording), []);
      assert.equal(concludeFromEvidence('ENC-05', recording).observations, 0);
    });

  it('a wrong OTP after a retry is no second rejection', () => {
    const recording = playSteps([...start, unasked('registry'), saying('encryptedOtp is incorrect')]);
    assert.equal(concludeFromEvidence('ENC-05', recording).observations, 0);
  });

  it('the words that a target names are those of the error', () => {
    const reading = { status: 422, words: ['cipher'], shape: 'any' } as const;
    const about = {
      ...defaultRuleContext,
      readings: { ...defaultReadings, 'encryption-rejection': reading },
    };
    const recording = playSteps([
      session(),
      requestCertificate('registry'),
      saying('bad cipher', 422),
      verifyOtp(),
    ]);
    assert.deepEqual(brokenIds(recording, about), ['CRT-08']);
  });

  it('is judged in the recording of a proxy, where the first attempt may be that under SHA-256', () => {
    const seen = (...steps: JourneyStep[]) => playSteps([...start, ...steps]).map(asSeenByProxy);
    assert.deepEqual(brokenIds(seen(verifyOtp())), []);
    assert.deepEqual(brokenIds(seen(verifyOtp(), verifyOtp())), ['CRT-08']);
  });

  it('one attempt under SHA-256 at that operation is free', () => {
    for (const retry of [sha256(), sha256(rejectCiphertext)]) {
      const fetched = playSteps([...start, retry, unasked('registry'), verifyOtp()]);
      assert.deepEqual(brokenIds(fetched), []);
      assert.equal(concludeFromEvidence('CRT-08', fetched).observations, 1);
      assert.equal(concludeFromEvidence('ENC-05', fetched).observations, 1);
      const alone = concludeFromEvidence('CRT-08', playSteps([...start, retry]));
      assert.deepEqual([alone.observations, alone.unjudged.length], [0, 1]);
    }
  });

  it('no fetch after it breaks CRT-08, and so does another operation, or a second attempt', () => {
    const elsewhere = sha256(replaceByUnknownPath('verifyOTP', 'verifyAgain'));
    for (const steps of [[sha256(), verifyOtp()], [sha256(), sha256()], [elsewhere]])
      assert.deepEqual(concludeFromEvidence('CRT-08', playSteps([...start, ...steps])).breachCount, 1);
    const [breach] = concludeFromEvidence('CRT-08', playSteps([...start, sha256(), verifyOtp()])).breaches;
    assert.deepEqual(breach?.exchanges, [5, 3]);
    assert.match(plainTextOrEmpty(breach.cause), /^the rejection was recognised/);
  });

  it('a fetch after the next ciphertext is a warning, under a cause of its own', () => {
    for (const steps of [
      [verifyOtp()],
      [sha256(), verifyOtp()],
      [sha256(rejectCiphertext), edit(verifyOtp(), rejectCiphertext)],
    ]) {
      const late = concludeFromEvidence(
        'CRT-08',
        playSteps([...start, ...steps, unasked('registry'), verifyOtp()]),
      );
      assert.deepEqual([late.breachCount, late.warningCount], [1, 1]);
      assert.match(
        plainTextOrEmpty(late.breaches[0]?.cause),
        /after the next ciphertext; the document shows no order/,
      );
    }
  });
});

describe('SHA-256 in the first attempt at another operation of a service', () => {
  const under256 = replaceFieldFact({ padding: 'oaep-sha256' });
  const elsewhere = replaceByUnknownPath('verifyOTP', 'confirm');
  const rejected = edit(verifyOtp(), rejectCiphertext);
  const brokenAfter = (...steps: JourneyStep[]): number => {
    const recording = playSteps([session(), ...steps, edit(verifyOtp(), under256, elsewhere)]);
    return concludeFromEvidence('ENC-04', recording).breachCount;
  };

  it('is right once the service has accepted SHA-256 after a rejection', () => {
    assert.equal(brokenAfter(rejected, edit(verifyOtp(), under256)), 0);
  });

  it('is wrong before that', () => {
    assert.equal(brokenAfter(), 1);
    assert.equal(brokenAfter(verifyOtp()), 1);
    assert.equal(brokenAfter(rejected), 1);
    assert.equal(brokenAfter(rejected, edit(verifyOtp(), under256, rejectCiphertext)), 1);
  });
});
