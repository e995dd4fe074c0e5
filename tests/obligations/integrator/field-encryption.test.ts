import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { FieldFact } from '../../../support/exchange/facts';
import { judgeRecordingBy } from '../../../support/judging/loop';
import { changeStep, describeBreaches } from './breaches';
import {
  answerWith,
  asSeenByProxy,
  edit,
  editAdapterAnswer,
  replaceFacts,
  replaceFieldFact,
  replaceBodyMembers,
  rejectCiphertext,
  unopened,
} from './edits';
import type { JourneyStep } from './exchanges';
import { plainTextOrEmpty } from '../../plain';
import {
  requestCertificate,
  ciphertextOf,
  returnCiphertext,
  playSteps,
  sendFields,
  session,
  verifyOtp,
} from './exchanges';
import {
  brokenIds,
  concludeFromEvidence,
  defaultRuleContext,
  judge,
  observedIds,
  ofIntegrator,
} from './judge';

/** The first OTP, changed in what is found of it, and turned away where the registry cannot open it. */
const otp = (changes: Partial<FieldFact>) =>
  changeStep('firstOtp', (step) => edit(step, replaceFieldFact(changes)));
const shut = (changes: Partial<FieldFact>) =>
  changeStep('firstOtp', (step) => edit(step, unopened(changes), answerWith(401)));
const leak = replaceFacts({ leaks: [{ planted: 'otp-1', place: 'body', encoding: 'raw' }] });
const raw = { planted: 'otp-1', encoding: 'raw' };

describeBreaches('an OTP', [
  [
    'that is raw',
    ['ENC-01', 'ENC-09'],
    changeStep('firstOtp', (step) =>
      edit(step, unopened({ form: 'text', readable: raw }), leak, answerWith(401)),
    ),
  ],
  [
    'that is a number',
    ['ENC-01', 'ENC-09'],
    changeStep('firstOtp', (step) => edit(step, unopened({ form: 'not-a-string', readable: raw }), leak)),
  ],
  [
    'among other text',
    ['ENC-01', 'ENC-09'],
    changeStep('firstOtp', (step) => edit(step, unopened({ form: 'text' }), leak)),
  ],
  ['in Base64 only', ['ENC-01'], shut({ form: 'text', readable: { planted: 'otp-1', encoding: 'base64' } })],
  ['that is null', ['ENC-03'], shut({ form: 'not-a-string' })],
  ['in hexadecimal', ['ENC-03'], otp({ form: 'hex' })],
  ['in wrapped Base64', ['ENC-03'], otp({ form: 'base64-loose' })],
  ['with two ciphertexts joined', ['ENC-03'], shut({ form: 'base64-loose', bytes: 256 })],
  ['with two ciphertexts in one Base64', ['ENC-03'], shut({ bytes: 512, padding: 'unknown' })],
  ["under the other service's key", ['CRT-09'], otp({ key: 'identity', ownKey: false })],
  ["under the other service's longer key", ['CRT-09'], otp({ key: 'identity', ownKey: false, bytes: 512 })],
  ['under the callback JWKS', ['CRT-09'], otp({ key: 'callback JWKS', ownKey: false })],
  ['under the key before', [], otp({ key: 'registry (retired)', ownKey: false })],
  ['under SHA-256', ['ENC-04'], otp({ padding: 'oaep-sha256' })],
  ['under PKCS#1 v1.5', ['ENC-04'], otp({ padding: 'pkcs1-v1.5' })],
  ['without padding', ['ENC-04'], otp({ padding: 'none' })],
  ['that no key opens', ['CRT-09'], shut({ padding: 'unknown' })],
  [
    'joined with another value',
    ['ENC-06'],
    otp({ plaintext: { bytes: 18, contains: ['otp-1', 'national-id-1'], flaw: 'inside JSON' } }),
  ],
  ['in quotes', ['ENC-07'], otp({ plaintext: { bytes: 8, contains: ['otp-1'], flaw: 'in quotes' } })],
  ['of other bytes', ['ENC-07'], otp({ plaintext: { bytes: 12, contains: [] } })],
]);

const sent = (changes: Partial<FieldFact>, pointer: string) =>
  changeStep('fields', (step) => edit(step, replaceFieldFact(changes, pointer)));
const sentShut = (changes: Partial<FieldFact>, pointer: string) =>
  changeStep('fields', (step) => edit(step, unopened(changes, pointer)));

describeBreaches('a field for identity', [
  ['loginId raw', ['ENC-02'], sentShut({ form: 'text', readable: raw }, '/loginId')],
  ['national ID raw', ['ENC-02'], sentShut({ form: 'text', readable: raw }, '/nationalId')],
  ['mobile raw where it is encrypted', ['ENC-15'], sentShut({ form: 'text', readable: raw }, '/mobile')],
  ['mobile in hexadecimal', ['ENC-03'], sent({ form: 'hex' }, '/mobile')],
  ["under the registry's key", ['CRT-09'], sent({ key: 'registry', ownKey: false }, '/nationalId')],
  ['name encrypted', ['ENC-10'], sent({ form: 'base64', bytes: 256, key: 'identity' }, '/name')],
  ['name in Base64', ['ENC-10'], sent({ readable: { planted: 'value-9', encoding: 'base64' } }, '/name')],
  [
    'mobile encrypted where it is plain',
    ['ENC-15'],
    changeStep('plainMobile', (step) =>
      edit(step, unopened({ form: 'base64', bytes: 256, key: 'identity' })),
    ),
  ],
]);

const returned = (changes: Partial<FieldFact>) => () => ({
  encryptOnce: editAdapterAnswer(returnCiphertext('identity', 'national-id-3'), replaceFieldFact(changes)),
});

describeBreaches('what the adapter returns', [
  [
    'raw',
    ['ENC-02'],
    () => ({
      encryptOnce: editAdapterAnswer(
        returnCiphertext('identity', 'national-id-3'),
        unopened({ form: 'text', readable: raw }),
      ),
    }),
  ],
  ['under SHA-256', ['ENC-04'], returned({ padding: 'oaep-sha256' })],
  [
    'in another charset',
    ['ENC-07'],
    returned({ plaintext: { bytes: 9, contains: [], flaw: 'as ISO 8859-1' } }),
  ],
]);

describe('the prohibitions on OTPs', () => {
  const refused = edit(verifyOtp(), answerWith(400, { error: { code: 'SVC-1002', message: 'Invalid OTP' } }));

  it('are exercised by an OTP that is accepted', () => {
    for (const id of ['ENC-01', 'ENC-09', 'ENC-10']) {
      assert.ok(!observedIds(playSteps([session(), refused])).includes(id), id);
      assert.ok(observedIds(playSteps([session(), refused, verifyOtp()])).includes(id), id);
    }
  });

  it('are broken without one too', () => {
    const bare = edit(verifyOtp(), unopened({ form: 'text', readable: raw }), rejectCiphertext);
    const { observations, evidence } = concludeFromEvidence('ENC-01', playSteps([session(), bare]));
    assert.deepEqual([observations, evidence], [1, [2]]);
  });
});

describe('fields without facts', () => {
  const proxied = (...edits: Parameters<typeof edit>[1][]) =>
    brokenIds(playSteps([session(), edit(verifyOtp(), ...edits)]).map(asSeenByProxy));
  const coded = (coding: BufferEncoding) => replaceBodyMembers({ otp: ciphertextOf(9).toString(coding) });

  it('are judged by their form', () => {
    assert.deepEqual(proxied(), []);
    assert.deepEqual(proxied(replaceBodyMembers({ otp: '482913' })), ['ENC-01']);
    assert.deepEqual(proxied(replaceBodyMembers({ otp: 482913 })), ['ENC-01']);
    // A tool that redacts may have written these.
    for (const otp of ['[otp-1]', 'secret', '000000', 0])
      assert.deepEqual(proxied(replaceBodyMembers({ otp })), []);
    assert.deepEqual(proxied(replaceBodyMembers({ otp: null })), ['ENC-03']);
    assert.deepEqual(proxied(coded('hex')), ['ENC-03']);
    assert.deepEqual(proxied(coded('base64url')), ['ENC-03']);
    assert.deepEqual(
      proxied(
        replaceBodyMembers({ otp: `${ciphertextOf(9).toString('base64').slice(0, 76)}\n${'A'.repeat(268)}` }),
      ),
      ['ENC-03'],
    );
  });

  it('are those of clause 2.4', () => {
    const recording = playSteps([
      session(),
      edit(sendFields(), replaceBodyMembers({ loginId: '4829 1357 0264' })),
    ]);
    assert.deepEqual(brokenIds(recording.map(asSeenByProxy)), ['ENC-02']);
  });

  it('are plain beside the OTP, and encrypted only if a key shows it', () => {
    const encryptedId = replaceBodyMembers({ txnId: ciphertextOf(3).toString('base64') });
    const published = { form: 'pem', type: 'rsa', bits: 2048, digest: 'a' } as const;
    const steps = [session(), edit(requestCertificate('registry'), replaceFacts({ publicKey: published }))];
    const recording = playSteps([...steps, edit(verifyOtp(), encryptedId)]).map(asSeenByProxy);
    const { breachCount, observations, unjudged } = concludeFromEvidence('ENC-10', recording);
    assert.deepEqual([breachCount, observations, unjudged.length], [0, 0, 1]);
    assert.match(plainTextOrEmpty(unjudged[0]?.text), /only the key of the service shows if it is one/);
  });

  it('are plain if the service gave them, whatever their form', () => {
    const same = '~BXpZheSnopxuL1';
    const giving = edit(verifyOtp(), answerWith(200, { txnId: `‹base64, 256 bytes, canonical, ${same}›` }));
    const opaque = unopened({ form: 'base64', bytes: 256, same }, '/txnId');
    const returning = edit(verifyOtp(), opaque, answerWith(200));
    const obligation = ofIntegrator.find(({ id }) => id === 'ENC-10');
    assert.ok(obligation);
    // As recorded, so that the marks stay.
    const judged = (...steps: JourneyStep[]) =>
      judgeRecordingBy(obligation, playSteps([session(), verifyOtp(), ...steps]), defaultRuleContext);
    assert.deepEqual(judged(giving, returning)?.unjudged, []);
    assert.equal(judged(giving, returning)?.observations, 3);
    assert.equal(judged(returning, giving)?.unjudged.length, 1);
  });

  it('are as long as ciphertexts by chance, where no key was seen', () => {
    const long = edit(verifyOtp(), replaceBodyMembers({ code: ciphertextOf(3).toString('base64') }));
    const told = (...steps: JourneyStep[]) =>
      concludeFromEvidence('ENC-10', playSteps([...steps, verifyOtp(), long]).map(asSeenByProxy));
    const { breachCount, observations, notes, unjudged } = told();
    // What was kept elsewhere does not make up for it.
    assert.deepEqual([breachCount, observations], [0, 0]);
    assert.match(plainTextOrEmpty(notes[0]), /field \/code: as long as a ciphertext, but no key was seen/);
    assert.deepEqual(
      notes,
      unjudged.map(({ text }) => text),
    );
    const key = { form: 'pem', type: 'rsa', digest: 'a' } as const;
    const under = (bits: number) =>
      told(edit(requestCertificate('registry'), replaceFacts({ publicKey: { ...key, bits } })));
    assert.deepEqual([under(2048).breachCount, under(2048).observations], [0, 0]);
    const others = under(4096);
    assert.deepEqual([others.breachCount, others.observations], [0, 1]);
    assert.match(plainTextOrEmpty(others.notes[0]), /but the key that was seen has another length/);
  });

  it('are as long as the key that was seen', () => {
    const under = (bits: number) =>
      edit(
        requestCertificate('registry'),
        replaceFacts({ publicKey: { form: 'pem', type: 'rsa', bits, digest: `${bits}` } }),
      );
    const long = Buffer.concat([ciphertextOf(1), ciphertextOf(2)]).toString('base64');
    const sent = edit(verifyOtp(), replaceBodyMembers({ otp: long }));
    const brokenBy = (...steps: JourneyStep[]) =>
      brokenIds(playSteps([session(), ...steps]).map(asSeenByProxy));
    assert.deepEqual(brokenBy(under(2048), sent), ['ENC-03']);
    assert.deepEqual(brokenBy(sent), ['ENC-03']);
    assert.deepEqual(brokenBy(under(4096), sent), []);
    assert.deepEqual(brokenBy(under(4096), verifyOtp()), ['ENC-03']);
    // A client may hold on to the certificate of before.
    assert.deepEqual(brokenBy(under(2048), under(4096), verifyOtp(), sent), []);
  });

  it('of another length of key are a reading', () => {
    const [, found] = judge(playSteps([session(), verifyOtp()]).map(asSeenByProxy));
    assert.ok(found);
    assert.equal(concludeFromEvidence('ENC-03', playSteps([verifyOtp()]).map(asSeenByProxy)).observations, 1);
  });
});
