import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { constants } from '../../support/contract/constants';
import { checkSchema } from '../../support/contract/schemas';
import { accepted, changedSchemaExample } from './schema-cases';

const uuid = '5d2f8c14-9e3b-4a67-8f01-b6c7d8e9a0f1';
const bytes = (length: number) => Buffer.alloc(length, 0xfb).toString('base64');

/** Schema, member, keyword; then values that are right, each beside its broken twins. */
const constraints: readonly [string, string, string, readonly string[], readonly string[]][] = [
  ['session-request', '/clientId', 'minLength', ['x'], ['']],
  ['session-request', '/clientSecret', 'minLength', ['x'], ['']],
  [
    'session-request',
    '/grantType',
    'const',
    [constants.grantType],
    ['password', 'Client_Credentials', 'client_credentials '],
  ],
  ['otp-verification-request', '/otp', 'minLength', ['x'], ['']],
  ['otp-verification-request', '/txnId', 'minLength', ['x'], ['']],
  ['trigger-action', '/action', 'enum', constants.actions, ['approve', 'Accept', '']],
  ['trigger-action', '/method', 'enum', constants.methods, ['PreAuth', 'Communication', '']],
  [
    'trigger-action',
    '/correlationId',
    'pattern',
    [uuid, uuid.toUpperCase(), uuid.replace('-4', '-1')],
    [
      '',
      uuid.slice(1),
      `${uuid}0`,
      `0${uuid}`,
      uuid.replaceAll('-', ''),
      uuid.replace('d', 'g'),
      `{${uuid}}`,
    ],
  ],
  [
    'payment-notice-init',
    '/providerId',
    'pattern',
    ['1000000001@sbx', '1@a.b'],
    ['', '1000000001', '@sbx', 'x1000000001@sbx', '1000000001@', '1000000001@s bx', ' 1@sbx'],
  ],
  ['key-material', '/cryptoAlg', 'const', [constants.cryptoAlg], ['ecdh', 'ECDSA', 'RSA']],
  ['key-material', '/curve', 'const', [constants.curve], ['curve25519', 'X25519', 'P-256']],
  ['key-material', '/dhPublicKey/parameters', 'minLength', ['x'], ['']],
  [
    'key-material',
    '/dhPublicKey/keyValue',
    'pattern',
    [bytes(32), bytes(65), bytes(93), bytes(309)],
    [
      '',
      bytes(32).slice(0, -1),
      bytes(32).replaceAll('+', '-'),
      `${bytes(65)}\n`,
      bytes(32).replace(/.=$/, '/='),
    ],
  ],
  [
    'key-material',
    '/nonce',
    'pattern',
    [bytes(32)],
    [
      '',
      bytes(31),
      bytes(33),
      bytes(20),
      `A${bytes(32)}`,
      `${bytes(32)}\n`,
      bytes(32).slice(0, -1),
      bytes(32).replaceAll('+', '-'),
      'fb'.repeat(32),
    ],
  ],
];

describe('a constraint of the contract', () => {
  for (const [name, path, keyword, right, wrong] of constraints) {
    it(`${keyword} holds at ${name}${path}`, () => {
      assert.ok(right.length > 0 && wrong.length > 0);
      for (const value of right) accepted(name, changedSchemaExample(name, path, value));
      for (const value of wrong) {
        const problems = checkSchema(`contract/${name}`, changedSchemaExample(name, path, value));
        const seen = problems.map((each) => [each.path, each.keyword]);
        assert.deepEqual(seen, [[path, keyword]], `${value} at ${path}`);
      }
    });
  }

  it('leaves open what the document leaves open, or judges elsewhere', () => {
    accepted('payment-notice-init', changedSchemaExample('payment-notice-init', '/claimNumber', ''));
    accepted('session-response', changedSchemaExample('session-response', '/tokenType', 'Bearer'));
    accepted('session-response', changedSchemaExample('session-response', '/expiresIn', 0));
    accepted('error', changedSchemaExample('error', '/error/details', []));
    accepted(
      'otp-verification-response',
      changedSchemaExample('otp-verification-response', '/authResult', 'failure'),
    );
  });

  it('is counted with all others that a body breaks', () => {
    const problems = checkSchema('contract/trigger-action', { action: 'Pay', method: 'Claim' });
    assert.deepEqual(problems.map((each) => each.path).sort(), ['/action', '/correlationId']);
  });
});
