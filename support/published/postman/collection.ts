import { STATUS_CODES } from 'node:http';
import { constants } from '../../contract/constants';
import { headersDemandedBy } from '../../contract/demanded-headers';
import { headers } from '../../contract/headers';
import type { JsonMembers } from '../../contract/json';
import { isObject } from '../../contract/json';
import type { AnswerBody, Operation, OperationId, ServiceName } from '../../contract/operations';
import { operationPath, operationsInCallOrder } from '../../contract/operations';
import { schemaExamples, embeddableSchema } from '../../contract/schemas';
import { currentEdition, sourceDocument } from '../../contract/source';
import type { Deployment } from '../deployment';
import { baseAddressVariable } from '../deployment';
import { bridgeHeaders, securitySchemeOf } from '../openapi/components';

/**
 * Returns a Postman collection (v2.1) of all operations, ordered so that each request can use the results of
 * earlier ones.
 */
export function postmanCollection(deployment: Deployment): JsonMembers {
  return {
    info: {
      name: 'Health-data gateway',
      description:
        `All operations of "${sourceDocument.title}", edition ${currentEdition}. Set ` +
        `${secretVariables.join(', ')} in an environment: secrets do not belong in a collection. ` +
        'Run the folders from top to bottom.',
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    item: [...Map.groupBy(operationsInCallOrder(), folderOf)].map(([name, group]) => ({
      name,
      item: group.map((each) => itemOf(each, deployment)),
    })),
    variable: variablesOf(deployment).map(([key, value]) => ({ key, value })),
  };
}

/** Returns a Postman environment with empty variables for the user's credentials. */
export function postmanEnvironment(): JsonMembers {
  return {
    name: 'Health-data gateway: credentials',
    values: secretVariables.map((key) => ({ key, value: '', type: 'secret', enabled: true })),
    _postman_variable_scope: 'environment',
  };
}

function itemOf(operation: Operation, deployment: Deployment): JsonMembers {
  const sample = sampleOf(operation, deployment);
  const request = requestOf(sample);
  return {
    name: sample.operation.title,
    request,
    event: eventsOf(sample.operation),
    response: shownAnswers(sample, request),
  };
}

function requestOf({ operation, url, headers, body, notes }: Sample): JsonMembers {
  return {
    method: operation.method,
    url,
    header: headers.map(([key, value]) => ({ key, value })),
    ...(body && {
      body: { mode: 'raw', raw: JSON.stringify(body, undefined, 2), options: { raw: { language: 'json' } } },
    }),
    description: [`${operation.use} (clause ${operation.clause})`, ...notes].join('\n\n'),
  };
}

/** Returns the documented JSON responses as Postman examples. */
function shownAnswers({ operation }: Sample, originalRequest: JsonMembers): JsonMembers[] {
  return Object.entries(operation.answers).flatMap(([status, schema]) => {
    if (!schema.startsWith('contract/')) return [];
    return [
      {
        name: `${status} (clause ${operation.clause})`,
        originalRequest,
        code: Number(status),
        status: STATUS_CODES[status],
        header: [{ key: 'Content-Type', value: 'application/json' }],
        body: JSON.stringify(schemaExamples(schema)[0], undefined, 2),
        _postman_previewlanguage: 'json',
      },
    ];
  });
}

/** The folder of each service's operations, except the callbacks. */
const folders: Readonly<Record<ServiceName, string>> = {
  gateway: 'Session',
  identity: 'Certificates and OTP',
  registry: 'Certificates and OTP',
  dummyPayer: 'Payer flows',
  provider: 'Payer flows',
};

function folderOf({ service, receiver }: Operation): string {
  return receiver === 'provider' ? 'Callbacks to the provider' : folders[service];
}

/** Variables that Postman defines and evaluates again for every request. */
const fresh = { uuid: '{{$guid}}', now: '{{$isoTimestamp}}' } as const;

/**
 * A sample request for one operation. Values that differ between users are variables such as `{{clientId}}`.
 */
interface Sample {
  readonly operation: Operation;
  readonly url: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body?: JsonMembers;
  /** Information that a user needs before sending the request. */
  readonly notes: readonly string[];
}

/** Maps body members that differ between users to the variables that replace their values. */
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

/**
 * The requests that share the correlation id of one cycle: the preauthorization, the query, the reply and the
 * final response.
 */
const ofOneCycle: readonly OperationId[] = [
  'preauth.submit',
  'communication.onRequest',
  'communication.request',
  'preauth.onSubmit',
];

const variable = (name: string): string => `{{${name}}}`;

function sampleOf(each: Operation, { paths }: Deployment): Sample {
  const { id, service, request, method, receiver } = each;
  const base = receiver === 'provider' ? 'callback_url' : baseAddressVariable(service);
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
  const demanded = [...headersDemandedBy(each)].flatMap((name): [string, string][] => {
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
  const scheme = securitySchemeOf(each);
  if (scheme === undefined) return [];
  return scheme === 'bearer'
    ? [['Authorization', `Bearer ${variable('accessToken')}`]]
    : [['bearer_auth', variable('bearerAuth')]];
}

/**
 * Returns the `x-hcx-*` headers of a sample as HTTP headers, as with the reading `envelope: json`. The
 * document does not show how protected headers are sent.
 */
function protectedHeaders({ id, receiver }: Operation): [string, string][] {
  const ends = ['providerId', 'payerId'].map(variable) as [string, string];
  const [sender, recipient] = receiver === 'service' ? ends : ends.toReversed();
  return [
    ['x-hcx-sender_code', sender ?? ''],
    ['x-hcx-recipient_code', recipient ?? ''],
    ['x-hcx-correlation_id', ofOneCycle.includes(id) ? variable('correlationId') : fresh.uuid],
  ];
}

const emptyBundle: JsonMembers = { resourceType: 'Bundle', type: 'collection', entry: [] };

/** Returns the first example of a schema, with the values that differ between users replaced by variables. */
function filled(schema: string): JsonMembers {
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

/** A request's script, in Postman's format. */
interface PostmanEvent {
  readonly listen: 'prerequest' | 'test';
  readonly script: { readonly type: 'text/javascript'; readonly exec: readonly string[] };
}

const event = (listen: PostmanEvent['listen'], exec: readonly string[]): PostmanEvent => ({
  listen,
  script: { type: 'text/javascript', exec },
});

/** Returns the scripts that run before a request and after its response. */
function eventsOf(operation: Operation): PostmanEvent[] {
  const { id } = operation;
  const tests = testsOf(operation);
  const after = id === 'session.create' ? [...tests, ...keepToken] : tests;
  return [...(id === 'preauth.submit' ? [event('prerequest', newCycle)] : []), event('test', after)];
}

/**
 * The script that runs before a preauthorization. It starts a cycle with a new correlation id, which later
 * requests of the cycle reuse.
 */
const newCycle = ["pm.collectionVariables.set('correlationId', pm.variables.replaceIn('{{$guid}}'));"];

/**
 * The script that stores the access token of a session. It also stores `Bearer` and this token as the value
 * of `bearer_auth`. Clause 5.1.8 does not specify that value, so this follows the suite's default reading.
 */
const keepToken = [
  'const { accessToken } = pm.response.json();',
  "pm.collectionVariables.set('accessToken', accessToken);",
  "pm.collectionVariables.set('bearerAuth', `Bearer ${accessToken}`);",
];

function testsOf({ answers, clause, receiver }: Operation): string[] {
  const body = answers[200];
  if (body === undefined) {
    const who = receiver === 'provider' ? 'The callback' : 'The request';
    return [
      `pm.test('${who} is accepted; its answer is not shown (clause ${clause})', () => {`,
      '  pm.expect(pm.response.code).to.be.within(200, 299);',
      '});',
    ];
  }
  return [
    `pm.test('The status is 200 (clause ${clause})', () => pm.response.to.have.status(200));`,
    ...testsOfBody(body, clause),
  ];
}

function testsOfBody(body: AnswerBody, clause: string): string[] {
  if (body === 'not shown') return [];
  if (body === 'text')
    return [
      `pm.test('The body is a PUBLIC KEY block (clause ${clause})', () => {`,
      "  pm.expect(pm.response.text()).to.include('-----BEGIN PUBLIC KEY-----');",
      '});',
    ];
  return [
    `const schema = ${JSON.stringify(withoutExamples(body))};`,
    `pm.test('The body has its documented members (clause ${clause})', () => pm.response.to.have.jsonSchema(schema));`,
  ];
}

function withoutExamples(schema: string): Record<string, unknown> {
  const { examples: _examples, ...rest } = embeddableSchema(schema);
  return rest;
}

/**
 * Returns the variables of the collection with example values. Secrets are not included, because the user
 * sets them in an environment.
 */
function variablesOf({ bases, cmId }: Deployment): readonly (readonly [name: string, value: string])[] {
  const addresses = Object.entries(bases).map(
    ([service, url]) => [baseAddressVariable(service as keyof typeof bases), url] as const,
  );
  return [
    ...addresses,
    ['callback_url', 'http://127.0.0.1:9000'],
    ['cmId', cmId],
    ['correlationId', '5d2f8c14-9e3b-4a67-8f01-b6c7d8e9a0f1'],
    ['providerId', `1000000001@${cmId}`],
    ['payerId', `${constants.payerNumber}@${cmId}`],
    ['action', 'Query'],
    ['method', 'Preauth'],
  ];
}

/**
 * Variables that the user sets in a Postman environment: the credentials, and two values that an OTP
 * verification needs.
 */
const secretVariables = ['clientId', 'clientSecret', 'otpCiphertext', 'txnId'] as const;
