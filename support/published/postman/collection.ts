import { STATUS_CODES } from 'node:http';
import { constants } from '../../contract/constants';
import { headers } from '../../contract/headers';
import type { Members } from '../../contract/json';
import { isObject } from '../../contract/json';
import type { Operation, OperationId } from '../../contract/operations';
import { operation, operationPath } from '../../contract/operations';
import { schemaExamples, schemaWithin } from '../../contract/schemas';
import { currentEdition, sourceDocument } from '../../contract/source';
import type { Deployment } from '../deployment';
import { baseVariable } from '../deployment';
import { bridgeHeaders, securityOf } from '../openapi/components';

/** A Postman collection (v2.1) of all operations, in an order in which each finds what it needs. */
export function postmanCollection(deployment: Deployment): Members {
  return {
    info: {
      name: 'Health-data gateway',
      description:
        `All operations of "${sourceDocument.title}", edition ${currentEdition}. Set ` +
        `${secretVariables.join(', ')} in an environment: secrets do not belong in a collection. ` +
        'Run the folders from top to bottom.',
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    item: sampleGroups.map(({ name, operations }) => ({
      name,
      item: operations.map((id) => itemOf(id, deployment)),
    })),
    variable: variablesOf(deployment).map(([key, value]) => ({ key, value })),
  };
}

/** An environment with what a user fills in. */
export function postmanEnvironment(): Members {
  return {
    name: 'Health-data gateway: credentials',
    values: secretVariables.map((key) => ({ key, value: '', type: 'secret', enabled: true })),
    _postman_variable_scope: 'environment',
  };
}

function itemOf(id: OperationId, deployment: Deployment): Members {
  const sample = sampleOf(id, deployment);
  const request = requestOf(sample);
  return {
    name: sample.operation.title,
    request,
    event: eventsOf(sample.operation),
    response: shownAnswers(sample, request),
  };
}

function requestOf({ operation, url, headers, body, notes }: Sample): Members {
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

/** The answers that the document shows, as Postman's examples. */
function shownAnswers({ operation }: Sample, originalRequest: Members): Members[] {
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

/** Operations in the order in which a client comes to them, so that each finds what it needs. */
interface SampleGroup {
  readonly name: string;
  readonly operations: readonly OperationId[];
}

const sampleGroups: readonly SampleGroup[] = [
  { name: 'Session', operations: ['session.create'] },
  {
    name: 'Certificates and OTP',

    operations: ['certificate.identity', 'certificate.registry', 'otp.verify'],
  },
  {
    name: 'Payer flows',

    operations: [
      'insurancePlan.request',
      'eligibility.check',
      'claim.submit',
      'preauth.submit',
      'dummyPayer.trigger',
      'communication.onRequest',
      'paymentNotice.init',
    ],
  },
  {
    name: 'Callbacks to the provider',

    operations: ['communication.request', 'preauth.onSubmit', 'claim.onSubmit'],
  },
];

/** Postman makes new ones for every request. */
const fresh = { uuid: '{{$guid}}', now: '{{$isoTimestamp}}' } as const;

/** A request of one operation to start from; what differs from user to user is a variable, as in `{{clientId}}`. */
interface Sample {
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

function sampleOf(id: OperationId, { paths }: Deployment): Sample {
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

/** A script of a request, as Postman keeps it. */
interface PostmanEvent {
  readonly listen: 'prerequest' | 'test';
  readonly script: { readonly type: 'text/javascript'; readonly exec: readonly string[] };
}

const event = (listen: PostmanEvent['listen'], exec: readonly string[]): PostmanEvent => ({
  listen,
  script: { type: 'text/javascript', exec },
});

/** What runs before a request and after its answer. */
function eventsOf(operation: Operation): PostmanEvent[] {
  const { id } = operation;
  const tests = testsOf(operation);
  const after = id === 'session.create' ? [...tests, ...keepToken] : tests;
  return [...(id === 'preauth.submit' ? [event('prerequest', newCycle)] : []), event('test', after)];
}

/** A preauthorization begins a cycle; later requests belong to it. */
const newCycle = ["pm.collectionVariables.set('correlationId', pm.variables.replaceIn('{{$guid}}'));"];

/** The value of bearer_auth is a reading: Bearer, and the token of the session (clause 5.1.8). */
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
    ...(body === 'text'
      ? [
          `pm.test('The body is a PUBLIC KEY block (clause ${clause})', () => {`,
          "  pm.expect(pm.response.text()).to.include('-----BEGIN PUBLIC KEY-----');",
          '});',
        ]
      : [
          `const schema = ${JSON.stringify(withoutExamples(body))};`,
          `pm.test('The body has its documented members (clause ${clause})', () => pm.response.to.have.jsonSchema(schema));`,
        ]),
  ];
}

function withoutExamples(schema: string): Record<string, unknown> {
  const { examples: _examples, ...rest } = schemaWithin(schema);
  return rest;
}

/** Variables of all samples with what they stand for; a secret has no value here. */
function variablesOf({ bases, cmId }: Deployment): readonly (readonly [name: string, value: string])[] {
  const addresses = Object.entries(bases).map(
    ([service, url]) => [baseVariable(service as keyof typeof bases), url] as const,
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

/** Variables that a user sets: secrets, and what depends on them. */
const secretVariables = ['clientId', 'clientSecret', 'otpCiphertext', 'txnId'] as const;
