import type { Call, MockState } from '../seams';
import { constants } from '../../contract/constants';
import { clientCredentialsIn, readLoosely, stringsIn } from './loose-body';
import { withJsonBody } from './repair-headers';

/** A request as it would have been without its slips, and what the handler is to know besides. */
export interface Repaired {
  readonly call: Call;
  readonly state: MockState;
}

/** The credentials of the account, where one of both was sent in some way: it is that client, and no stranger. */
export function repairSession(call: Call, { account }: MockState): Call {
  const { clientId, clientSecret } = account;
  const given = clientCredentialsIn(call);
  const sent = [...stringsIn(readLoosely(call)).values(), ...given.clientId, ...given.clientSecret];
  if (!sent.some((each) => each === clientId || each === clientSecret)) return call;
  return withJsonBody(call, { clientId, clientSecret, grantType: constants.grantType });
}

/**
 * The members `otp` and `txnId`, whatever they are called and however they are written. The transaction that was sent
 * is the one that comes back; whether it is the right one is judged on what arrived.
 */
export function repairOtp(call: Call, state: MockState): Repaired {
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

/** `approved` and `APPROVE` are meant for Approve; an id in capitals, or of no cycle, for the cycle that waits. */
export function repairTrigger(call: Call, { cycles }: MockState): Call {
  const values = stringsIn(readLoosely(call));
  const id = values.get('correlationid') ?? '';
  const known = [id, id.toLowerCase(), id.trim()].find((each) => cycles.cycle(each) !== undefined) ?? id;
  const action = constants.actions.find((each) => startsAlike(values.get('action'), each));
  const method = constants.methods.find((each) =>
    values.get('method')?.toLowerCase().includes(each.toLowerCase()),
  );
  const meant =
    action !== undefined &&
    method !== undefined &&
    cycles.meant(known, action, method === 'Claim' ? 'claim' : 'preauth');
  return withJsonBody(call, {
    action: action ?? values.get('action'),
    method: method ?? values.get('method'),
    correlationId: meant ? meant.correlationId : known,
  });
}

/** By its first four letters: Query, queried; Reject, rejected; Approve, approval. */
function startsAlike(text: string | undefined, word: string): boolean {
  return text?.toLowerCase().startsWith(word.toLowerCase().slice(0, 4)) === true;
}

/** The provider's own id without its suffix is meant for the whole; a claim number may be left out. */
export function repairNotice(call: Call, { account }: MockState): Call {
  const values = stringsIn(readLoosely(call));
  const id = values.get('providerid') ?? '';
  const [, suffix = ''] = account.payer.split('@');
  const providerId = id.includes('@') ? id : `${id}@${suffix}`;
  return withJsonBody(call, { providerId, claimNumber: values.get('claimnumber') ?? '' });
}
