import type { CertifiedService, FieldToSend, Method, Params } from '../../../adapter/protocol';
import type { OperationId, PathStandIns } from '../../../contract/operations';
import { operation, operationPath } from '../../../contract/operations';
import type { Mock } from '../../../mock/start-mock';
import type { OperationName } from '../../../mock/seams';

/** What a person can make their own system do. */
export const manualMethods = ['session.create', 'certificate.fetch', 'fields.send', 'otp.verify'] as const;
export type ManualMethod = (typeof manualMethods)[number];

export function isManual(method: Method): method is ManualMethod {
  return (manualMethods as readonly Method[]).includes(method);
}

/** A call as it is put to a person. */
export interface Instruction {
  /** One line, or two. */
  readonly text: string;
  /** What is to reach the mock. */
  readonly operation: OperationName;
  readonly service?: CertifiedService;
}

/** Says what to do for a call. */
export function instruct<M extends ManualMethod>(method: M, params: Params<M>, mock: Mock): Instruction {
  const { paths } = mock.account;
  if (method === 'session.create')
    return {
      text: `Create a session, even if you have one: ${lineOf('session.create', mock.urls.gateway, paths)}`,
      operation: 'session.create',
    };
  if (method === 'otp.verify') {
    const { otp, txnId } = params as Params<'otp.verify'>;
    return {
      text: `Verify the OTP ${otp} (encrypted) of transaction ${txnId}:\n      ${lineOf('otp.verify', mock.urls.registry, paths)}`,
      operation: 'otp.verify',
    };
  }
  const { service } = params as Params<'certificate.fetch' | 'fields.send'>;
  if (method === 'fields.send') return sendFields(params as Params<'fields.send'>, mock);
  const id = `certificate.${service}` as const;
  return {
    text: `Fetch the certificate of the ${service} service, even if you have it: ${lineOf(id, mock.urls[service], paths)}`,
    operation: id,
    service,
  };
}

function sendFields({ service, path, fields }: Params<'fields.send'>, { urls }: Mock): Instruction {
  const body = fields.map(shown).join(', ');
  return {
    text: `Send one JSON body with ${body}:\n      POST ${urls[service]}${path}`,
    operation: `fields.${service}`,
    service,
  };
}

const shown = ({ name, value, encrypted }: FieldToSend): string =>
  `${name} ${JSON.stringify(value)} (${encrypted ? 'encrypted' : 'plain'})`;

function lineOf(id: OperationId, base: string, paths: PathStandIns): string {
  return `${operation(id).method} ${base}${operationPath(id, paths)}`;
}
