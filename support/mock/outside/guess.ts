import { isEmptyMember } from '../../contract/body-members';
import { isObject, pointerTo } from '../../contract/json';
import { guessOtpStep, namesOtp, needsOtp, otpMembersIn, txnIdsIn } from '../../contract/otp-step';
import type { FieldService } from '../../contract/readings';
import { oaepHashOf } from '../../contract/readings';
import { encryptedNames } from '../../exchange/fields';
import { otpGrantsOf } from '../account';
import type { FieldDecrypter } from '../keys';
import type { OpenedField } from '../opened-fields';
import { openFields, verifiedOtp } from '../opened-fields';
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
  const { body } = read;
  const { seams, readings } = state;
  const { path } = call;
  const cipher = service === 'identity' ? seams.identityCipher : seams.cipher;
  const step = guessOtpStep({ method: call.method, path, body });
  const names = encryptedNames({ service, path, verifiesOtp: step === 'verification' }, readings);
  const opened = openFields({ body, names, call }, cipher, state);
  if (!opened.ok) return opened.reply;
  if (step === 'verification')
    return verify({ service, call, body, names, opened: opened.fields }, cipher, state);
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

/** Builds the reply to a request for an OTP. The OTP of the account then belongs to the transaction. */
const requestedOtp = ({ account }: MockState): MockReply => ({
  status: 200,
  body: { txnId: account.txnId, message: 'OTP sent successfully' },
});

interface Verification {
  readonly service: FieldService;
  readonly call: MockRequest;
  readonly body: unknown;
  /** The names of the members that must be encrypted. */
  readonly names: readonly string[];
  /** The members with these names that the body contains, with their decrypted values. */
  readonly opened: readonly OpenedField[];
}

/**
 * Verifies an OTP in a body of any shape. If the body has an OTP, at any depth, it must be that of one of the account's
 * transactions. At the registry, this also applies to a transaction id. Clause 2.5 shows the transaction id only there:
 * at the identity service, clients make up their own, such as the REQUEST-ID, and the answer echoes it. Some
 * verifications have neither, such as that of a password.
 */
function verify(
  { service, call, body, names, opened }: Verification,
  cipher: FieldDecrypter,
  { account, readings }: MockState,
): MockReply {
  const members = otpMembersIn(body);
  const [empty] = members.filter(isEmptyMember);
  if (empty !== undefined && members.every(isEmptyMember) && needsOtp({ path: call.path, body }))
    return errorReply(
      'malformedBody',
      `${pointerTo(empty.path)} (${empty.value === null ? 'type' : 'minLength'})`,
    );
  const hash = oaepHashOf(readings, { path: call.path });
  // The document does not require the encryption of these members, so both forms of the value are right.
  const others = members
    .filter((member) => !names.includes(member.name) && !isEmptyMember(member))
    .map(({ value }) => {
      const plain = cipher.decrypt(String(value), hash);
      return plain.ok ? plain.value : String(value);
    });
  const otps = [...opened.filter(({ name }) => namesOtp(name)).map(({ value }) => value), ...others];
  const txnIds = txnIdsIn(body);
  const granted = otpGrantsOf(account).find(
    ({ value, txnId }) =>
      otps.every((each) => sameSecret(each, value)) &&
      (service === 'identity' || txnIds.every((each) => typeof each === 'string' && sameSecret(each, txnId))),
  );
  if (granted === undefined) return errorReply('wrongOtp');
  return verifiedOtp(txnIds.find((each) => typeof each === 'string') ?? granted.txnId);
}
