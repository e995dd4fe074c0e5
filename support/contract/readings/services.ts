import {
  enumSchema,
  headerNameSchema,
  listSchema,
  objectSchema,
  operationNamePattern,
  nullableSchema,
  perService,
  servicePathSchema,
  textSchema,
} from './schema';
import type { ReadingRows } from './schema';

/**
 * Readings on the responses of the services (clauses 2.3, 5.2) and on the values of request headers (5.2).
 */
export const serviceReadings = {
  'error-code': {
    clause: '2.3',
    silentOn: 'the prefix that the service itself puts into its codes',
    offered: 'a prefix, as in ABC; with other digits than 9999, as in ABC-4001',
    atMock: { follows: 'the mock answers with this code, and by default with SVC-9999' },
    schema: {
      description: 'any-prefix before -9999, a prefix, or a prefix with its digits.',
      type: 'string',
      maxLength: 100,
      pattern: '^[A-Za-z][A-Za-z0-9_-]*$',
    },
  },
  'stale-after': {
    clause: '5.2',
    silentOn: 'the age at which a TIMESTAMP is stale, and how it is then answered',
    offered: 'an age in seconds, one certain status',
    atMock: {
      follows:
        'the mock refuses older requests with this status, and by default those of more than 300 s with 400',
    },
    schema: objectSchema('When a TIMESTAMP is stale, and what it gets.', {
      seconds: nullableSchema({
        description: 'Age in seconds above which it is stale; null: only one of a day ago must be refused.',
        type: 'integer',
        minimum: 1,
      }),
      status: {
        description: 'Status of the answer, or any-4xx.',
        anyOf: [
          { type: 'string', const: 'any-4xx' },
          { type: 'integer', minimum: 400, maximum: 499 },
        ],
      },
    }),
  },
  'session-status': {
    clause: '4.1',
    departsFrom: 'status 200',
    offered: '202',
    atMock: { follows: 'the mock answers session requests with this status' },
    schema: { description: 'Status of the session answer.', type: 'integer', enum: [200, 202] },
  },
  'national-id-field': {
    clause: '2.4',
    silentOn: 'how the field with the national-ID number is called',
    offered: 'a name, or a list of names, of which the first is sent',
    atMock: { follows: 'the mock rejects these members unless it can decrypt them' },
    schema: {
      description: 'Name of the field with the national-ID number, or a list of names.',
      anyOf: [
        textSchema('Its only name.'),
        listSchema('Its names; the suite sends the first.', textSchema('Name of the field.')),
      ],
    },
  },
  'bridge-scoped': {
    clause: '5.2',
    silentOn: 'the requests and callbacks that count as bridge-scoped',
    offered: 'a list of operations, or a map from each of them to an id',
    atMock: {
      follows:
        'the mock refuses these requests without X-HIP-ID or X-HIU-ID, and its payer sends X-HIP-ID on these callbacks',
    },
    schema: {
      description: 'Bridge-scoped operations, each by its id or by its path behind the base address.',
      anyOf: [
        listSchema('Operations that carry an id, whatever it is.', {
          description: 'Id or path of an operation.',
          type: 'string',
          pattern: operationNamePattern,
        }),
        {
          description: 'The id of the facility or bridge that each operation carries.',
          type: 'object',
          minProperties: 1,
          additionalProperties: false,
          patternProperties: {
            [operationNamePattern]: {
              description: 'Value of X-HIP-ID or X-HIU-ID.',
              type: 'string',
              minLength: 1,
            },
          },
        },
        { type: 'null' },
      ],
    },
  },
  'consent-paths': {
    clause: '5.2',
    silentOn: 'the operations on consent and data to which X-CM-ID belongs',
    offered: 'a list of paths',
    atMock: { follows: 'the mock refuses requests to these paths without X-CM-ID' },
    schema: nullableSchema(
      listSchema(
        'Paths of the consent and data operations that carry X-CM-ID.',
        servicePathSchema('Path behind the base address.'),
      ),
    ),
  },
  'registry-session': {
    clause: '5.1.5',
    silentOn: 'how the registry creates a session of its own, and how a user-level token travels',
    offered: 'the path of that session, the header of that token',
    atMock: { follows: 'the mock answers session requests at this path' },
    schema: objectSchema('Sessions and tokens of the registry itself.', {
      path: nullableSchema(
        servicePathSchema('Path of the operation by which the registry creates a session.'),
      ),
      header: nullableSchema(headerNameSchema('Name of the header with the user-level token.')),
    }),
  },
  'mobile-otp-path': {
    clause: '2.4',
    silentOn: 'the path of the verify-mobile-OTP call',
    offered: 'a path, or one for each service, as in {registry: /v2/registration/mobile/verifyOTP}',
    atMock: { follows: 'the mock verifies OTPs at this path' },
    schema: nullableSchema(
      perService(
        servicePathSchema('Path behind the base address at which the OTP of a mobile number is verified.'),
      ),
    ),
  },
  'tls-least': {
    clause: '2.4',
    silentOn: 'the least version of TLS',
    offered: '1.3, in quotes',
    atMock: { follows: 'the mock refuses connections with an older version, unless it tolerates mistakes' },
    schema: enumSchema('Version of TLS that every connection has at least.', ['1.2', '1.3']),
  },
} as const satisfies ReadingRows;
