import type { Exchange } from '../../exchange/exchange';
import { intended } from '../../exchange/exchange';
import { findMember } from '../../exchange/members';

const verifies = (exchange: Exchange): boolean => intended(exchange) === 'otp.verify';

/**
 * Whether OTP verifications are among these requests, and each says a txnId that the client was given: by the target, or
 * by the answer to an earlier step. The answer to a verification may echo what it was sent.
 */
export function useGivenTxnIds(
  requests: readonly Exchange[],
  before: readonly Exchange[],
  ofTarget: readonly string[] = [],
): boolean {
  const answered = before
    .filter((each) => !verifies(each))
    .flatMap(({ response }) => findMember(response?.body?.text, 'txnId') ?? []);
  const given: readonly unknown[] = [...ofTarget, ...answered];
  const verifications = requests.filter(verifies);
  const sent = verifications.flatMap(({ request }) => findMember(request.body?.text, 'txnId') ?? []);
  return verifications.length > 0 && sent.every((txnId) => given.includes(txnId));
}
