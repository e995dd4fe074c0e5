import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  answerWith,
  replaceAskedCall,
  edit,
  replaceFacts,
  replaceFieldFact,
  rejectCiphertext,
} from './edits';
import type { JourneyStep } from './exchanges';
import {
  requestCertificate,
  ciphertextOf,
  goodField,
  playSteps,
  unnumberedRequest,
  sendFields,
  session,
  verifyOtp,
} from './exchanges';
import { brokenIds, concludeFromEvidence, observedIds } from './judge';
import { submitClaim, triggerPayer } from './payer-exchanges';
import { numberedAccessToken } from '../recorded';

/** An OTP and a national-ID number as fields, to a registry whose client verifies no OTP by an operation of its own. */
const sendToRegistry = (): JourneyStep => (at, n) => {
  const [otp, nationalId] = [n * 100, n * 100 + 1].map((each) => ciphertextOf(each).toString('base64'));
  const draft = unnumberedRequest(
    {
      service: 'registry',
      path: '/api/v1/enrolment/fields',
      call: 'fields.send',
      body: { otp, nationalId, txnId: 'a' },
    },
    at,
    n,
  );
  const fields = [
    goodField('registry', '/otp', 'otp-1'),
    goodField('registry', '/nationalId', 'national-id-1'),
    { pointer: '/txnId', wanted: 'plain', form: 'text' } as const,
  ];
  return { ...draft, facts: { ...draft.facts, fields } };
};

const unasked = (service: 'identity' | 'registry'): JourneyStep =>
  edit(requestCertificate(service), replaceAskedCall('fields.send', service));

describe('a registry that gets its OTP as a field', () => {
  const recording = playSteps([
    session(),
    requestCertificate('registry'),
    sendToRegistry(),
    sendToRegistry(),
  ]);

  it('shows what an OTP shows', () => {
    assert.deepEqual(brokenIds(recording), []);
    for (const id of ['ENC-01', 'ENC-04', 'ENC-08', 'ENC-09', 'ENC-10', 'CRT-07', 'CRT-09'])
      assert.ok(observedIds(recording).includes(id), id);
  });

  it('shows none of it where the OTP is not accepted', () => {
    const refused = edit(sendToRegistry(), answerWith(400, { error: { code: 'SVC-1', message: 'no' } }));
    const seen = observedIds(playSteps([session(), requestCertificate('registry'), refused, refused]));
    for (const id of ['ENC-01', 'ENC-09', 'ENC-10']) assert.ok(!seen.includes(id), id);
  });

  it('breaks ENC-10 by a transaction that is encrypted', () => {
    const needless = edit(
      sendToRegistry(),
      replaceFieldFact({ form: 'base64', bytes: 256, key: 'registry' }, '/txnId'),
    );
    assert.deepEqual(brokenIds(playSteps([session(), requestCertificate('registry'), needless])), ['ENC-10']);
  });
});

describe('planted identifiers', () => {
  const leaking = edit(
    requestCertificate('identity'),
    replaceFacts({ leaks: [{ planted: 'national-id-1', place: 'url', encoding: 'raw' }] }),
  );

  it('are looked for once a service has accepted fields, where no OTP is verified', () => {
    assert.equal(
      concludeFromEvidence('ENC-09', playSteps([session(), requestCertificate('identity')])).observations,
      0,
    );
    const recording = playSteps([session(), requestCertificate('identity'), sendFields()]);
    assert.ok(concludeFromEvidence('ENC-09', recording).observations > 0);
    assert.deepEqual(
      brokenIds(playSteps([session(), requestCertificate('identity'), sendFields(), leaking])),
      ['ENC-09'],
    );
  });

  it('wait for an OTP where one is verified', () => {
    const steps = [
      session(),
      requestCertificate('identity'),
      sendFields(),
      edit(verifyOtp(), answerWith(401)),
    ];
    assert.equal(concludeFromEvidence('ENC-09', playSteps(steps)).observations, 0);
    assert.ok(concludeFromEvidence('ENC-09', playSteps([...steps, verifyOtp()])).observations > 0);
  });
});

describe('after a rejected ciphertext', () => {
  const start = [session(), requestCertificate('identity'), requestCertificate('registry'), sendFields()];

  it('of either service a client may drop both certificates', () => {
    for (const step of [sendFields(), verifyOtp()]) {
      const recording = playSteps([
        ...start,
        edit(step, rejectCiphertext),
        unasked('registry'),
        unasked('identity'),
      ]);
      assert.deepEqual(concludeFromEvidence('CRT-07', recording).breaches, []);
      assert.ok(concludeFromEvidence('CRT-07', recording).observations > 0);
    }
  });

  it('one fetch of each is excused, and no second one', () => {
    const twice = [unasked('identity'), unasked('identity')];
    const recording = playSteps([...start, edit(verifyOtp(), rejectCiphertext), ...twice]);
    assert.equal(concludeFromEvidence('CRT-07', recording).breachCount, 1);
  });
});

/** A trigger whose bearer_auth is that token. */
const triggerWith = (pseudonym: string): JourneyStep =>
  edit(triggerPayer(), replaceFacts({ tokens: { 'request:bearer_auth': { pseudonym, jwt: true } } }));

describe('a client that triggers the payer alone', () => {
  const triggers = (pseudonym: string) =>
    playSteps([session(), ...Array.from({ length: 5 }, () => triggerWith(pseudonym))]);

  it('keeps its token where bearer_auth has it', () => {
    assert.equal(concludeFromEvidence('TOK-01', triggers(numberedAccessToken(1))).observations, 4);
  });

  it('shows nothing of it by another token', () => {
    assert.equal(concludeFromEvidence('TOK-01', triggers('[dummy-payer-token-1]')).observations, 0);
  });

  it('names a cycle that the suite has begun for it, and no flow is judged by that', () => {
    const begun: JourneyStep = (at, n) => ({
      ...submitClaim()(at, n),
      sender: 'suite',
      subject: 'integrator',
    });
    const recording = playSteps([session(), begun, triggerPayer()]);
    assert.equal(concludeFromEvidence('DPY-03', recording).observations, 1);
    assert.deepEqual(concludeFromEvidence('DPY-03', recording).breaches, []);
    assert.deepEqual(
      [
        concludeFromEvidence('FLW-06', recording).observations,
        concludeFromEvidence('FLW-06', recording).unjudged,
      ],
      [0, []],
    );
    assert.deepEqual(concludeFromEvidence('DPY-03', playSteps([session(), triggerPayer()])).breachCount, 1);
  });
});
