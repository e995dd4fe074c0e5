import { headers } from '../../contract/headers';
import type { Members } from '../../contract/json';
import { isObject } from '../../contract/json';
import type { Operation, OperationId } from '../../contract/operations';
import { operation, operationPath } from '../../contract/operations';
import { schemaExamples } from '../../contract/schemas';
import { baseVariable, type Deployment } from '../deployment';
import { bridgeHeaders, securityOf } from '../openapi/components';

/** Postman makes new ones for every request. */
const fresh = { uuid: '{{$guid}}', now: '{{$isoTimestamp}}' } as const;

/** A request of one operation to start from; what differs from user to user is a variable, as in `{{clientId}}`. */
export interface Sample {
  readonly operation: Operation;
  readonly url: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body?: Members;
  /** What a reader must know before sending it. */
  readonly notes: readonly string[];
}

/** Members of bodies that a user fills in, by the variable that holds each. */
const filledIn: Readonly<Record<string, string>> = {
  clientId: 'clientId',
  clientSecret: 'clientSecret',
  otp: 'otpCiphertext',
  txnId: 'txnId',
  correlationId: 'correlationId',
  providerId: 'providerId',
  action: 'action',
  method: 'method',
};

/** These belong to one cycle: the query, the payer's action, and the reply. */
const ofOneCycle: readonly OperationId[] = [
  'preauth.submit',
  'communication.onRequest',
  'communication.request',
  'preauth.onSubmit',
];

const variable = (name: string): string => `{{${name}}}`;

export function sampleOf(id: OperationId, { paths }: Deployment): Sample {
  const each = operation(id);
  const { service, request, method, receiver } = each;
  const base = receiver === 'provider' ? 'callback_url' : baseVariable(service);
  const body = method === 'GET' ? undefined : request === undefined ? emptyBundle : filled(request);
  return {
    operation: each,
    url: `${variable(base)}${operationPath(id, paths)}`,
    headers: [
      ...headersOf(each),
      ...(body === undefined ? [] : [['Content-Type', 'application/json'] as const]),
    ],
    ...(body && { body }),
    notes: notesOn(each),
  };
}

function headersOf(each: Operation): [string, string][] {
  const values: Readonly<Record<string, string>> = {
    'REQUEST-ID': fresh.uuid,
    TIMESTAMP: fresh.now,
    'X-CM-ID': variable('cmId'),
    Accept: headers.Accept.value,
  };
  const demanded = each.headers.flatMap((name): [string, string][] => {
    const value = values[name];
    return value === undefined ? [] : [[name, value]];
  });
  return [
    ...authorization(each),
    ...demanded,
    ...(each.service === 'provider' ? protectedHeaders(each) : []),
  ];
}

function authorization(each: Operation): [string, string][] {
  const scheme = securityOf(each);
  if (scheme === undefined) return [];
  return scheme === 'bearer'
    ? [['Authorization', `Bearer ${variable('accessToken')}`]]
    : [['bearer_auth', variable('bearerAuth')]];
}

/** As in the reading `envelope: json`: the document shows neither payload nor protected headers. */
function protectedHeaders({ id, receiver }: Operation): [string, string][] {
  const ends = ['providerId', 'payerId'].map(variable) as [string, string];
  const [sender, recipient] = receiver === 'service' ? ends : ends.toReversed();
  return [
    ['x-hcx-sender_code', sender ?? ''],
    ['x-hcx-recipient_code', recipient ?? ''],
    ['x-hcx-correlation_id', ofOneCycle.includes(id) ? variable('correlationId') : fresh.uuid],
  ];
}

const emptyBundle: Members = { resourceType: 'Bundle', type: 'collection', entry: [] };

/** The first example of a schema, with variables where each user has a value of their own. */
function filled(schema: string): Members {
  const [example] = schemaExamples(schema);
  if (!isObject(example)) throw new Error(`${schema} shows no example`);
  return Object.fromEntries(
    Object.entries(example).map(([name, value]) => [
      name,
      name in filledIn ? variable(filledIn[name] ?? '') : value,
    ]),
  );
}

function notesOn({ id, service, receiver, notShown }: Operation): string[] {
  const open = notShown === undefined ? [] : [`Not shown in the document: ${notShown}.`];
  if (service === 'provider')
    return [
      ...open,
      'This request follows the reading `envelope: json` of the suite, with an empty bundle: put your own in its place.',
      `${bridgeHeaders.join(' and ')} belong to bridge-scoped messages only.`,
      ...(receiver === 'provider'
        ? ['A real callback carries a JWT of the gateway; this one does not.']
        : []),
    ];
  return id === 'otp.verify'
    ? [...open, 'otpCiphertext is the OTP, encrypted with the certificate of the registry (clause 6.3).']
    : open;
}
