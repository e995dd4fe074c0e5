import { createPublicKey } from 'node:crypto';
import { isEmptyMember } from '../contract/body-members';
import { constants } from '../contract/constants';
import { memberOf } from '../contract/json';
import { namesOtp } from '../contract/otp-step';
import type { FieldService } from '../contract/readings';
import { alwaysEncryptedMembers, holdsOtp, oaepHashOf, readingForService } from '../contract/readings';
import { withHeaderChecks } from './demanded-headers';
import type { FieldDecrypter } from './keys';
import { grantOf } from './grant-of';
import { openFields, verifiedOtp } from './opened-fields';
import { outsideHandlers } from './outside/guess';
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
  refuseCredentials,
  rejectEncryptedField,
  readBody,
  readObject,
  sameSecret,
} from './request-checks';
import type { MockRequest, MockHandler, Handlers, MockState, MockReply } from './seams';

interface SessionRequest {
  readonly clientId: string;
  readonly clientSecret: string;
}

/**
 * Handles POST …/v3/sessions (clause 4.1), and the registry's own session request (clause 5.1.5). The
 * reading `registry-session` sets the path of the latter.
 */
const createSession: MockHandler = (call, state) => {
  const read = readBody<SessionRequest>(call, 'contract/session-request');
  if (!read.ok) return read.reply;
  // Always compare both id and secret, so that the response time does not reveal a partly correct pair.
  const rightId = sameSecret(read.body.clientId, state.account.clientId);
  const rightSecret = sameSecret(read.body.clientSecret, state.account.clientSecret);
  return rightId && rightSecret ? session(state) : refuseCredentials(state.readings);
};

/**
 * Returns the gateway's public keys (JWKS) without requiring a token. The path is the reading
 * `callback-certificates` (clause 5.1.6).
 */
const publishKeys: MockHandler = async (_call, state) => ({
  status: 200,
  body: await state.seams.tokens.jwks(),
});

/** Builds the reply that contains the tokens of a new session (clause 2.2). */
async function session({ account, seams, readings }: MockState): Promise<MockReply> {
  const { access, refresh } = account.lifetimes;
  const claims = { clientId: account.clientId };
  const [accessToken, refreshToken] = await Promise.all([
    seams.tokens.issue(claims, 'access', access),
    seams.tokens.issue(claims, 'refresh', refresh),
  ]);
  return {
    status: readings['session-status'],
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

interface OtpVerification {
  readonly otp: string;
  readonly txnId: string;
}

/** Handles POST …/verifyOTP (clauses 2.5, 4.3). */
const verifyOtp: MockHandler = (call, state) => {
  const read = readBody<OtpVerification>(call, 'contract/otp-verification-request');
  if (!read.ok) return read.reply;
  // Decrypt before checking the transaction, so that a bad ciphertext is reported as such even if the
  // transaction is wrong too.
  const hash = oaepHashOf(state.readings, { operation: 'otp.verify', path: call.path });
  const otp = state.seams.cipher.decrypt(read.body.otp, hash);
  if (!otp.ok) return rejectEncryptedField(otp.reason, state.readings);
  const granted = grantOf([otp.value], read.body.txnId, state.account);
  return granted === undefined ? errorReply('wrongOtp') : verifiedOtp(granted.txnId);
};

/**
 * Returns the reply with a service's public key, in the form of the reading `certificate-form`: PEM text, or
 * Base64 of the DER encoding in a member of a JSON object.
 */
function publishKey(service: 'identity' | 'registry', { seams, readings }: MockState): MockReply {
  const pem = seams.certificate[service]();
  if (readingForService(readings, 'certificate-form', service) === 'pem') return { status: 200, body: pem };
  const publicKey = createPublicKey(pem).export({ type: 'spki', format: 'der' }).toString('base64');
  const encryptionAlgorithm = 'RSA/ECB/OAEPWithSHA-1AndMGF1Padding';
  return { status: 200, body: { publicKey, encryptionAlgorithm } };
}

/** Handles GET …/profile/public/certificate (clause 4.2). */
const identityCertificate: MockHandler = (_call, state) => publishKey('identity', state);

/** Handles GET …/auth/cert (clause 4.2). */
const registryCertificate: MockHandler = (_call, state) => publishKey('registry', state);

const identityFields: MockHandler = (call, state) => takeFields(call, state.seams.identityCipher, state);

const registryFields: MockHandler = (call, state) => takeFields(call, state.seams.cipher, state);

function takeFields(call: MockRequest, cipher: FieldDecrypter, state: MockState): MockReply {
  const opened = openAlwaysEncrypted(call, cipher, state);
  return opened.ok ? { status: 200, body: {} } : opened.reply;
}

/** Decrypts the members of a body that the readings name as encrypted. */
function openAlwaysEncrypted(call: MockRequest, cipher: FieldDecrypter, state: MockState) {
  const read = readObject(call);
  if (!read.ok) return read;
  // The mobile number is not among these names, because the contract requires its encryption only in some
  // fields (clause 2.4).
  const names = alwaysEncryptedMembers(state.readings);
  const opened = openFields({ body: read.body, names, call }, cipher, state);
  return opened.ok ? { ...opened, body: read.body } : opened;
}

/** Handle verify-mobile-OTP calls (clause 2.4). The reading `mobile-otp-path` sets the path. */
const identityMobileOtp: MockHandler = (call, state) => verifyMobileOtp(call, 'identity', state);

const registryMobileOtp: MockHandler = (call, state) => verifyMobileOtp(call, 'registry', state);

/**
 * Verifies an OTP in a body of any shape, because the document does not show that of this call. At the registry, a
 * transaction id at the top level must be that of the account. At the identity service, clients make up their own, such
 * as the REQUEST-ID, and the answer echoes it.
 */
function verifyMobileOtp(call: MockRequest, service: FieldService, state: MockState): MockReply {
  const { account, readings, seams } = state;
  const cipher = service === 'identity' ? seams.identityCipher : seams.cipher;
  const opened = openAlwaysEncrypted(call, cipher, state);
  if (!opened.ok) return opened.reply;
  const named = opened.fields.filter(({ name }) => namesOtp(name));
  // The target may have an OTP under another name. Beside a member with the name of an OTP, such a member holds something else.
  const otps = named.length > 0 ? named : opened.fields.filter(({ name }) => holdsOtp(name, readings));
  const sent = memberOf(opened.body, 'txnId');
  const txnId = isEmptyMember({ value: sent }) ? undefined : sent;
  const values = otps.map(({ value }) => value);
  const granted = grantOf(values, service === 'identity' ? undefined : txnId, account);
  if (granted === undefined) return errorReply('wrongOtp');
  return verifiedOtp(typeof txnId === 'string' ? txnId : granted.txnId);
}

interface TriggerBody {
  readonly action: TriggerAction;
  readonly method: 'Preauth' | 'Claim';
  readonly correlationId: string;
}

/**
 * Handles POST /process/request (clause 4.4). The contract does not show the answer. The mock answers 202,
 * because the decision follows as a callback.
 */
const triggerAction: MockHandler = (call, state) => {
  const read = readBody<TriggerBody>(call, 'contract/trigger-action');
  if (!read.ok) return read.reply;
  const { action, method, correlationId } = read.body;
  const hindrance = state.cycles.advance(correlationId, action, method === 'Claim' ? 'claim' : 'preauth');
  if (hindrance !== undefined) return hindered(hindrance);
  return { status: 202, body: { status: 'accepted', correlationId } };
};

/** Handles POST /paymentNotice/init (clause 4.5): makes the payer send the provider a payment notice. */
const initPaymentNotice: MockHandler = (call, state) => {
  const read = readBody<{ readonly providerId: string }>(call, 'contract/payment-notice-init');
  if (!read.ok) return read.reply;
  state.cycles.prompt(read.body.providerId, state.account.payer);
  return { status: 202, body: { status: 'accepted' } };
};

/**
 * The handlers of a mock that conforms to the contract. Before a handler is called, the mock checks the
 * headers that the request must have. Mocks that break the contract on purpose wrap or replace some of them.
 */
export const defaultHandlers: Handlers = withHeaderChecks({
  'session.create': createSession,
  'certificate.identity': identityCertificate,
  'certificate.registry': registryCertificate,
  'otp.verify': verifyOtp,
  'dummyPayer.trigger': triggerAction,
  'paymentNotice.init': initPaymentNotice,
  'fields.identity': identityFields,
  'fields.registry': registryFields,
  'mobileOtp.identity': identityMobileOtp,
  'mobileOtp.registry': registryMobileOtp,
  'session.registry': createSession,
  'insurancePlan.request': requestPlan,
  'eligibility.check': checkEligibility,
  'preauth.submit': submitPreauth,
  'claim.submit': submitClaim,
  'communication.onRequest': takeReply,
  'payment.acknowledge': takeAcknowledgment,
  jwks: publishKeys,
  ...outsideHandlers,
  fallback: ({ outside }) => errorReply('unknownPath', outside?.near),
});
