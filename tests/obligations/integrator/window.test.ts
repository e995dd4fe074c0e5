import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Exchange } from '../../../support/exchange/exchange';
import type { RuleContext } from '../../../support/obligations';
import { plainTextOrEmpty } from '../../plain';
import { numberedAccessToken } from '../recorded';
import type { ExchangeEdit } from './edits';
import {
  answerWith,
  asSeenByProxy,
  edit,
  fromInstance,
  rejectCiphertext,
  replaceBodyMembers,
  replaceFacts,
  replaceFieldFact,
  unopened,
} from './edits';
import type { JourneyStep } from './exchanges';
import { triggerExchange, uuid } from './cycle-exchanges';
import { ciphertextOf, playSteps, requestCertificate, sendFields, session, verifyOtp } from './exchanges';
import { brokenIds, concludeFromEvidence, defaultRuleContext } from './judge';

/** Recorded traffic: the suite does not play the services. */
const ofTraffic: RuleContext = { readings: defaultRuleContext.readings };

/** The mock: the suite plays the services, and does not wait for the client. */
const atMock: RuleContext = { ...ofTraffic, playsServices: true };

/** Removes the process of a step and keeps the facts that keys show, as in the recording of a mock. */
const anonymous: ExchangeEdit = fromInstance();

const window = (...steps: JourneyStep[]): Exchange[] => playSteps(steps.map((step) => edit(step, anonymous)));
const seenByProxy = (...steps: JourneyStep[]): Exchange[] => playSteps(steps).map(asSeenByProxy);

/** Requires that a recording breaks an obligation in a run, and that the same part of traffic leaves it open. */
function requireOpen(id: string, steps: readonly JourneyStep[], why: RegExp): void {
  assert.ok(brokenIds(playSteps(steps)).includes(id), `${id} in a run`);
  const conclusion = concludeFromEvidence(id, window(...steps), ofTraffic);
  assert.equal(conclusion.breachCount, 0, `${id} in traffic`);
  assert.match(plainTextOrEmpty(conclusion.unjudged[0]?.text ?? ''), why);
}

const rejected = edit(verifyOtp(), rejectCiphertext);
const start = [session(), requestCertificate('registry'), rejected];
const sha256 = edit(verifyOtp(), replaceFieldFact({ padding: 'oaep-sha256' }));

describe('what may come after the end of traffic', () => {
  it('is the fetch after a rejection', () => {
    requireOpen('CRT-08', [...start, verifyOtp()], /no fetch after it/);
  });

  it('is the fetch at the mock, which would be late', () => {
    const toldAtMock = (...steps: JourneyStep[]) => concludeFromEvidence('CRT-08', window(...steps), atMock);
    const once = toldAtMock(...start, verifyOtp());
    assert.deepEqual([once.breachCount, once.warningCount], [1, 1]);
    const often = toldAtMock(...start, verifyOtp(), verifyOtp(), verifyOtp());
    assert.deepEqual([often.breachCount, often.warningCount], [1, undefined]);
  });

  it('is the attempt under SHA-256 at the mock, unless attempts without SHA-256 are many', () => {
    const other = edit(
      rejected,
      replaceFacts({
        tokens: { 'request:authorization': { pseudonym: numberedAccessToken(2), jwt: true } },
      }),
    );
    const toldAtMock = (recording: readonly Exchange[]) =>
      concludeFromEvidence('ENC-05', recording, atMock).breachCount;
    const many = [rejected, rejected, rejected];
    assert.equal(toldAtMock(window(...start, rejected, rejected)), 0);
    assert.equal(toldAtMock(window(...start, ...many)), 1);
    assert.equal(toldAtMock(window(...start, other, other, other)), 0, 'another process');
    const atOnce = window(...start, ...many).map((each) => ({
      ...each,
      answeredAt: each.arrivedAt + 100_000,
    }));
    assert.equal(toldAtMock(atOnce), 0, 'sent before the first answer');
  });

  it('is the attempt under SHA-256 after a rejection', () => {
    requireOpen('ENC-05', [...start, requestCertificate('registry'), rejected], /may follow after the end/);
  });

  it('is the reaction to a 401', () => {
    const steps = [
      session(),
      edit(requestCertificate('identity'), answerWith(401)),
      requestCertificate('identity', numberedAccessToken(9)),
    ];
    const [note] = concludeFromEvidence('TOK-09', playSteps(steps)).notes.map(plainTextOrEmpty);
    assert.match(note ?? '', /: nothing$/);
    const { notes, unjudged } = concludeFromEvidence('TOK-09', window(...steps), ofTraffic);
    assert.deepEqual(notes, []);
    assert.match(
      plainTextOrEmpty(unjudged[0]?.text ?? ''),
      /neither a new session nor the same token after the 401/,
    );
  });
});

describe('what may have come before the beginning of traffic', () => {
  it('is the rejection of SHA-1', () => {
    const steps = [session(), requestCertificate('registry'), sha256];
    assert.deepEqual(brokenIds(playSteps(steps)), ['ENC-04']);
    assert.deepEqual(brokenIds(window(...steps), ofTraffic), []);
  });

  it('is the step that gave a transaction id', () => {
    const step = edit(requestCertificate('registry'), answerWith(200, { txnId: 'given-1' }));
    const otp = (txnId: string) =>
      edit(
        verifyOtp(),
        replaceBodyMembers({ txnId }),
        answerWith(400, { error: { code: 'SVC-1002', message: 'Invalid OTP' } }),
      );
    const recording = (txnId: string) => seenByProxy(session(), step, otp(txnId));
    assert.deepEqual(brokenIds(recording('other-1'), { ...ofTraffic, playsServices: true }), ['OTP-02']);
    assert.deepEqual(brokenIds(recording('other-1'), ofTraffic), []);
    const { unjudged } = concludeFromEvidence('OTP-02', recording('other-1'), ofTraffic);
    assert.match(plainTextOrEmpty(unjudged[0]?.text ?? ''), /does not contain the earlier step/);
    // An id in another spelling is still the id of the recorded step.
    assert.deepEqual(brokenIds(recording('GIVEN-1'), ofTraffic), ['OTP-02']);
  });

  it('is the session of a token, which counts once the service accepts it', () => {
    const call = requestCertificate('identity', numberedAccessToken(7));
    const told = (step: JourneyStep) => concludeFromEvidence('HDR-01', seenByProxy(step), ofTraffic);
    assert.equal(told(call).observations, 1);
    const refused = told(edit(call, answerWith(401)));
    assert.deepEqual([refused.observations, refused.breachCount], [0, 0]);
    assert.match(plainTextOrEmpty(refused.unjudged[0]?.text ?? ''), /does not contain the session/);
    const known = concludeFromEvidence(
      'HDR-01',
      seenByProxy(session(), edit(requestCertificate('identity'), answerWith(401))),
      ofTraffic,
    );
    assert.equal(known.observations, 1);
    assert.deepEqual(brokenIds(playSteps([session(), call])), ['HDR-01']);
  });
});

describe('the length of a ciphertext in traffic', () => {
  const key = (bits: number) =>
    edit(
      requestCertificate('registry'),
      replaceFacts({ publicKey: { form: 'pem', type: 'rsa', bits, digest: `${bits}` } }),
    );
  const ofBytes = (bytes: number) => {
    const otp = Buffer.concat([ciphertextOf(1), ciphertextOf(2)]).subarray(0, bytes);
    return edit(verifyOtp(), replaceBodyMembers({ otp: otp.toString('base64') }));
  };
  const broken = (about: RuleContext, ...steps: JourneyStep[]) =>
    brokenIds(seenByProxy(session(), ...steps), about);

  it('may be that of a key that was fetched before the recording began', () => {
    assert.deepEqual(broken(defaultRuleContext, ofBytes(512)), ['ENC-03']);
    assert.deepEqual(broken(ofTraffic, ofBytes(512)), []);
    assert.equal(
      concludeFromEvidence('ENC-03', seenByProxy(session(), ofBytes(512)), ofTraffic).observations,
      0,
    );
  });

  it('is that of no RSA key', () => {
    assert.deepEqual(broken(ofTraffic, ofBytes(255)), ['ENC-03']);
  });

  it('differs from that of the key in the recording', () => {
    assert.deepEqual(broken(ofTraffic, key(2048), ofBytes(512)), ['ENC-03']);
  });

  it('is that of the document, where a key of another length may have replaced an earlier one', () => {
    assert.deepEqual(broken(defaultRuleContext, key(4096), ofBytes(256)), ['ENC-03']);
    assert.deepEqual(broken(ofTraffic, key(4096), ofBytes(256)), []);
  });
});

describe('the next ciphertext after a rejection', () => {
  const other = edit(
    verifyOtp(),
    replaceFacts({
      tokens: { 'request:authorization': { pseudonym: numberedAccessToken(2), jwt: true } },
    }),
    replaceFieldFact({ padding: 'oaep-sha1', key: 'registry', ownKey: true }),
  );
  /** A run without the names of processes. */
  const ofRun: RuleContext = { ...defaultRuleContext };

  it('that has another token may be that of another process', () => {
    const steps = [...start, edit(other, anonymous)];
    assert.ok(!brokenIds(window(...steps), ofRun).includes('CRT-08'));
    assert.ok(brokenIds(window(...start, verifyOtp()), ofRun).includes('CRT-08'));
  });

  it('that has another token shows the fetch before it', () => {
    const fetch = requestCertificate('registry', numberedAccessToken(2));
    const recording = window(...start, session(2), fetch, edit(other, anonymous));
    const { observations, breachCount } = concludeFromEvidence('CRT-08', recording, atMock);
    assert.deepEqual([observations, breachCount], [1, 0]);
  });
});

describe('a client that ran before the mock started', () => {
  const old = edit(requestCertificate('identity', numberedAccessToken(9)), answerWith(401));
  const withToken = { 'request:authorization': { pseudonym: numberedAccessToken(9), jwt: true } };
  const unknown = edit(verifyOtp(), unopened({ padding: 'unknown' }));

  /** Requires that an obligation breaks at the mock, and is open if the client is older than the mock. */
  function requireOpenIfOlder(id: string, steps: readonly JourneyStep[]): void {
    assert.ok(brokenIds(window(session(), ...steps), atMock).includes(id), `${id} of a new client`);
    const { breachCount, unjudged } = concludeFromEvidence(id, window(old, session(), ...steps), atMock);
    assert.equal(breachCount, 0, `${id} of an older client`);
    assert.match(plainTextOrEmpty(unjudged[0]?.text ?? ''), /before the recording began/);
  }

  it('may remember SHA-256', () => {
    requireOpenIfOlder('ENC-04', [sha256]);
  });

  it('may have fetched another key', () => {
    requireOpenIfOlder('CRT-09', [unknown]);
    const only = edit(unknown, replaceFacts({ tokens: withToken }), answerWith(401));
    assert.deepEqual(brokenIds(window(only), atMock), []);
  });

  it('has to use the key that it fetched from this mock', () => {
    const publicKey = { form: 'pem', type: 'rsa', bits: 2048, digest: 'fetched' } as const;
    const fetch = edit(requestCertificate('registry'), replaceFacts({ publicKey }));
    const recording = window(old, session(), fetch, unknown);
    assert.ok(brokenIds(recording, atMock).includes('CRT-09'));
  });

  it('may have submitted the request that a trigger names', () => {
    const trigger = triggerExchange('preauth', 'Approve', uuid(1));
    const start = window(old);
    const seq = start.length + 1;
    assert.ok(brokenIds([{ ...trigger, seq }], atMock).includes('DPY-03'));
    assert.ok(!brokenIds([...start, { ...trigger, seq }], atMock).includes('DPY-03'));
  });
});

describe('a further fetch of a certificate in traffic', () => {
  const both = [requestCertificate('registry'), requestCertificate('identity')];
  const day = seenByProxy(
    session(),
    ...both,
    ...[1, 2].flatMap(() => [sendFields(), verifyOtp(), rejected, ...both]),
    sendFields(),
  );
  const told = (recording: readonly Exchange[], about = ofTraffic) =>
    concludeFromEvidence('CRT-07', recording, about);
  const without = (service: string) => day.filter((each) => each.service !== service);

  it('may follow an error of a service that is not recorded', () => {
    assert.equal(told(day).breachCount, 0);
    const { breachCount, observations, unjudged } = told(without('registry'));
    assert.deepEqual([breachCount, observations], [0, 0]);
    assert.match(plainTextOrEmpty(unjudged[0]?.text ?? ''), /no request to registry is recorded/);
  });

  it('is a breach if the target names only the one service', () => {
    const bases = [['identity', 'https://identity.example']] as const;
    assert.equal(told(without('registry'), { ...ofTraffic, bases }).breachCount, 2);
  });

  it('may follow a 503 to a value', () => {
    const busy = edit(verifyOtp(), answerWith(503));
    const steps = [session(), ...both, sendFields(), busy, ...both, sendFields(), verifyOtp()];
    assert.equal(told(seenByProxy(...steps)).breachCount, 0);
    assert.deepEqual(brokenIds(playSteps(steps)), []);
  });
});

it('a second session in traffic is not said to renew the first', () => {
  const steps = [session(1), session(2)];
  const notes = (recording: readonly Exchange[], about: RuleContext) =>
    concludeFromEvidence('TOK-05', recording, about).notes.map(plainTextOrEmpty);
  assert.match(notes(playSteps(steps), defaultRuleContext)[0] ?? '', /^renewed by a new session/);
  assert.match(notes(window(...steps), ofTraffic)[0] ?? '', /^another session was created/);
});
