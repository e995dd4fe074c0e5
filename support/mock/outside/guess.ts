import { isEmptyMember, membersIn } from '../../contract/body-members';
import { isObject } from '../../contract/json';
import type { OtpStep } from '../../contract/otp-step';
import { endsInOtp, otpStepAt } from '../../contract/otp-step';
import type { FieldService, ReadingValues } from '../../contract/readings';
import { alwaysEncryptedMembers, holdsOtp } from '../../contract/readings';
import { encryptedNames } from '../../exchange/fields';
import type { FieldDecrypter } from '../keys';
import { openFields, verifiedOtp } from '../opened-fields';
import { otpGrantsOf } from '../account';
import { errorReply, sameSecret } from '../request-checks';
import type { MockHandler, MockReply, MockRequest, MockState, OutsideOperation } from '../seams';

/**
 * Answers requests outside the contract. The target file may set an answer. For all others, the mock of the identity
 * service and of the registry guesses: the document mentions that there are more requests to these two, such as one for
 * an OTP (clause 2.5), and does not show them. The headers were checked before.
 */
export const outsideHandlers: Readonly<Record<OutsideOperation, MockHandler>> = {
  'outside.gateway': giveOwn,
  'outside.identity': (call, state) => giveOwnOrGuess(call, 'identity', state),
  'outside.registry': (call, state) => giveOwnOrGuess(call, 'registry', state),
  'outside.dummyPayer': giveOwn,
  'outside.provider': giveOwn,
};

function giveOwn({ outside }: MockRequest): MockReply {
  if (outside?.own === undefined) return errorReply('unknownPath');
  const { status, headers, body } = outside.own;
  return {
    status,
    ...(headers && { headers }),
    ...(body !== undefined && bodyOf(body, headers)),
  };
}

function bodyOf(body: unknown, headers: MockReply['headers']): Pick<MockReply, 'body' | 'headers'> {
  if (typeof body === 'string' || isObject(body)) return { body };
  // The mock sends other kinds of values, such as lists, as bytes, and bytes lack a type of their own.
  return {
    body: Buffer.from(JSON.stringify(body)),
    headers: { 'content-type': 'application/json', ...headers },
  };
}

function giveOwnOrGuess(call: MockRequest, service: FieldService, state: MockState): MockReply {
  if (call.outside?.own !== undefined) return giveOwn(call);
  const read = readAny(call.rawBody);
  if (!read.ok) return errorReply('malformedBody', 'not JSON');
  const { seams, readings } = state;
  const cipher = service === 'identity' ? seams.identityCipher : seams.cipher;
  const step = guessStep(call.path, read.body, readings);
  if (step === 'verification') return verify({ call, body: read.body }, cipher, state);
  const names = encryptedNames({ service, path: call.path, verifiesOtp: false }, readings);
  const opened = openFields({ body: read.body, names, call }, cipher, state);
  if (!opened.ok) return opened.reply;
  return step === 'request' ? requestedOtp(state) : { status: 200, body: {} };
}

type Read = { readonly ok: true; readonly body: unknown } | { readonly ok: false };

/** Parses a body as JSON of any kind. A request outside the contract may lack a body. */
function readAny(rawBody: Buffer): Read {
  if (rawBody.length === 0) return { ok: true, body: undefined };
  try {
    return {
      ok: true,
      body: JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(rawBody)) as unknown,
    };
  } catch {
    return { ok: false };
  }
}

/** Guesses from its path and its body whether a request asks for an OTP or verifies one. */
export function guessStep(path: string, body: unknown, readings: ReadingValues): OtpStep | undefined {
  const named = otpStepAt(path);
  if (named !== undefined) return named;
  const given = membersIn(body).filter((member) => !isEmptyMember(member) && !isObject(member.value));
  const has = (isWanted: (name: string) => boolean): boolean => given.some(({ name }) => isWanted(name));
  if (has((name) => holdsOtp(name, readings)) && has((name) => name === 'txnId')) return 'verification';
  return endsInOtp(path) ? 'request' : undefined;
}

/** Builds the reply to a request for an OTP. The OTP of the account then belongs to the transaction. */
const requestedOtp = ({ account }: MockState): MockReply => ({
  status: 200,
  body: { txnId: account.txnId, message: 'OTP sent successfully' },
});

/**
 * Verifies an OTP in a body of any shape. If the body has an OTP or a transaction id, at any depth, it must
 * be that of one of the account's transactions. Some verifications have neither, such as that of a password.
 */
function verify(
  { call, body }: { readonly call: MockRequest; readonly body: unknown },
  cipher: FieldDecrypter,
  state: MockState,
): MockReply {
  const { account, readings } = state;
  const opened = openFields({ body, names: alwaysEncryptedMembers(readings), call }, cipher, state);
  if (!opened.ok) return opened.reply;
  const otps = opened.fields.filter(({ name }) => holdsOtp(name, readings)).map(({ value }) => value);
  const txnIds = membersIn(body)
    .filter((member) => member.name === 'txnId' && !isEmptyMember(member))
    .map(({ value }) => value);
  const granted = otpGrantsOf(account).find(
    ({ value, txnId }) =>
      otps.every((each) => sameSecret(each, value)) &&
      txnIds.every((each) => typeof each === 'string' && sameSecret(each, txnId)),
  );
  return granted === undefined ? errorReply('wrongOtp') : verifiedOtp(granted.txnId);
}
