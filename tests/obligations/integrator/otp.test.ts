import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Step } from './exchanges';
import { at, eachBreaks } from './breaches';
import { answer, asSeenByProxy, asked, body, edit, facts, field, members, method, path } from './edits';
import type { Edit } from './edits';
import { certificate, ciphertextOf, play, session, verifyOtp } from './exchanges';
import { broken, conclude, context, journey } from './judge';
import { plain } from '../../plain';

const otp = (...edits: Edit[]) => at('firstOtp', (step) => edit(step, ...edits));
const wrongOtp = answer(400, { error: { code: 'SVC-1002', message: 'Invalid OTP' } });

eachBreaks('the verification of an OTP', [
  ['by PUT', ['OTP-01'], otp(method('PUT'), answer(405))],
  ['on a path of its own', ['OTP-01'], otp(path('verifyOTP', 'confirm'), answer(404))],
  ['in another spelling', ['OTP-01'], otp(path('verifyOTP', 'verifyOtp'), answer(404))],
  ['without v2', ['OTP-01', 'VER-01'], otp(path('/v2/', '/'), answer(404))],
  ['of v1', ['OTP-01', 'VER-01'], otp(path('/v2/', '/v1/'), answer(404))],
  ['without txnId', ['OTP-01'], otp(members({ txnId: undefined }))],
  ['with txnid', ['OTP-01'], otp(members({ txnId: undefined, txnid: 'x' }))],
  ['without otp', ['OTP-01'], otp(members({ otp: undefined }), facts({ fields: [] }))],
  ['with a number as txnId', ['OTP-01'], otp(members({ txnId: 7 }))],
  ['as a form', ['OTP-01'], otp(body('otp=x&txnId=y'), facts({ fields: [] }))],
  ['with a txnId of its own', ['OTP-02'], otp(members({ txnId: 'other' }), wrongOtp)],
  [
    'with an encrypted txnId',
    ['ENC-10'],
    otp(
      members({ txnId: ciphertextOf(5).toString('base64') }),
      field({ form: 'base64', bytes: 256, key: 'registry' }, '/txnId'),
      wrongOtp,
    ),
  ],
  ['with more members', [], otp(members({ scope: 'x' }))],
]);

it('an OTP at another base address, or in another segment than the target names, is told so', () => {
  const moves = [path('/v4/v2/', '/v2/'), path('/national-id/', '/aadhaar/')];
  for (const move of moves) {
    const [breach] = conclude('OTP-01', play(journey(otp(move)))).breaches;
    assert.match(plain(breach?.cause), /another base address .* or another segment than paths.nationalId/);
  }
});

describe('the versions of paths', () => {
  const other = (from: string, to: string) => edit(certificate('registry'), path(from, to), answer(404));

  it('are those of the registry', () => {
    assert.deepEqual(broken(play([session(), other('/api/v1/', '/api/v2/')])), ['VER-01']);
    assert.deepEqual(broken(play([session(), other('/api/v1/', '/api/')])), ['VER-01']);
  });

  it('are behind any base address', () => {
    const recording = play([
      session(),
      edit(certificate('registry'), (draft) => ({
        ...draft,
        request: { ...draft.request, url: draft.request.url.replace('/v4', '/hpr/v4') },
      })),
    ]);
    assert.deepEqual(broken(recording), []);
    assert.equal(conclude('VER-01', recording).observations, 1);
  });
});

eachBreaks('an operation of the provider side', [
  ['of v2', ['FLW-02', 'VER-01'], at('eligibility', (step) => edit(step, path('/v1/', '/v2/'), answer(404)))],
  [
    'without a version',
    ['FLW-02', 'VER-01'],
    at('eligibility', (step) => edit(step, path('/v1/', '/'), answer(404))),
  ],
]);

describe('the txnId in the recording of a proxy', () => {
  const step = (txnId: string) =>
    edit(
      certificate('registry'),
      path('/api/v1/auth/cert', '/v2/registration/national-id/generateOtp'),
      asked(),
      answer(200, { txnId }),
    );
  const recording = (...steps: Step[]) => play([session(), ...steps]).map(asSeenByProxy);
  const unknowing = { readings: context.readings };

  it('is that of the step before', () => {
    const own = edit(verifyOtp(), members({ txnId: 'given' }), wrongOtp);
    assert.deepEqual(broken(recording(step('given'), own), unknowing), []);
    assert.deepEqual(broken(recording(step('another'), own), unknowing), ['OTP-02']);
  });

  it('is right where the registry accepts it', () => {
    assert.equal(conclude('OTP-02', recording(verifyOtp()), unknowing).observations, 1);
  });

  it('is not known where no step was seen, and it was refused', () => {
    const { observations, unjudged } = conclude('OTP-02', recording(edit(verifyOtp(), wrongOtp)), unknowing);
    assert.deepEqual([observations, unjudged.length], [0, 1]);
  });
});
