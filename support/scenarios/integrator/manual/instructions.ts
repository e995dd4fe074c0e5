import type { CertifiedService, FieldToSend, AdapterMethod, MethodParams } from '../../../adapter/protocol';
import { providerMethods, roleRequirements, triggerMethods } from '../../../adapter/roles';
import type { OperationId, ConfiguredSegments } from '../../../contract/operations';
import { fillPathSegments, operationById, operationPath } from '../../../contract/operations';
import type { ReadingValues } from '../../../contract/readings';
import type { Role } from '../../../contract/words';
import type { Exchange } from '../../../exchange/exchange';
import type { MockOperation } from '../../../mock/seams';
import { enrolmentPaths } from '../../../contract/enrolment-paths';
import type { Mock } from '../../../mock/start-mock';
import type { MissedCall } from '../../../run/evidence';
import type { PlannedAct } from '../../../run/hand/acts';

/** Calls to the services, other than the payer, that a person can make with their own system. */
const ofServices = ['session.create', 'certificate.fetch', 'fields.send', 'otp.verify'] as const;

type ServiceMethod = (typeof ofServices)[number];
/**
 * A call of the payer flows. A person makes it with their own system; for `cycle.get`, the person reports the state of a
 * cycle.
 */
export type PayerMethod = (typeof providerMethods | typeof triggerMethods)[number];
/** A call that the suite can ask a person to make. */
export type ManualMethod = ServiceMethod | PayerMethod;

export function isPayerMethod(method: AdapterMethod): method is PayerMethod {
  return ([...providerMethods, ...triggerMethods] as readonly AdapterMethod[]).includes(method);
}

export function isManual(method: AdapterMethod): method is ManualMethod {
  return isPayerMethod(method) || (ofServices as readonly AdapterMethod[]).includes(method);
}

/** Roles that a person cannot play by hand. */
const otherwise: readonly Role[] = ['hip', 'hiu'];

/**
 * Returns the calls that the suite asks a person with these roles to make. Of the calls to the services, a person who
 * deals only with the payer makes just `session.create`. `reached`: callbacks can reach the person's system.
 */
export function manualMethodsFor(roles: readonly Role[], reached: boolean): readonly ManualMethod[] {
  const paying = roles.includes('provider') || roles.includes('trigger');
  const others = roles.some((role) => role === 'identity' || role === 'registry');
  return [
    ...(paying && !others ? (['session.create'] as const) : ofServices),
    ...(roles.includes('provider') && reached ? providerMethods : []),
    ...(roles.includes('trigger') ? triggerMethods : []),
  ];
}

/** Returns the calls of these roles that a person cannot make by hand. */
export function callsNotByHand(roles: readonly Role[]): MissedCall[] {
  const left = otherwise.filter((role) => roles.includes(role));
  if (left.length === 0) return [];
  const methods = left.flatMap((role) => roleRequirements[role as 'hip' | 'hiu'].needs.flat());
  const instead = 'conform challenge judges transfers from a file, without an adapter';
  return [{ methods, text: `${methods.join(', ')} (role ${left.join(', ')}): ${instead}` }];
}

/** A call in the form of an instruction to a person. */
export interface Instruction extends Pick<PlannedAct, 'sentence' | 'values' | 'address' | 'line'> {
  /** The operation of the request that the mock must receive. */
  readonly operation: MockOperation;
  readonly service?: CertifiedService;
  /**
   * Returns the subject of a request if it differs from the subject of this instruction, else `undefined`. Set only if
   * requests of the operation can concern different subjects.
   */
  readonly strays?: (exchange: Exchange) => Stray | undefined;
  /** Set if the client may also end the connection when it sees the certificate. */
  readonly mayRefuse?: true;
  /** Whether the call has already happened. If so, the suite does not ask for it. */
  readonly isDone?: () => boolean;
}

/**
 * The subject of a request that arrived, and the subject that the instruction asked for. For example, two correlation
 * ids.
 */
export interface Stray {
  readonly arrived: string;
  readonly wanted: string;
}

/** Returns the instruction for a call that does not involve the payer. */
export function instruct<M extends ServiceMethod>(
  method: M,
  params: MethodParams<M>,
  mock: Mock,
): Instruction {
  const { paths } = mock.account;
  if (method === 'session.create')
    return inOneLine('Create a session, even if you have one', 'session.create', {
      address: addressOf('session.create', mock.urls.gateway, paths),
    });
  if (method === 'otp.verify') return verifyOtp(params as MethodParams<'otp.verify'>, mock);
  if (method === 'fields.send') return sendFields(params as MethodParams<'fields.send'>, mock);
  const { service } = params as MethodParams<'certificate.fetch'>;
  const id = `certificate.${service}` as const;
  const sentence = `Fetch the certificate of the ${service} service, even if you have it`;
  return { ...inOneLine(sentence, id, { address: addressOf(id, mock.urls[service], paths) }), service };
}

function inOneLine(
  sentence: string,
  id: MockOperation,
  { address }: Pick<Instruction, 'address'>,
): Instruction {
  const line = `${sentence}: ${address.method} ${address.url}`;
  return { sentence: `${sentence}.`, values: [], address, line, operation: id };
}

function verifyOtp({ otp, txnId }: MethodParams<'otp.verify'>, { urls, account }: Mock): Instruction {
  const address = addressOf('otp.verify', urls.registry, account.paths);
  return {
    sentence: 'Verify the OTP of this transaction; the OTP is sent encrypted.',
    values: [
      { label: 'OTP', value: otp },
      { label: 'transaction', value: txnId },
    ],
    address,
    line: `Verify the OTP ${otp} (encrypted) of transaction ${txnId}:\n      ${address.method} ${address.url}`,
    operation: 'otp.verify',
  };
}

function sendFields(
  { service, path, fields }: MethodParams<'fields.send'>,
  { urls, account }: Mock,
): Instruction {
  const body = fields.map(shown).join(', ');
  const address = { method: 'POST', url: `${urls[service]}${path}` };
  return {
    sentence: `Send these fields to the ${service} service, in one JSON body.`,
    values: fields.map(({ name, value, encrypted }) => ({
      label: `${name} (${encrypted ? 'encrypted' : 'plain'})`,
      value,
    })),
    address,
    line: `Send one JSON body to the ${service} service, with ${body}:\n      ${address.method} ${address.url}`,
    operation:
      path === fillPathSegments(enrolmentPaths[service], account.paths)
        ? `fields.${service}`
        : `mobileOtp.${service}`,
    service,
  };
}

const shown = ({ name, value, encrypted }: FieldToSend): string =>
  `${name} ${JSON.stringify(value)} (${encrypted ? 'encrypted' : 'plain'})`;

const unverifiable =
  'The services now show a certificate that your client cannot verify: to end the connection is right.';

/**
 * Returns the instruction with a note that the services now present a certificate that the client cannot verify, and
 * that the client should end the connection.
 */
export function underForeignCertificate(instruction: Instruction): Instruction {
  const { sentence, line } = instruction;
  return {
    ...instruction,
    sentence: `${sentence} ${unverifiable}`,
    line: `${line}\n      ${unverifiable}`,
    mayRefuse: true,
  };
}

/** Returns the method and the full URL of an operation's requests. */
export function addressOf(
  id: OperationId,
  base: string,
  paths: ConfiguredSegments,
  readings?: Pick<ReadingValues, 'payer-segment'>,
): PlannedAct['address'] {
  const path = operationPath(id, paths, readings?.['payer-segment']);
  return { method: operationById(id).method, url: `${base}${path}` };
}
