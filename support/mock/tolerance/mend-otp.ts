import type { Call, MockState } from '../seams';
import type { Mended } from './mended';
import { readLoosely, stringsIn } from './loose-body';
import { withJsonBody } from './mend-headers';

/**
 * The members `otp` and `txnId`, whatever they are called and however they are written. The transaction that was sent
 * is the one that comes back; whether it is the right one is judged on what arrived.
 */
export function mendOtp(call: Call, state: MockState): Mended {
  const values = stringsIn(readLoosely(call));
  const txnId = values.get('txnid') ?? state.account.txnId;
  const otp = values.get('otp') ?? [...values.values()].find((each) => opens(each, state));
  return {
    call: withJsonBody(call, { txnId, ...(otp !== undefined && { otp }) }),
    state: { ...state, account: { ...state.account, txnId } },
  };
}

function opens(text: string, { seams, account }: MockState): boolean {
  const opened = seams.cipher.decrypt(text);
  return opened.ok && opened.value === account.otp;
}
