import { missingAcceptedOtp } from '../../../support/obligations/judge/common-absences';
import type { Exchange } from '../../../support/exchange/exchange';
import { makeAsked, makeExchange, refusalBody } from '../exchanges';
import { answerWith, edit, replaceBodyMembers } from '../integrator/edits';
import { playSteps, requestCertificate, session, verifyOtp } from '../integrator/exchanges';
import type { AbsenceRows } from './rows';

const answer = (status: number, body: unknown): Exchange =>
  makeExchange({
    seq: 1,
    operation: 'otp.verify',
    service: 'registry',
    sent: { otp: 'x', txnId: 't' },
    asked: makeAsked('valid', 'otp/1', 'oaep-sha1'),
    status,
    body,
  });

const acceptedOtp = {
  missing: [answer(400, refusalBody('Invalid OTP'))],
  present: [answer(200, { txnId: 't', authResult: 'success', message: 'm' })],
};

/** The step that gives a transaction id, and the verification with this id. */
const step = edit(requestCertificate('registry'), answerWith(200, { txnId: 'given-1' }));
const otp = edit(
  verifyOtp(),
  replaceBodyMembers({ txnId: 'given-1' }),
  answerWith(400, refusalBody('Invalid OTP')),
);

export const otpAbsences: AbsenceRows = {
  'OTP-02': {
    'the earlier step that gave the transaction id': {
      missing: playSteps([session(), otp]),
      present: playSteps([session(), step, otp]),
    },
  },
  'OTP-03': { [missingAcceptedOtp]: acceptedOtp },
  'OTP-04': { [missingAcceptedOtp]: acceptedOtp },
  'OTP-05': { [missingAcceptedOtp]: acceptedOtp },
};
