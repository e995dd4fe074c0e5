import type { CertifiedService, FieldToSend, AdapterMethod, MethodParams } from '../../../adapter/protocol';
import { roleRequirements } from '../../../adapter/roles';
import type { OperationId, ConfiguredSegments } from '../../../contract/operations';
import { operationById, operationPath } from '../../../contract/operations';
import type { ReadingValues } from '../../../contract/readings';
import type { Role } from '../../../contract/words';
import type { Exchange } from '../../../exchange/exchange';
import type { MockOperation } from '../../../mock/seams';
import type { Mock } from '../../../mock/start-mock';
import type { MissedCall } from '../../../run/evidence';
import type { PlannedAct } from '../../../run/hand/acts';

/** What a person can make their own system do for each service. */
const ofServices = ['session.create', 'certificate.fetch', 'fields.send', 'otp.verify'] as const;

/** What a person can make it do, or say of it, in the flows with the payer. */
const ofProvider = [
  'insurancePlan.request',
  'eligibility.check',
  'preauth.submit',
  'claim.submit',
  'communication.reply',
  'cycle.get',
] as const;
const ofTrigger = ['dummyPayer.trigger', 'paymentNotice.init'] as const;

type ServiceMethod = (typeof ofServices)[number];
export type PayerMethod = (typeof ofProvider | typeof ofTrigger)[number];
/** A call that a person is asked to have made. */
export type ManualMethod = ServiceMethod | PayerMethod;

export function isPayerMethod(method: AdapterMethod): method is PayerMethod {
  return ([...ofProvider, ...ofTrigger] as readonly AdapterMethod[]).includes(method);
}

export function isManual(method: AdapterMethod): method is ManualMethod {
  return isPayerMethod(method) || (ofServices as readonly AdapterMethod[]).includes(method);
}

/** Roles that need another way than by hand. */
const otherwise: readonly Role[] = ['hip', 'hiu'];

/**
 * What a person of these roles is asked for. Who only deals with the payer has a session and nothing else of the services;
 * `reached`: callbacks have a way to their system.
 */
export function manualMethodsFor(roles: readonly Role[], reached: boolean): readonly ManualMethod[] {
  const paying = roles.includes('provider') || roles.includes('trigger');
  const others = roles.some((role) => role === 'identity' || role === 'registry');
  return [
    ...(paying && !others ? (['session.create'] as const) : ofServices),
    ...(roles.includes('provider') && reached ? ofProvider : []),
    ...(roles.includes('trigger') ? ofTrigger : []),
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

/** A call as it is put to a person. */
export interface Instruction extends Pick<PlannedAct, 'sentence' | 'values' | 'address' | 'line'> {
  /** What is to reach the mock. */
  readonly operation: MockOperation;
  readonly service?: CertifiedService;
  /** Where a request of that operation can be about something else: what it is about, in words; `undefined`: about this. */
  readonly strays?: (exchange: Exchange) => Stray | undefined;
  /** To end the connection at the sight of its certificate is an end, too. */
  readonly mayRefuse?: true;
  /** Whether it has happened already: then nothing is asked. */
  readonly isDone?: () => boolean;
}

/** What a request is about, and what it was to be about. */
export interface Stray {
  readonly arrived: string;
  readonly wanted: string;
}

/** Says what to do for a call that has nothing to do with the payer. */
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

function sendFields({ service, path, fields }: MethodParams<'fields.send'>, { urls }: Mock): Instruction {
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
    operation: `fields.${service}`,
    service,
  };
}

const shown = ({ name, value, encrypted }: FieldToSend): string =>
  `${name} ${JSON.stringify(value)} (${encrypted ? 'encrypted' : 'plain'})`;

const unverifiable =
  'The services now show a certificate that your client cannot verify: to end the connection is right.';

/** The same, while the services show a certificate that the client cannot verify. */
export function underForeignCertificate(instruction: Instruction): Instruction {
  const { sentence, line } = instruction;
  return {
    ...instruction,
    sentence: `${sentence} ${unverifiable}`,
    line: `${line}\n      ${unverifiable}`,
    mayRefuse: true,
  };
}

/** What a request of an operation looks like from outside. */
export function addressOf(
  id: OperationId,
  base: string,
  paths: ConfiguredSegments,
  readings?: Pick<ReadingValues, 'payer-segment'>,
): PlannedAct['address'] {
  const path = operationPath(id, paths, readings?.['payer-segment']);
  return { method: operationById(id).method, url: `${base}${path}` };
}
