import { withoutBasePath } from '../../contract/bases';
import { resemblesSessionPath } from '../../contract/demanded-headers';
import { isObject } from '../../contract/json';
import { nearOperation } from '../../contract/near-operation';
import { meantTrigger } from '../../contract/meant-trigger';
import { isVerificationByBody, resemblesVerification } from '../../contract/meant-verification';
import { changesNothing, guessOtpStep } from '../../contract/otp-step';
import { readBytes } from '../../contract/read-body';
import type { ConfiguredSegments } from '../../contract/operations';
import {
  certificateOperationAt,
  isOutdatedCertificatePath,
  resemblesCertificatePath,
} from '../../contract/operations';
import type { FieldService } from '../../contract/readings';
import { verifiesMobileOtp } from '../../contract/readings';
import { jsonObjectIn } from '../../crypto/jose/jwe';
import { enrolmentPaths } from '../../contract/enrolment-paths';
import type { MockAccount } from '../account';
import { otpGrantsOf } from '../account';
import type { FieldDecrypter } from '../keys';
import type { MockRequest, MockKeys, MockService, MockState, MockOperation } from '../seams';
import { readFieldsLoosely, fieldsByPlainName } from './loose-body';
import type { Repaired } from './repair-bodies';
import { repairNotice, repairOtp, repairSession, repairTrigger, withTxnIdOf } from './repair-bodies';
import { withDemandedHeaders } from './repair-headers';
import { tolerantCipher } from './tolerant-cipher';

/**
 * Makes a service continue after an integrator's mistake, so that one mistake does not hide how the client
 * handles everything else. It repairs a request before the service's own handler answers it; the recording
 * contains the request as it arrived.
 *
 * An expired access token and a wrong OTP are not repaired: some obligations can only be judged if the
 * service refuses them. Three other mistakes cannot be repaired: session requests with neither a correct id
 * nor a correct secret, undecryptable values, and triggers that fit several cycles.
 */
export interface Tolerance {
  /** Guesses the operation of a request that matches no route, from its path and content. */
  meant(call: MockRequest, service: MockService, state: MockState): MockOperation | undefined;
  repair(operation: MockOperation, call: MockRequest, state: MockState): Promise<Repaired>;
  /** Parses a JSON object, even if the text is written in a wrong way. Throws an EnvelopeError for other texts. */
  readonly readObject: (body: Buffer) => object;
  /** Returns a decrypter that also opens incorrectly encrypted fields, which `own` rejects. */
  cipher(own: FieldDecrypter, keys: MockKeys, account: MockAccount): FieldDecrypter;
}

export const tolerance: Tolerance = {
  cipher: (own, { registry, identity, tokens, tokens512 }, account) =>
    tolerantCipher(
      [registry, identity, tokens, tokens512].map(({ privateKey }) => privateKey),
      own,
      otpGrantsOf(account).map(({ value }) => value),
    ),
  meant(call, service, { account, readings }) {
    const mayVerify = (service === 'identity' || service === 'registry') && call.method === 'POST';
    if (mayVerify && verifiesMobileOtp(readings, { service, path: call.path })) return `mobileOtp.${service}`;
    return guesses[service](call, fieldsByPlainName(readFieldsLoosely(call)), account.paths);
  },
  readObject: (body) => {
    const value = readBytes(body)?.value;
    return isObject(value) ? value : jsonObjectIn(body);
  },
  async repair(operation, call, state) {
    const repaired = repairBody(operation, call, state);
    return { ...repaired, call: await withDemandedHeaders(operation, repaired.call, state) };
  },
};

function repairBody(operation: MockOperation, call: MockRequest, state: MockState): Repaired {
  switch (operation) {
    case 'session.create':
      return { call: repairSession(call, state), state };
    case 'otp.verify':
      return repairOtp(call, state);
    case 'dummyPayer.trigger':
      return { call: repairTrigger(call, state), state };
    case 'paymentNotice.init':
      return { call: repairNotice(call, state), state };
    case 'fields.identity':
    case 'fields.registry':
      return { call: withReadableBody(call), state };
    case 'mobileOtp.identity':
    case 'mobileOtp.registry':
      return { call: withReadableBody(call), state: withTxnIdOf(call, state) };
    case 'outside.identity':
    case 'outside.registry':
      return repairOutside(call, state);
    default:
      return { call, state };
  }
}

/** Rewrites a JSON object that is written in a wrong way as JSON in UTF-8, with the same members. */
function withReadableBody(call: MockRequest): MockRequest {
  const value = readBytes(call.rawBody)?.value;
  return isObject(value) ? { ...call, rawBody: Buffer.from(JSON.stringify(value)) } : call;
}

/**
 * Rewrites a body as JSON in UTF-8, and leaves it out if nothing can be read in it, as in an image. Accepts any transaction
 * id, except in a request for an OTP: its answer then contains the id of the account.
 */
function repairOutside(call: MockRequest, state: MockState): Repaired {
  const value = readBytes(call.rawBody)?.value;
  const { method, path } = call;
  const isForOtp = guessOtpStep({ method, path, body: value }) === 'request';
  return {
    call: { ...call, rawBody: Buffer.from(value === undefined ? '' : JSON.stringify(value)) },
    state: isForOtp ? state : withTxnIdOf(call, state),
  };
}

/**
 * Returns the certificate operation that a path is meant for. A documented path always means its own
 * operation, even if the request went to the other service. Any near miss of the documented paths
 * means the operation of the service that received the request.
 */
function certificateAt(path: string, service: FieldService, paths: ConfiguredSegments) {
  const isNear = (): boolean =>
    resemblesCertificatePath(path) &&
    nearOperation(service, withoutBasePath(service, path, []), paths) !== undefined;
  return certificateOperationAt(path) ?? (isNear() ? (`certificate.${service}` as const) : undefined);
}

type Guess = (
  call: MockRequest,
  values: ReadonlyMap<string, string>,
  paths: ConfiguredSegments,
) => MockOperation | undefined;

const guesses: Readonly<Record<MockService, Guess>> = {
  gateway: ({ method, path }, values) => {
    const certificate = isOutdatedCertificatePath(path)
      ? 'certificate.identity'
      : certificateOperationAt(path);
    if (certificate !== undefined) return certificate;
    const isForSession = resemblesSessionPath(path) && !/\/refresh\w*\/?$/i.test(path) && method !== 'DELETE';
    return isForSession || values.has('clientsecret') ? 'session.create' : undefined;
  },
  identity: ({ path }, _values, paths) => certificateAt(path, 'identity', paths),
  registry: (call, _values, paths) => {
    const { method, path } = call;
    const certificate = certificateAt(path, 'registry', paths);
    if (certificate !== undefined) return certificate;
    if (method === 'POST' && path.endsWith(enrolmentPaths.registry)) return 'fields.registry';
    return resemblesVerification(path) || verifiesByBody(call) ? 'otp.verify' : undefined;
  },
  dummyPayer: ({ method, path }, values) => meantTrigger({ method, path, members: [...values.keys()] }),
  provider: ({ path }) => providerPaths.find(([pattern]) => pattern.test(path))?.[1],
};

/** Returns whether the body of a request contains an OTP and a transaction id, neither of them empty. */
function verifiesByBody({ method, path, rawBody }: MockRequest): boolean {
  if (changesNothing(method)) return false;
  const values = [...fieldsByPlainName(readFieldsLoosely({ rawBody }))].filter(([, value]) => value !== '');
  return isVerificationByBody(path, new Map(values));
}

const providerPaths: readonly (readonly [RegExp, MockOperation])[] = [
  [/insurance-?_?plan/i, 'insurancePlan.request'],
  [/eligibility/i, 'eligibility.check'],
  [/pre-?_?auth/i, 'preauth.submit'],
  [/claim/i, 'claim.submit'],
  [/communication/i, 'communication.onRequest'],
  [/payment/i, 'payment.acknowledge'],
];
