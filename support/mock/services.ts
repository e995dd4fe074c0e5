import { isEmptyMember, membersIn } from '../contract/body-members';
import { constants } from '../contract/constants';
import { isObject } from '../contract/json';
import type { FieldDecrypter } from './keys';
import type { TriggerAction } from './payer/cycle';
import {
  checkEligibility,
  hindered,
  requestPlan,
  submitClaim,
  submitPreauth,
  takeAcknowledgment,
  takeReply,
} from './provider-operations';
import {
  errorReply,
  rejectEncryptedField,
  checkBearer,
  checkCmId,
  checkV3Headers,
  readBody,
  readObject,
  sameSecret,
} from './request-checks';
import type { MockRequest, MockHandler, Handlers, MockState, MockReply } from './seams';

interface SessionRequest {
  readonly clientId: string;
  readonly clientSecret: string;
}

/** Handles POST …/v3/sessions (clause 4.1). */
export const createSession: MockHandler = (call, state) =>
  checkV3Headers(call, state) ?? checkCmId(call, state) ?? grantSession(call, state);

/**
 * Handles the registry's own session request (clause 5.1.5). The reading `registry-session` sets its path.
 * The contract does not show headers for this request, so the mock checks only its body.
 */
const createRegistrySession: MockHandler = (call, state) => grantSession(call, state);

function grantSession(call: MockRequest, state: MockState): MockReply | Promise<MockReply> {
  const read = readBody<SessionRequest>(call, 'contract/session-request');
  if (!read.ok) return read.reply;
  // Always compare both id and secret, so that the response time does not reveal a partly correct pair.
  const rightId = sameSecret(read.body.clientId, state.account.clientId);
  const rightSecret = sameSecret(read.body.clientSecret, state.account.clientSecret);
  return rightId && rightSecret ? session(state) : errorReply('wrongCredentials');
}

/**
 * Returns the gateway's public keys (JWKS) without requiring a token. The path is the reading
 * `callback-certificates` (clause 5.1.6).
 */
const publishKeys: MockHandler = async (_call, state) => ({
  status: 200,
  body: await state.seams.tokens.jwks(),
});

/** Builds the reply that contains the tokens of a new session (clause 2.2). */
async function session({ account, seams }: MockState): Promise<MockReply> {
  const { access, refresh } = account.lifetimes;
  const claims = { clientId: account.clientId };
  const [accessToken, refreshToken] = await Promise.all([
    seams.tokens.issue(claims, 'access', access),
    seams.tokens.issue(claims, 'refresh', refresh),
  ]);
  return {
    status: 200,
    headers: { 'cache-control': 'no-store' },
    body: {
      accessToken,
      expiresIn: access,
      refreshExpiresIn: refresh,
      refreshToken,
      tokenType: constants.tokenType,
    },
  };
}

/** Path prefix of the registry (clause 9.2). It is part of the registry's base address. */
export const registryPrefix = '/v4';

interface OtpVerification {
  readonly otp: string;
  readonly txnId: string;
}

/** Handles POST …/verifyOTP (clauses 2.5, 4.3). */
const verifyOtp: MockHandler = async (call, state) => {
  const refused = await checkBearer(call, state, 'authorization');
  if (refused) return refused;
  const read = readBody<OtpVerification>(call, 'contract/otp-verification-request');
  if (!read.ok) return read.reply;
  // Decrypt before checking the transaction, so that a bad ciphertext is reported as such even if the
  // transaction is wrong too.
  const otp = state.seams.cipher.decrypt(read.body.otp);
  if (!otp.ok) return rejectEncryptedField(otp.reason, state.readings);
  const rightOtp = sameSecret(otp.value, state.account.otp);
  const rightTransaction = sameSecret(read.body.txnId, state.account.txnId);
  if (!rightOtp || !rightTransaction) return errorReply('wrongOtp');
  const message = 'OTP verified successfully';
  return { status: 200, body: { txnId: read.body.txnId, authResult: constants.authResultSuccess, message } };
};

/** Handles GET …/profile/public/certificate (clause 4.2): requires a token and the v3 headers. */
const identityCertificate: MockHandler = async (call, state) => {
  const refused = (await checkBearer(call, state, 'authorization')) ?? checkV3Headers(call, state);
  return refused ?? { status: 200, body: state.seams.certificate.identity() };
};

/**
 * Handles GET …/auth/cert (clause 4.2): requires a token, but no v3 headers, because it is not a v3 request.
 */
const registryCertificate: MockHandler = async (call, state) => {
  const refused = await checkBearer(call, state, 'authorization');
  return refused ?? { status: 200, body: state.seams.certificate.registry() };
};

/**
 * Paths of the suite's own enrolment operations, because the contract does not show any. For the adapter call
 * `fields.send`, the integrator sends fields to these paths; the suite chooses the fields' values. Each
 * operation requires its service's authentication and encryption.
 */
export const enrolmentPaths = {
  identity: '/{identity}/api/v3/enrolment/fields',
  registry: '/api/v1/enrolment/fields',
} as const;

/**
 * Names of the body members that are always encrypted, at any depth (clause 2.4). The mobile number is not
 * listed, because the contract requires its encryption only in some fields.
 */
const alwaysEncrypted = ['otp', 'loginId'];

const identityFields: MockHandler = async (call, state) => {
  const refused = (await checkBearer(call, state, 'authorization')) ?? checkV3Headers(call, state);
  return refused ?? judgeFields(call, state.seams.identityCipher, state);
};

const registryFields: MockHandler = async (call, state) => {
  const refused = await checkBearer(call, state, 'authorization');
  return refused ?? judgeFields(call, state.seams.cipher, state);
};

function judgeFields(call: MockRequest, cipher: FieldDecrypter, { account, readings }: MockState): MockReply {
  const read = readObject(call);
  if (!read.ok) return read.reply;
  const names = [...alwaysEncrypted, account.nationalIdField, ...account.encryptedMembers];
  // Skip objects: a member such as `otp` can be a wrapper around the encrypted member, as in {"otp":
  // {"otpValue": …}}.
  const fields = membersIn(read.body).filter(
    (member) => names.includes(member.name) && !isObject(member.value) && !isEmptyMember(member),
  );
  for (const { value } of fields) {
    const opened =
      typeof value === 'string' ? cipher.decrypt(value) : ({ ok: false, reason: 'encoding' } as const);
    if (!opened.ok) return rejectEncryptedField(opened.reason, readings);
  }
  return { status: 200, body: {} };
}

interface TriggerBody {
  readonly action: TriggerAction;
  readonly method: 'Preauth' | 'Claim';
  readonly correlationId: string;
}

/**
 * Handles POST /process/request (clause 4.4). The contract does not show the answer. The mock answers 202,
 * because the decision follows as a callback. By our reading of clause 5.1.8, bearer_auth must contain
 * `Bearer` and the session's access token.
 */
export const triggerAction: MockHandler = async (call, state) => {
  const refused = await checkTokens(call, state);
  if (refused) return refused;
  const read = readBody<TriggerBody>(call, 'contract/trigger-action');
  if (!read.ok) return read.reply;
  const { action, method, correlationId } = read.body;
  const hindrance = state.cycles.advance(correlationId, action, method === 'Claim' ? 'claim' : 'preauth');
  if (hindrance !== undefined) return hindered(hindrance);
  return { status: 202, body: { status: 'accepted', correlationId } };
};

/**
 * Checks the token in bearer_auth, and also in Authorization if the reading `trigger-authorization` is
 * `required`.
 */
async function checkTokens(call: MockRequest, state: MockState): Promise<MockReply | undefined> {
  const refused = await checkBearer(call, state, 'bearer_auth');
  if (refused || state.readings['trigger-authorization'] !== 'required') return refused;
  return checkBearer(call, state, 'authorization');
}

/** Handles POST /paymentNotice/init (clause 4.5): makes the payer send the provider a payment notice. */
const initPaymentNotice: MockHandler = async (call, state) => {
  const refused = await checkTokens(call, state);
  if (refused) return refused;
  const read = readBody<{ readonly providerId: string }>(call, 'contract/payment-notice-init');
  if (!read.ok) return read.reply;
  state.cycles.prompt(read.body.providerId, state.account.payer);
  return { status: 202, body: { status: 'accepted' } };
};

/**
 * The handlers of a mock that conforms to the contract. Mocks that break the contract on purpose wrap or
 * replace some of them.
 */
export const defaultHandlers: Handlers = {
  'session.create': createSession,
  'certificate.identity': identityCertificate,
  'certificate.registry': registryCertificate,
  'otp.verify': verifyOtp,
  'dummyPayer.trigger': triggerAction,
  'paymentNotice.init': initPaymentNotice,
  'fields.identity': identityFields,
  'fields.registry': registryFields,
  'session.registry': createRegistrySession,
  'insurancePlan.request': requestPlan,
  'eligibility.check': checkEligibility,
  'preauth.submit': submitPreauth,
  'claim.submit': submitClaim,
  'communication.onRequest': takeReply,
  'payment.acknowledge': takeAcknowledgment,
  jwks: publishKeys,
  fallback: () => errorReply('unknownPath'),
};
