import type { MockRequest, MockState } from '../seams';
import { otpGrantsOf } from '../account';
import { constants } from '../../contract/constants';
import { txnIdsIn } from '../../contract/otp-step';
import { readBytes } from '../../contract/read-body';
import { clientCredentialsIn, readFieldsLoosely, fieldsByPlainName } from './loose-body';
import { withJsonBody } from './repair-headers';

/** A request with a mistake that `--lenient` repaired, and the state to pass to its handler. */
export interface Repaired {
  readonly call: MockRequest;
  readonly state: MockState;
}

/**
 * Inserts the account's credentials if any field of the request contains the account's id or secret.
 * Otherwise, the request comes from another client and stays unchanged.
 */
export function repairSession(call: MockRequest, { account }: MockState): MockRequest {
  const { clientId, clientSecret } = account;
  const given = clientCredentialsIn(call);
  const sent = [
    ...fieldsByPlainName(readFieldsLoosely(call)).values(),
    ...given.clientId,
    ...given.clientSecret,
  ];
  if (!sent.some((each) => each === clientId || each === clientSecret)) return call;
  return withJsonBody(call, { clientId, clientSecret, grantType: constants.grantType });
}

/**
 * Rewrites the body to contain only `otp` and `txnId`, which the request may have sent under other names or
 * in another format. The returned state makes the handler accept any transaction id: judges check the id in
 * the recording.
 */
export function repairOtp(call: MockRequest, own: MockState): Repaired {
  const values = fieldsByPlainName(readFieldsLoosely(call));
  const state = withTxnIdOf(call, own);
  const { txnId } = state.account;
  const otp = values.get('otp') ?? [...values.values()].find((each) => opens(each, state));
  return {
    call: withJsonBody(call, { txnId, ...(otp !== undefined && { otp }) }),
    state,
  };
}

/**
 * Returns a state in which any transaction id of the request is right, because judges check the id in the recording. The
 * id may be in an object inside the body.
 */
export function withTxnIdOf(call: MockRequest, state: MockState): MockState {
  const [inside] = txnIdsIn(readBytes(call.rawBody)?.value);
  const elsewhere = fieldsByPlainName(readFieldsLoosely(call)).get('txnid') ?? '';
  const given = typeof inside === 'string' ? inside : elsewhere;
  const txnId = given === '' ? state.account.txnId : given;
  const otherOtps = state.account.otherOtps?.map(({ value }) => ({ value, txnId }));
  return { ...state, account: { ...state.account, txnId, ...(otherOtps && { otherOtps }) } };
}

function opens(text: string, { seams, account }: MockState): boolean {
  const opened = seams.cipher.decrypt(text);
  return opened.ok && otpGrantsOf(account).some(({ value }) => value === opened.value);
}

/**
 * Rewrites the body as the trigger that the client meant: `approved` and `APPROVE` become `Approve`. Corrects
 * an id in capitals or with surrounding spaces. If the trigger does not fit the cycle with this id, uses the
 * id of the only waiting cycle.
 */
export function repairTrigger(call: MockRequest, { cycles }: MockState): MockRequest {
  const values = fieldsByPlainName(readFieldsLoosely(call));
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

/**
 * Returns whether a string starts with the first four letters of a word, in upper or lower case. For example,
 * `queried` matches Query, `rejected` matches Reject, and `approval` matches Approve.
 */
function startsAlike(text: string | undefined, word: string): boolean {
  return text?.toLowerCase().startsWith(word.toLowerCase().slice(0, 4)) === true;
}

/**
 * Appends the network suffix (`@…`) to a provider id without one. Adds an empty claim number if the request
 * does not contain a claim number.
 */
export function repairNotice(call: MockRequest, { account }: MockState): MockRequest {
  const values = fieldsByPlainName(readFieldsLoosely(call));
  const id = values.get('providerid') ?? '';
  const [, suffix = ''] = account.payer.split('@');
  const [number = ''] = id.split('@');
  const providerId = /^[^\s@]*@[^\s@]+$/.test(id) ? id : `${number.trim()}@${suffix}`;
  return withJsonBody(call, { providerId, claimNumber: values.get('claimnumber') ?? '' });
}
