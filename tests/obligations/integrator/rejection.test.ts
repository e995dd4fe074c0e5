import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { answer, asSeenByProxy, edit, field, from, path, rejected } from './edits';
import type { Step } from './exchanges';
import { certificate, play, session, unasked, verifyOtp } from './exchanges';
import { defaultReadings } from '../../../support/contract/readings';
import { plain } from '../../plain';
import { broken, conclude, context } from './judge';

describe('after a rejection', () => {
  const start = [session(), certificate('registry'), edit(verifyOtp(), rejected)];

  it('a ciphertext without a fetch breaks CRT-08', () => {
    const recording = play([...start, verifyOtp()]);
    assert.deepEqual(broken(recording), ['CRT-08']);
    assert.deepEqual(conclude('CRT-08', recording).breaches[0]?.exchanges, [4, 3]);
  });

  it('a fetch first keeps CRT-08', () => {
    const recording = play([...start, unasked('registry'), verifyOtp(), verifyOtp()]);
    assert.deepEqual(broken(recording), []);
    assert.equal(conclude('CRT-08', recording).observations, 1);
  });

  it('a fetch from the other service does not count', () => {
    assert.deepEqual(broken(play([...start, unasked('identity'), verifyOtp()])), ['CRT-08']);
  });

  it('a fetch that failed decides nothing', () => {
    const recording = play([...start, edit(unasked('registry'), answer(503)), verifyOtp()]);
    assert.deepEqual(broken(recording), []);
    assert.equal(conclude('CRT-08', recording).unjudged.length, 1);
  });

  it('what was under way already is not judged', () => {
    assert.deepEqual(broken(play([...start, verifyOtp()], 10)), []);
  });

  it('another process goes on with its own', () => {
    assert.deepEqual(broken(play([...start, edit(verifyOtp(), from('process-2'))])), []);
  });

  it('a refusal for another reason asks for no fetch', () => {
    const wrongOtp = answer(400, { error: { code: 'SVC-1002', message: 'Invalid OTP' } });
    const recording = play([session(), certificate('registry'), edit(verifyOtp(), wrongOtp), verifyOtp()]);
    assert.deepEqual(broken(recording), []);
    assert.equal(conclude('CRT-08', recording).observations, 0);
  });

  const sha256 = (...edits: Parameters<typeof edit>[1][]) =>
    edit(verifyOtp(), field({ padding: 'oaep-sha256' }), ...edits);

  const saying = (message: string, status = 400) =>
    edit(verifyOtp(), answer(status, { error: { code: 'SVC-1001', message } }));

  for (const message of [
    'encryptedOtp is incorrect',
    'Invalid encrypted value: not Base64',
    'Bad encryptedOtp',
  ])
    it(`nothing is concluded where the answer is neither a decryption nor a padding error: ${message}`, () => {
      const refused = [session(), certificate('registry'), saying(message)];
      for (const between of [[], [unasked('registry')]]) {
        const recording = play([...refused, ...between, saying(message), saying(message)]);
        assert.deepEqual(broken(recording), []);
        for (const id of ['CRT-08', 'ENC-05']) assert.equal(conclude(id, recording).observations, 0, id);
      }
    });

  for (const message of ['BadPaddingException', 'Invalid encrypted value: decryption failed'])
    it(`the words may be others: ${message}`, () => {
      const recording = play([session(), certificate('registry'), saying(message), verifyOtp()]);
      assert.deepEqual(broken(recording), ['CRT-08']);
    });

  for (const message of ['encryptedOtp is incorrect', 'Bad cipher'])
    it(`a client may be careful where the words may mean such an error: ${message}`, () => {
      const steps = [session(), certificate('registry'), saying(message, 422), unasked('registry'), sha256()];
      const recording = play([...steps, verifyOtp(), verifyOtp()]);
      assert.deepEqual(broken(recording), []);
      assert.equal(conclude('ENC-05', recording).observations, 0);
    });

  it('a wrong OTP after a retry is no second rejection', () => {
    const recording = play([...start, unasked('registry'), saying('encryptedOtp is incorrect')]);
    assert.equal(conclude('ENC-05', recording).observations, 0);
  });

  it('the words that a target names are those of the error', () => {
    const reading = { status: 422, words: ['cipher'], shape: 'any' } as const;
    const about = { ...context, readings: { ...defaultReadings, 'encryption-rejection': reading } };
    const recording = play([session(), certificate('registry'), saying('bad cipher', 422), verifyOtp()]);
    assert.deepEqual(broken(recording, about), ['CRT-08']);
  });

  it('is judged in the recording of a proxy, where the first attempt may be that under SHA-256', () => {
    const seen = (...steps: Step[]) => play([...start, ...steps]).map(asSeenByProxy);
    assert.deepEqual(broken(seen(verifyOtp())), []);
    assert.deepEqual(broken(seen(verifyOtp(), verifyOtp())), ['CRT-08']);
  });

  it('one attempt under SHA-256 at that operation is free', () => {
    for (const retry of [sha256(), sha256(rejected)]) {
      const fetched = play([...start, retry, unasked('registry'), verifyOtp()]);
      assert.deepEqual(broken(fetched), []);
      assert.equal(conclude('CRT-08', fetched).observations, 1);
      assert.equal(conclude('ENC-05', fetched).observations, 1);
      const alone = conclude('CRT-08', play([...start, retry]));
      assert.deepEqual([alone.observations, alone.unjudged.length], [0, 1]);
    }
  });

  it('no fetch after it breaks CRT-08, and so does another operation, or a second attempt', () => {
    const elsewhere = sha256(path('verifyOTP', 'verifyAgain'));
    for (const steps of [[sha256(), verifyOtp()], [sha256(), sha256()], [elsewhere]])
      assert.deepEqual(conclude('CRT-08', play([...start, ...steps])).breachCount, 1);
    const [breach] = conclude('CRT-08', play([...start, sha256(), verifyOtp()])).breaches;
    assert.deepEqual(breach?.exchanges, [5, 3]);
    assert.match(plain(breach.cause), /^the rejection was recognised/);
  });

  it('a fetch after the next ciphertext is a warning, under a cause of its own', () => {
    for (const steps of [
      [verifyOtp()],
      [sha256(), verifyOtp()],
      [sha256(rejected), edit(verifyOtp(), rejected)],
    ]) {
      const late = conclude('CRT-08', play([...start, ...steps, unasked('registry'), verifyOtp()]));
      assert.deepEqual([late.breachCount, late.warningCount], [1, 1]);
      assert.match(plain(late.breaches[0]?.cause), /after the next ciphertext; the document shows no order/);
    }
  });
});
