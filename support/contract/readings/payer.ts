import {
  enumSchema,
  headerNameSchema,
  listSchema,
  memberPath,
  objectSchema,
  nullableSchema,
  servicePathSchema,
  textSchema,
} from './schema';
import type { JsonSchema, ReadingRows } from './schema';

/**
 * The asymmetric signature algorithms of RFC 7518. `none` and HMAC are excluded: `none` does not need a key,
 * and HMAC would let anyone sign with the published key.
 */
export const callbackSignatures: readonly string[] = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
];

/** The JWE algorithms that the envelope `jwe` accepts (RFC 7518, sections 4.3 and 5.3). */
export const envelopeAlgorithms = { alg: ['RSA-OAEP-256', 'RSA-OAEP'], enc: ['A256GCM'] } as const;

const finalAnswer: JsonSchema = {
  ...objectSchema('What besides the decision makes an answer the final one.', {
    path: memberPath('Where to look.'),
    value: textSchema('What has to stand there.'),
  }),
  required: ['path', 'value'],
};

const resourceTypes = (description: string): JsonSchema =>
  listSchema(description, {
    description: 'A FHIR resource type.',
    type: 'string',
    pattern: '^[A-Z][A-Za-z]+$',
  });

/** Readings on payer cycles (clauses 4.6, 4.7), on callbacks (5.1.6) and on dummy payer triggers (5.1.8). */
export const payerReadings = {
  envelope: {
    clause: '4.6',
    silentOn: 'how a payload and its protected headers go over the wire',
    offered: 'json, where the bundle is the body and the x-hcx-* headers are HTTP headers',
    atMock: { follows: 'the payer of the mock sends this envelope, and reads either of them' },
    schema: enumSchema(
      'jwe: a body {"payload": …} with a compact JWE (RSA-OAEP-256 or RSA-OAEP, A256GCM) that has x-hcx-* as ' +
        'protected headers, answered with 202; json: the bundle itself, with x-hcx-* as HTTP headers.',
      ['jwe', 'json'],
    ),
  },
  'callback-body': {
    clause: '4.6, 6.1',
    silentOn: 'which members the body of a message has beside payload',
    offered: 'bare, without type; typed, with refusals in the clear (ProtocolResponse) and error reports',
    atMock: { follows: 'the payer of the mock writes bodies in this form, and reads any of them' },
    schema: enumSchema(
      'In the envelope jwe. with-type: {"type": "JWEPayload", "payload": …}; bare: {"payload": …} alone; ' +
        'typed: as with-type, and the payer may also send {"type": "ProtocolResponse", "x-hcx-…": …} and error reports.',
      ['with-type', 'bare', 'typed'],
    ),
  },
  'plan-answer': {
    clause: '4.7',
    silentOn: 'the callback that answers an insurance plan request',
    offered: 'any path',
    atMock: { follows: 'the payer of the mock calls back at this path' },
    schema: servicePathSchema('Path of the callback with the plan data.'),
  },
  'eligibility-answer': {
    clause: '4.7',
    silentOn: 'the callback that answers an eligibility check',
    offered: 'any path',
    atMock: { follows: 'the payer of the mock calls back at this path' },
    schema: servicePathSchema('Path of the callback with the eligibility data.'),
  },
  'plan-data': {
    clause: '4.7',
    silentOn: 'which FHIR resource holds plan data',
    offered: 'other types',
    atMock: { follows: 'the payer of the mock answers with the first of these types' },
    schema: resourceTypes('One of these types makes an answer plan data.'),
  },
  'eligibility-data': {
    clause: '4.7',
    silentOn: 'which FHIR resource holds eligibility data',
    offered: 'other types',
    atMock: { follows: 'the payer of the mock answers with the first of these types' },
    schema: resourceTypes('One of these types makes an answer eligibility data.'),
  },
  'payment-prompt': {
    clause: '4.7.5',
    silentOn: 'the operation that prompts for a payment notice',
    offered: 'any path',
    atMock: { follows: 'the payer of the mock calls back at this path' },
    schema: servicePathSchema('Path of the prompt to the provider.'),
  },
  'payment-ack': {
    clause: '4.7.5',
    silentOn: 'the operation that acknowledges a payment notice',
    offered: 'any path',
    atMock: { follows: 'the mock answers at this path' },
    schema: servicePathSchema('Path of the acknowledgment by the provider.'),
  },
  decision: {
    clause: '4.7',
    silentOn: 'by what a final answer shows approval or rejection',
    offered: 'a path with a value for each of both decisions, and what marks the final answer',
    atMock: { follows: 'the payer of the mock writes its decisions in this way' },
    schema: objectSchema('How a final answer tells its decision.', {
      path: memberPath('Where the decision stands.'),
      approved: textSchema('The value of an approval.'),
      rejected: textSchema('The value of a rejection.'),
      final: nullableSchema(finalAnswer),
    }),
  },
  documents: {
    clause: '4.7',
    silentOn: 'where in a reply its documents stand',
    offered: 'a path',
    atMock: { ignores: 'the payer of the mock accepts every reply' },
    schema: memberPath('Where the data of a document stands in a reply.'),
  },
  'payer-content': {
    clause: '2.6, 4.7',
    silentOn: 'the FHIR content of what the payer sends',
    offered: 'a folder of FHIR JSON by step, with placeholders; see the guide to target files',
    atMock: { follows: 'the payer of the mock sends this content' },
    schema: nullableSchema(
      textSchema('Folder with plan.json, query.json and so on, relative to the target file.'),
    ),
  },
  'correlation-id': {
    clause: '4.7, 6.1',
    silentOn: 'by what means the correlation id travels',
    offered: 'an HTTP header, a path in the body',
    atMock: { follows: 'the payer of the mock reads and writes the id in this place' },
    schema: objectSchema('Where the correlation id travels.', {
      where: enumSchema('The part of the message.', ['protected-header', 'header', 'body']),
      name: textSchema('Name of the header, or the path in the body.'),
    }),
  },
  'after-reply': {
    clause: '4.7',
    silentOn: 'what the payer decides once its query has been replied to',
    offered: 'reject',
    atMock: { follows: 'the payer of the mock decides in this way' },
    schema: enumSchema('Decision of the payer after a reply.', ['approve', 'reject']),
  },
  'callback-certificates': {
    clause: '5.1.6',
    silentOn: 'the place where the gateway publishes its certificates',
    offered: 'any path',
    atMock: { follows: 'the mock publishes its keys at this path' },
    schema: servicePathSchema('Path of the JWKS behind the base address of the gateway.'),
  },
  'callback-jwt': {
    clause: '5.1.6, 6.1',
    silentOn: 'the header and the algorithm of the JWT, and if callbacks of the payer have it too',
    offered:
      'another header or algorithm, an issuer and an audience; or no JWT, so that what is demanded of it is ' +
      'left-out',
    atMock: {
      follows: 'the payer of the mock signs its callbacks in this way, with the first of the algorithms',
    },
    schema: objectSchema('The JWT on callbacks. Its kid, if it has one, picks the certificate.', {
      header: headerNameSchema('Name of the header with the JWT.'),
      scheme: { description: 'Word in front of the JWT; may be empty.', type: 'string', pattern: '^\\S*$' },
      algorithms: listSchema('Algorithms that a receiver accepts.', {
        description: 'An algorithm of RFC 7518.',
        type: 'string',
        enum: callbackSignatures,
      }),
      carried: { description: 'Whether callbacks of the payer carry the JWT.', type: 'boolean' },
      issuer: nullableSchema(textSchema('The iss claim of the JWT; null leaves it unchecked.')),
      audience: nullableSchema(textSchema('The aud claim of the JWT; null leaves it unchecked.')),
    }),
  },
  'jwt-leeway': {
    clause: '6.1',
    silentOn: 'the leeway of clocks for nbf and exp of the JWT on callbacks',
    offered: 'any number of seconds up to an hour',
    atMock: { ignores: 'the mock verifies no JWT on callbacks' },
    schema: {
      description: 'Seconds by which a JWT may have expired, or may not be valid yet.',
      type: 'integer',
      minimum: 0,
      maximum: 3600,
    },
  },
  'dummy-payer-token': {
    clause: '5.1.8',
    silentOn: 'where the value of bearer_auth comes from',
    offered: 'target: dummyPayerToken of the target file, taken from the environment',
    atMock: { follows: 'the payer of the mock demands this token' },
    schema: enumSchema('session: Bearer and the access token of the session; target: dummyPayerToken.', [
      'session',
      'target',
    ]),
  },
  'trigger-authorization': {
    clause: '5.1.2, 5.2, 4.4',
    silentOn:
      'whether triggers carry Authorization beside bearer_auth (5.2 says always, 4.4 lists three other headers)',
    offered: 'required, absent',
    atMock: { follows: 'the payer of the mock demands Authorization if it is required' },
    schema: enumSchema(
      'free: either is right; required: triggers carry Authorization too; absent: they do not.',
      ['free', 'required', 'absent'],
    ),
  },
  'payer-segment': {
    clause: '9.3, 4.4, 4.5',
    silentOn: 'whether the paths of the dummy payer begin with v1 (9.3 says so, 4.4 and 4.5 print none)',
    offered: 'none, v1',
    atMock: { follows: 'the payer of the mock answers at these paths' },
    schema: enumSchema('free: either is right; none: as 4.4 and 4.5 print them; v1: with /v1 in front.', [
      'free',
      'none',
      'v1',
    ]),
  },
  'provider-authorization': {
    clause: '5.1.2, 5.1.8, 4.6',
    silentOn:
      'whether payer operations carry the token in Authorization (5.2 says always, 4.6 shows no headers)',
    offered: 'bearer_auth, either',
    atMock: { follows: 'the payer of the mock reads the token of provider operations in this header' },
    schema: enumSchema(
      'authorization: the token is in Authorization; bearer_auth: it is in bearer_auth; either: one of the two has it.',
      ['authorization', 'bearer_auth', 'either'],
    ),
  },
} as const satisfies ReadingRows;
