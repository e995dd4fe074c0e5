import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { answer, asked, edit, facts, field, rejected } from './edits';
import type { Step } from './exchanges';
import {
  certificate,
  ciphertextOf,
  goodField,
  play,
  request,
  sendFields,
  session,
  verifyOtp,
} from './exchanges';
import { broken, conclude, observed } from './judge';
import { submitClaim, triggerPayer } from './payer-exchanges';
import { accessToken } from '../recorded';

/** An OTP and a national-ID number as fields, to a registry whose client verifies no OTP by an operation of its own. */
const sendToRegistry = (): Step => (at, n) => {
  const [otp, nationalId] = [n * 100, n * 100 + 1].map((each) => ciphertextOf(each).toString('base64'));
  const draft = request(
    {
      service: 'registry',
      method: 'POST',
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

const unasked = (service: 'identity' | 'registry'): Step =>
  edit(certificate(service), asked('fields.send', service));

describe('a registry that gets its OTP as a field', () => {
  const recording = play([session(), certificate('registry'), sendToRegistry(), sendToRegistry()]);

  it('shows what an OTP shows', () => {
    assert.deepEqual(broken(recording), []);
    for (const id of ['ENC-01', 'ENC-04', 'ENC-08', 'ENC-09', 'ENC-10', 'CRT-07', 'CRT-09'])
      assert.ok(observed(recording).includes(id), id);
  });

  it('shows none of it where the OTP is not accepted', () => {
    const refused = edit(sendToRegistry(), answer(400, { error: { code: 'SVC-1', message: 'no' } }));
    const seen = observed(play([session(), certificate('registry'), refused, refused]));
    for (const id of ['ENC-01', 'ENC-09', 'ENC-10']) assert.ok(!seen.includes(id), id);
  });

  it('breaks ENC-10 by a transaction that is encrypted', () => {
    const needless = edit(sendToRegistry(), field({ form: 'base64', bytes: 256, key: 'registry' }, '/txnId'));
    assert.deepEqual(broken(play([session(), certificate('registry'), needless])), ['ENC-10']);
  });
});

describe('planted identifiers', () => {
  const leaking = edit(
    certificate('identity'),
    facts({ leaks: [{ planted: 'national-id-1', place: 'url', encoding: 'raw' }] }),
  );

  it('are looked for once a service has accepted fields, where no OTP is verified', () => {
    assert.equal(conclude('ENC-09', play([session(), certificate('identity')])).observations, 0);
    const recording = play([session(), certificate('identity'), sendFields()]);
    assert.ok(conclude('ENC-09', recording).observations > 0);
    assert.deepEqual(broken(play([session(), certificate('identity'), sendFields(), leaking])), ['ENC-09']);
  });

  it('wait for an OTP where one is verified', () => {
    const steps = [session(), certificate('identity'), sendFields(), edit(verifyOtp(), answer(401))];
    assert.equal(conclude('ENC-09', play(steps)).observations, 0);
    assert.ok(conclude('ENC-09', play([...steps, verifyOtp()])).observations > 0);
  });
});

describe('after a rejected ciphertext', () => {
  const start = [session(), certificate('identity'), certificate('registry'), sendFields()];

  it('of either service a client may drop both certificates', () => {
    for (const step of [sendFields(), verifyOtp()]) {
      const recording = play([...start, edit(step, rejected), unasked('registry'), unasked('identity')]);
      assert.deepEqual(conclude('CRT-07', recording).breaches, []);
      assert.ok(conclude('CRT-07', recording).observations > 0);
    }
  });

  it('one fetch of each is excused, and no second one', () => {
    const twice = [unasked('identity'), unasked('identity')];
    const recording = play([...start, edit(verifyOtp(), rejected), ...twice]);
    assert.equal(conclude('CRT-07', recording).breachCount, 1);
  });
});

/** A trigger whose bearer_auth is that token. */
const triggerWith = (pseudonym: string): Step =>
  edit(triggerPayer(), facts({ tokens: { 'request:bearer_auth': { pseudonym, jwt: true } } }));

describe('a client that triggers the payer alone', () => {
  const triggers = (pseudonym: string) =>
    play([session(), ...Array.from({ length: 5 }, () => triggerWith(pseudonym))]);

  it('keeps its token where bearer_auth has it', () => {
    assert.equal(conclude('TOK-01', triggers(accessToken(1))).observations, 4);
  });

  it('shows nothing of it by another token', () => {
    assert.equal(conclude('TOK-01', triggers('[dummy-payer-token-1]')).observations, 0);
  });

  it('names a cycle that the suite has begun for it, and no flow is judged by that', () => {
    const begun: Step = (at, n) => ({ ...submitClaim()(at, n), sender: 'suite', subject: 'integrator' });
    const recording = play([session(), begun, triggerPayer()]);
    assert.equal(conclude('DPY-03', recording).observations, 1);
    assert.deepEqual(conclude('DPY-03', recording).breaches, []);
    assert.deepEqual(
      [conclude('FLW-06', recording).observations, conclude('FLW-06', recording).unjudged],
      [0, []],
    );
    assert.deepEqual(conclude('DPY-03', play([session(), triggerPayer()])).breachCount, 1);
  });
});
