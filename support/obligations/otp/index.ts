import { area } from '../judge/home';
import { otpOperation, transactionContinued } from './request';
import { otpAnswerShape, otpTransactionEchoed, rightOtpSucceeds } from './answer';

/** How the registry verifies a national-ID OTP (clauses 2.5, 4.3). */
export const otp = area('otp', [
  otpOperation,
  transactionContinued,
  otpAnswerShape,
  otpTransactionEchoed,
  rightOtpSucceeds,
]);
