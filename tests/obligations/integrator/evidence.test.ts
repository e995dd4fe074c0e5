import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { AdapterAnswer } from '../../../support/exchange/evidence';
import {
  replaceAskedCall,
  edit,
  editAdapterAnswer,
  replaceFacts,
  replaceFieldFact,
  fromInstance,
  replaceBodyMembers,
  rejectCiphertext,
  unopened,
} from './edits';
import type { JourneyStep } from './exchanges';
import {
  requestCertificate,
  returnCiphertext,
  playSteps,
  sendFields,
  sendPlainMobile,
  session,
  verifyOtp,
} from './exchanges';
import { brokenIds, concludeFromEvidence } from './judge';
import { plainTextOrEmpty } from '../../plain';

describe('a ciphertext that no known key opens', () => {
  const sealed = () =>
    editAdapterAnswer(returnCiphertext('identity', 'value-1'), unopened({ padding: 'unknown' }));
  const recording = playSteps([session(), requestCertificate('identity'), sealed(), sealed(), sealed()]);

  it('breaks CRT-09 alone: how it is padded is not seen', () => {
    assert.deepEqual(brokenIds(recording), ['CRT-09']);
    const [breach] = concludeFromEvidence('CRT-09', recording).breaches;
    assert.match(plainTextOrEmpty(breach?.seen), /none of the known keys opens/);
    assert.match(plainTextOrEmpty(breach?.cause), /a key that the suite never gave/);
  });

  it('keeps nothing: any bytes of that length have the form', () => {
    for (const id of ['ENC-02', 'ENC-03', 'ENC-04', 'ENC-06', 'ENC-07'] as const)
      assert.equal(concludeFromEvidence(id, recording).observations, 0, id);
  });
});

describe('a ciphertext that the adapter gives back', () => {
  const returned = returnCiphertext('identity', 'national-id-1');

  it('does not show what would be sent; the raw value shows it', () => {
    const start = [session(), requestCertificate('identity')];
    assert.equal(concludeFromEvidence('ENC-02', playSteps([...start, returned])).observations, 0);
    assert.ok(concludeFromEvidence('ENC-02', playSteps([...start, returned, sendFields()])).observations > 0);
    const bare = { form: 'text', readable: { planted: 'national-id-1', encoding: 'raw' } } as const;
    assert.deepEqual(brokenIds(playSteps([...start, editAdapterAnswer(returned, unopened(bare))])), [
      'ENC-02',
    ]);
  });
});

describe('a value over the limit', () => {
  const sized =
    (valueBytes: number, service: 'identity' | 'registry' = 'identity'): JourneyStep<AdapterAnswer> =>
    (at, n) => ({
      ...returnCiphertext(service, 'value-1')(at, n),
      facts: { adapter: { outcome: 'result', valueBytes } },
    });
  const limits = [sized(214), sized(215)];
  const under = (changes: Parameters<typeof unopened>[0]): JourneyStep<AdapterAnswer> =>
    editAdapterAnswer(returnCiphertext('identity', 'value-1'), unopened(changes));
  const start = [session(), requestCertificate('identity')];

  it('breaks ENC-14 where it is encrypted', () => {
    assert.deepEqual(brokenIds(playSteps([...start, ...limits])), ['ENC-14']);
  });

  for (const [code, observed] of [
    [-32001, 1],
    [-32000, 1],
    [-32603, 0],
  ] as const)
    it(`is ${observed === 1 ? '' : 'not '}refused by error ${code}`, () => {
      const over: JourneyStep<AdapterAnswer> = (at, n) => ({
        ...sized(215)(at, n),
        body: { text: JSON.stringify({ error: { code, message: 'too long' } }), bytes: 50 },
        facts: { adapter: { outcome: 'refused', code, valueBytes: 215 } },
      });
      const conclusion = concludeFromEvidence('ENC-14', playSteps([...start, sized(214), over]));
      assert.deepEqual([conclusion.observations, conclusion.breachCount], [observed, 0]);
      const told = observed === 1 ? conclusion.notes[0] : conclusion.unjudged[0]?.text;
      assert.match(plainTextOrEmpty(told), new RegExp(`error ${code}`));
    });

  it('is judged by a value that fits for the same service only', () => {
    const conclusion = concludeFromEvidence(
      'ENC-14',
      playSteps([...start, sized(214), sized(215, 'registry')]),
    );
    assert.deepEqual([conclusion.observations, conclusion.breachCount], [0, 0]);
    assert.match(
      plainTextOrEmpty(conclusion.unjudged[0]?.text),
      /^a value of 214 bytes for registry, which fits/,
    );
    const fitting = [sized(214), sized(214, 'registry'), sized(215, 'registry')];
    assert.equal(concludeFromEvidence('ENC-14', playSteps([...start, ...fitting])).breachCount, 1);
  });

  it('fits a longer key, which has a name of its own', () => {
    const longer = { padding: 'unknown', bytes: 512 } as const;
    assert.deepEqual(brokenIds(playSteps([...start, under(longer), ...limits])), ['ENC-03']);
    const known = { padding: 'oaep-sha1', bytes: 512, key: 'callback JWKS', ownKey: false } as const;
    assert.deepEqual(brokenIds(playSteps([...start, under(known), ...limits])), ['CRT-09']);
    assert.equal(
      concludeFromEvidence('ENC-14', playSteps([...start, under(longer), ...limits])).observations,
      0,
    );
  });

  it('does not fit another key of the same length', () => {
    const other = { padding: 'oaep-sha1', key: 'callback JWKS', ownKey: false } as const;
    assert.deepEqual(brokenIds(playSteps([...start, under(other), ...limits])), ['CRT-09', 'ENC-14']);
  });
});

const keyOf = (digest: string): JourneyStep =>
  edit(requestCertificate('registry'), replaceFacts({ publicKey: { form: 'pem', digest } }));
const retired = replaceFieldFact({ key: 'registry (retired)' });

describe('a key that was renewed', () => {
  it('may be the old one until the certificate was fetched again', () => {
    const steps = [
      session(),
      keyOf('a'),
      verifyOtp(),
      edit(verifyOtp(), retired, rejectCiphertext),
      keyOf('b'),
    ];
    assert.deepEqual(brokenIds(playSteps([...steps, verifyOtp()])), []);
  });

  it('breaks CRT-09 where the old one is used after that', () => {
    const steps = [session(), keyOf('a'), edit(verifyOtp(), retired, rejectCiphertext), keyOf('b')];
    const sha256 = replaceFieldFact({ padding: 'oaep-sha256' });
    const recording = playSteps([...steps, edit(verifyOtp(), retired, sha256, rejectCiphertext)]);
    assert.deepEqual(brokenIds(recording), ['CRT-09']);
    assert.match(
      plainTextOrEmpty(concludeFromEvidence('CRT-09', recording).breaches[0]?.cause),
      /fetched again/,
    );
  });

  it('is known to the process alone that fetched it', () => {
    const other = fromInstance('process-2');
    const steps = [session(), keyOf('a'), edit(session(2), other), edit(keyOf('a'), other), keyOf('b')];
    assert.deepEqual(brokenIds(playSteps([...steps, edit(verifyOtp(), retired, other)])), []);
  });
});

describe('a rejection of what was no ciphertext', () => {
  const fetchedAgain = edit(requestCertificate('registry'), replaceAskedCall('otp.verify', 'registry'));
  const raw = unopened({ form: 'text', readable: { planted: 'otp-1', encoding: 'raw' } });

  it('excuses another fetch', () => {
    const steps = [session(), requestCertificate('registry'), verifyOtp(), verifyOtp(), verifyOtp()];
    const recording = playSteps([...steps, edit(verifyOtp(), raw, rejectCiphertext), fetchedAgain]);
    assert.deepEqual(concludeFromEvidence('CRT-07', recording).breaches, []);
  });
});

describe('an OTP under another name', () => {
  it('breaks OTP-01 alone', () => {
    const renamed = edit(
      verifyOtp(),
      replaceBodyMembers({ otp: undefined, otpValue: 'x'.repeat(344) }),
      replaceFieldFact({ pointer: '/otpValue', wanted: 'plain' }),
    );
    assert.deepEqual(
      brokenIds(playSteps([session(), requestCertificate('registry'), verifyOtp(), renamed])),
      ['OTP-01'],
    );
  });
});

describe('a mobile number', () => {
  const before = [session(), requestCertificate('identity')];

  it('shows something once it was seen in both kinds of field', () => {
    assert.equal(concludeFromEvidence('ENC-15', playSteps([...before, sendPlainMobile()])).observations, 0);
    assert.equal(concludeFromEvidence('ENC-15', playSteps([...before, sendFields()])).observations, 0);
    assert.equal(
      concludeFromEvidence('ENC-15', playSteps([...before, sendFields(), sendPlainMobile()])).observations,
      2,
    );
  });
});
