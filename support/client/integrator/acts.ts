import type { MethodParams, MethodResult } from '../../adapter/protocol';
import { fillPathSegments, operationPath } from '../../contract/operations';
import { alwaysEncryptedMembers } from '../../contract/readings';
import type { TokenSource } from './http-caller';
import { expectSuccess, parseJsonMembers } from './own-answers';
import type { IntegratorConnection } from './integrator-connection';
import { UnreadableAnswerError } from './transport';
import type { IntegratorSeams } from './seams';

/**
 * Performs the adapter method `otp.verify` (clauses 2.5, 4.3): sends an encrypted OTP to the registry. Throws
 * a ServiceError if the status is not 2xx, or an UnreadableAnswerError if a documented member is missing.
 */
export async function verifyOtp(
  seams: IntegratorSeams,
  { params, composing, caller, sealer }: IntegratorConnection,
  given: MethodParams<'otp.verify'>,
): Promise<MethodResult<'otp.verify'>> {
  const request = { operation: 'otp.verify', path: operationPath('otp.verify', params.paths) } as const;
  const answer = await sealer.send('registry', request, (seal, isAboutValue) => {
    const compose = async (token: TokenSource) => {
      const body = await seams.bodies.otp(given, seal);
      return seams.requests.otp(composing, await token(), body, given);
    };
    return caller.send('otp.verify', compose, isAboutValue);
  });
  const { txnId, authResult, message } = parseJsonMembers(expectSuccess('otp.verify', answer).body);
  if (typeof txnId !== 'string' || typeof authResult !== 'string' || typeof message !== 'string')
    throw new UnreadableAnswerError('the answer to otp.verify lacks txnId, authResult or message');
  return { txnId, authResult, message };
}

/**
 * Performs the adapter method `fields.send`: posts several fields in one JSON body to the path in `given`.
 * Throws a ServiceError if the status is not 2xx.
 */
export async function sendFields(
  seams: IntegratorSeams,
  { params, composing, caller, sealer }: IntegratorConnection,
  given: MethodParams<'fields.send'>,
): Promise<void> {
  const { service, path, fields } = given;
  const always = alwaysEncryptedMembers(params.readings);
  const request = { path: fillPathSegments(path, params.paths) };
  const answer = await sealer.send(service, request, (seal, isAboutValue) => {
    const compose = async (token: TokenSource) => {
      const body = await seams.bodies.fields(fields, seal, always);
      return seams.requests.fields(composing, await token(), body, given);
    };
    return caller.send('fields.send', compose, isAboutValue);
  });
  expectSuccess('fields.send', answer);
}
