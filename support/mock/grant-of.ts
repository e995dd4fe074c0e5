import type { OtpGrant } from '../targets/target';
import type { MockAccount } from './account';
import { otpGrantsOf } from './account';
import { sameSecret } from './request-checks';

/**
 * Returns the grant with an OTP that equals all of these values, or else `undefined`. `txnId` must be the grant's own,
 * unless it is `undefined`. Compares with all grants, so that the response time does not reveal a partial match.
 */
export function grantOf(
  values: readonly string[],
  txnId: unknown,
  account: MockAccount,
): OtpGrant | undefined {
  const [granted] = otpGrantsOf(account).filter((each) => {
    const right = values.map((value) => sameSecret(value, each.value));
    const rightTransaction =
      txnId === undefined || sameSecret(typeof txnId === 'string' ? txnId : '', each.txnId);
    return rightTransaction && right.length > 0 && right.every(Boolean);
  });
  return granted;
}
