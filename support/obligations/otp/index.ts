import { defineArea } from '../judge/home';
import { otpAnswerShape, otpTransactionEchoed, rightOtpSucceeds } from './answer';
import { otpOperation, transactionContinued } from './request';

/** How the registry verifies a national-ID OTP (clauses 2.5, 4.3). */
export const otp = defineArea('otp', [
  otpOperation,
  transactionContinued,
  otpAnswerShape,
  otpTransactionEchoed,
  rightOtpSucceeds,
]);
