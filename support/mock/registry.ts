import { constants } from '../contract/constants';
import { refuse, rejectField } from './refusals';
import { checkBearer, readJson, sameSecret } from './request-checks';
import type { Handler } from './seams';

/** The registry is under a v4 prefix (clause 9.2); its base address includes it. */
export const registryPrefix = '/v4';

interface OtpVerification {
  readonly otp: string;
  readonly txnId: string;
}

/** POST …/verifyOTP (clauses 2.5, 4.3). */
export const verifyOtp: Handler = async (call, state) => {
  const refused = await checkBearer(call, state, 'authorization');
  if (refused) return refused;
  const read = readJson<OtpVerification>(call, 'contract/otp-verification-request');
  if (!read.ok) return read.reply;
  // Before the transaction is looked at: a rejected ciphertext says so whatever it came with.
  const otp = state.seams.cipher.decrypt(read.body.otp);
  if (!otp.ok) return rejectField(otp.reason, state.readings);
  const rightOtp = sameSecret(otp.value, state.account.otp);
  const rightTransaction = sameSecret(read.body.txnId, state.account.txnId);
  if (!rightOtp || !rightTransaction) return refuse('wrongOtp');
  const message = 'OTP verified successfully';
  return { status: 200, body: { txnId: read.body.txnId, authResult: constants.authResultSuccess, message } };
};
