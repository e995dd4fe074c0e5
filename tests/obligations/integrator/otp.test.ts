import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { JourneyStep } from './exchanges';
import { changeStep, describeBreaches } from './breaches';
import {
  answerWith,
  asSeenByProxy,
  replaceAskedCall,
  replaceBody,
  edit,
  replaceFacts,
  replaceFieldFact,
  replaceBodyMembers,
  replaceMethod,
  replaceByUnknownPath,
} from './edits';
import type { ExchangeEdit } from './edits';
import { requestCertificate, ciphertextOf, playSteps, session, verifyOtp, txnId } from './exchanges';
import { brokenIds, concludeFromEvidence, defaultRuleContext, journey } from './judge';
import { plainTextOrEmpty } from '../../plain';

const otp = (...edits: ExchangeEdit[]) => changeStep('firstOtp', (step) => edit(step, ...edits));
const wrongOtp = answerWith(400, { error: { code: 'SVC-1002', message: 'Invalid OTP' } });

describeBreaches('the verification of an OTP', [
  ['by PUT', ['OTP-01'], otp(replaceMethod('PUT'), answerWith(405))],
  ['on a path of its own', ['OTP-01'], otp(replaceByUnknownPath('verifyOTP', 'confirm'), answerWith(404))],
  ['in another spelling', ['OTP-01'], otp(replaceByUnknownPath('verifyOTP', 'verifyOtp'), answerWith(404))],
  ['without v2', ['OTP-01', 'VER-01'], otp(replaceByUnknownPath('/v2/', '/'), answerWith(404))],
  ['of v1', ['OTP-01', 'VER-01'], otp(replaceByUnknownPath('/v2/', '/v1/'), answerWith(404))],
  ['without txnId', ['OTP-01'], otp(replaceBodyMembers({ txnId: undefined }))],
  ['with txnid', ['OTP-01'], otp(replaceBodyMembers({ txnId: undefined, txnid: 'x' }))],
  ['without otp', ['OTP-01'], otp(replaceBodyMembers({ otp: undefined }), replaceFacts({ fields: [] }))],
  ['with a number as txnId', ['OTP-01'], otp(replaceBodyMembers({ txnId: 7 }))],
  ['as a form', ['OTP-01'], otp(replaceBody(`otp=x&txnId=${txnId}`), replaceFacts({ fields: [] }))],
  ['with a txnId of its own', ['OTP-02'], otp(replaceBodyMembers({ txnId: 'other' }), wrongOtp)],
  [
    'with an encrypted txnId',
    ['ENC-10'],
    otp(
      replaceBodyMembers({ txnId: ciphertextOf(5).toString('base64') }),
      replaceFieldFact({ form: 'base64', bytes: 256, key: 'registry' }, '/txnId'),
      wrongOtp,
    ),
  ],
  ['with more members', [], otp(replaceBodyMembers({ scope: 'x' }))],
]);

it('an OTP at another base address, or in another segment than the target names, is told so', () => {
  const moves = [replaceByUnknownPath('/v4/v2/', '/v2/'), replaceByUnknownPath('/national-id/', '/aadhaar/')];
  for (const move of moves) {
    const [breach] = concludeFromEvidence('OTP-01', playSteps(journey(otp(move)))).breaches;
    assert.match(
      plainTextOrEmpty(breach?.cause),
      /another base address .* or another segment than paths.nationalId/,
    );
  }
});

describe('the versions of paths', () => {
  const other = (from: string, to: string) =>
    edit(requestCertificate('registry'), replaceByUnknownPath(from, to), answerWith(404));

  it('are those of the registry', () => {
    assert.deepEqual(brokenIds(playSteps([session(), other('/api/v1/', '/api/v2/')])), ['VER-01']);
    assert.deepEqual(brokenIds(playSteps([session(), other('/api/v1/', '/api/')])), ['VER-01']);
  });

  it('are behind any base address', () => {
    const recording = playSteps([
      session(),
      edit(requestCertificate('registry'), (draft) => ({
        ...draft,
        request: { ...draft.request, url: draft.request.url.replace('/v4', '/hpr/v4') },
      })),
    ]);
    assert.deepEqual(brokenIds(recording), []);
    assert.equal(concludeFromEvidence('VER-01', recording).observations, 1);
  });
});

describeBreaches('an operation of the provider side', [
  [
    'of v2',
    ['FLW-02', 'VER-01'],
    changeStep('eligibility', (step) => edit(step, replaceByUnknownPath('/v1/', '/v2/'), answerWith(404))),
  ],
  [
    'without a version',
    ['FLW-02', 'VER-01'],
    changeStep('eligibility', (step) => edit(step, replaceByUnknownPath('/v1/', '/'), answerWith(404))),
  ],
]);

describe('the txnId in the recording of a proxy', () => {
  const step = (txnId: string) =>
    edit(
      requestCertificate('registry'),
      replaceByUnknownPath('/api/v1/auth/cert', '/v2/registration/national-id/generateOtp'),
      replaceAskedCall(),
      answerWith(200, { txnId }),
    );
  const recording = (...steps: JourneyStep[]) => playSteps([session(), ...steps]).map(asSeenByProxy);
  const unknowing = { readings: defaultRuleContext.readings };

  it('is that of the step before', () => {
    const own = edit(verifyOtp(), replaceBodyMembers({ txnId: 'given' }), wrongOtp);
    assert.deepEqual(brokenIds(recording(step('given'), own), unknowing), []);
    const inRun = { ...unknowing, playsServices: true };
    assert.deepEqual(brokenIds(recording(step('another'), own), inRun), ['OTP-02']);
  });

  it('is right where the registry accepts it', () => {
    assert.equal(concludeFromEvidence('OTP-02', recording(verifyOtp()), unknowing).observations, 1);
  });

  it('is judged as in a run only if the suite plays the services, whichever ids it knows', () => {
    const own = edit(verifyOtp(), replaceBodyMembers({ txnId: 'own' }));
    const exchanges = recording(step('given'), own);
    assert.deepEqual(brokenIds(exchanges, { ...unknowing, txnIds: ['known'] }), []);
    assert.deepEqual(brokenIds(exchanges, { ...unknowing, playsServices: true }), ['OTP-02']);
  });

  it('is not known where no step was seen, and it was refused', () => {
    const { observations, unjudged } = concludeFromEvidence(
      'OTP-02',
      recording(edit(verifyOtp(), wrongOtp)),
      unknowing,
    );
    assert.deepEqual([observations, unjudged.length], [0, 1]);
  });
});
