import { enumSchema, listSchema, objectSchema, operationNamePattern, perService, textSchema } from './schema';
import type { ReadingRows } from './schema';
import { curveForms } from './values';

/** Readings on the transfer of health data (clause 6.2) and on encrypted fields (4.2, 6.3, 7). */
export const encryptionReadings = {
  'curve-form': {
    clause: '6.2',
    silentOn: 'which form a key on Curve25519 takes',
    offered:
      'one form throughout: x25519 (32 bytes, RFC 7748), weierstrass (a 65-byte point), weierstrass-spki-explicit, weierstrass-spki-named, or weierstrass-spki (either)',
    atMock: { ignores: 'the mock takes no part in transfers of health data' },
    schema: enumSchema('Form of every transfer key; as-declared tries each one that the adapter declares.', [
      'as-declared',
      ...curveForms,
    ]),
  },
  hkdf: {
    clause: '6.2.5',
    silentOn: 'with which hash and which info HKDF works',
    offered: 'nothing else',
    atMock: { ignores: 'the mock takes no part in transfers of health data' },
    schema: objectSchema('Parameters of HKDF.', {
      hash: { description: 'Hash of HKDF.', type: 'string', const: 'SHA-256' },
      info: { description: 'Info of HKDF, which is empty.', type: 'string', const: '' },
    }),
  },
  'gcm-tag': {
    clause: '6.2.6',
    silentOn: 'the place of the authentication tag',
    offered: 'nothing else',
    atMock: { ignores: 'the mock takes no part in transfers of health data' },
    schema: objectSchema('Length and place of the tag of AES-GCM.', {
      bytes: { description: 'Length of the tag in bytes.', type: 'integer', const: 16 },
      place: { description: 'The tag follows the ciphertext.', type: 'string', const: 'appended' },
    }),
  },
  aad: {
    clause: '6.2.6',
    silentOn: 'the additional data of AES-GCM',
    offered: 'nothing else',
    atMock: { ignores: 'the mock takes no part in transfers of health data' },
    schema: enumSchema('AES-GCM authenticates no additional data.', ['none']),
  },
  'content-encoding': {
    clause: '2.6',
    silentOn: 'how the encrypted content is encoded',
    offered: 'nothing else',
    atMock: { ignores: 'the mock takes no part in transfers of health data' },
    schema: enumSchema('The encrypted content is standard Base64 with its padding.', ['base64']),
  },
  'content-field': {
    clause: '2.6',
    silentOn: 'how the field with the encrypted content is called',
    offered: 'any name',
    atMock: { ignores: 'the mock takes no part in transfers of health data' },
    schema: textSchema('Name of the field with the encrypted content.'),
  },
  'key-bits': {
    clause: '4.2',
    departsFrom: '2048 bits',
    offered: '4096, or one for each service, as in {identity: 4096}',
    atMock: { follows: 'the mock makes keys of this size' },
    schema: perService({
      description: 'Size of the RSA keys in the certificates, in bits.',
      type: 'integer',
      enum: [2048, 4096],
    }),
  },
  'certificate-form': {
    clause: '4.2',
    departsFrom: 'PEM text',
    offered:
      'json, which has the DER in Base64 as its member publicKey; or one for each service, as in {identity: json}',
    atMock: { follows: 'the mock serves its certificates in this form' },
    schema: perService(enumSchema('Form in which the certificates are served.', ['pem', 'json'])),
  },
  'oaep-hash': {
    clause: '6.3.3',
    silentOn: 'the newer operations that expect SHA-256',
    offered: 'SHA-256 for each operation that is named',
    atMock: { follows: 'the mock opens the values of these requests with SHA-256 only' },
    schema: {
      description: 'Hash of OAEP by operation: its id, or its path behind the base address.',
      type: 'object',
      additionalProperties: false,
      patternProperties: {
        [operationNamePattern]: {
          description: 'Hash of OAEP and of MGF1.',
          type: 'string',
          const: 'SHA-256',
        },
      },
    },
  },
  'encrypted-members': {
    clause: '6.3',
    silentOn: 'which members carry encrypted values besides those of 2.4',
    offered: 'a list of names',
    atMock: { follows: 'the mock rejects these members unless it can decrypt them' },
    schema: listSchema(
      'Names of members that carry encrypted values, at any depth of a JSON body to the identity service or the registry.',
      textSchema('Name of a member.'),
    ),
  },
  'encryption-rejection': {
    clause: '7',
    silentOn: 'with which status and code a service rejects bad ciphertext',
    offered: 'one status, a list of words, the error envelope',
    atMock: { follows: 'the mock answers with this status, and adds the first of these words' },
    schema: objectSchema('How a service rejects bad ciphertext.', {
      status: {
        description: 'Status of the answer; without it any but 2xx.',
        type: 'integer',
        minimum: 400,
        maximum: 599,
      },
      words: {
        ...listSchema(
          'Words of which one stands in the body, in any case, if only as part of a longer word.',
          {
            description: 'A word, or several with blanks between them.',
            type: 'string',
            maxLength: 100,
            pattern: "^[\\p{L}\\p{N}][\\p{L}\\p{M}\\p{N} _:,'-]*$",
          },
        ),
        maxItems: 20,
      },
      shape: enumSchema('Whether the body is the error envelope.', ['envelope', 'any']),
    }),
  },
} as const satisfies ReadingRows;
