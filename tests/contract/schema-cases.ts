import assert from 'node:assert/strict';
import { checkSchema, schemaExamples } from '../../support/contract/schemas';

type Json = Record<string, unknown>;

/** Typed from clause 2 and the bodies of clause 4: every field, all of them required, with its type. */
export const fields: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'session-request': { '/clientId': 'string', '/clientSecret': 'string', '/grantType': 'string' },
  'session-response': {
    '/accessToken': 'string',
    '/expiresIn': 'integer',
    '/refreshExpiresIn': 'integer',
    '/refreshToken': 'string',
    '/tokenType': 'string',
  },
  error: { '/error': 'object', '/error/code': 'string', '/error/message': 'string' },
  'otp-verification-request': { '/otp': 'string', '/txnId': 'string' },
  'otp-verification-response': { '/txnId': 'string', '/authResult': 'string', '/message': 'string' },
  'trigger-action': { '/action': 'string', '/method': 'string', '/correlationId': 'string' },
  'payment-notice-init': { '/providerId': 'string', '/claimNumber': 'string' },
  'key-material': {
    '/cryptoAlg': 'string',
    '/curve': 'string',
    '/dhPublicKey': 'object',
    '/dhPublicKey/expiry': 'string',
    '/dhPublicKey/parameters': 'string',
    '/dhPublicKey/keyValue': 'string',
    '/nonce': 'string',
  },
};

/** One value of each JSON type, and what of them a type does not take. */
export const typed: readonly [string, unknown][] = [
  ['null', null],
  ['boolean', true],
  ['integer', 7],
  ['fraction', 7.5],
  ['string', '7'],
  ['array', []],
  ['object', {}],
];
export const otherThan = (type: string) => typed.filter(([name]) => name !== type).map(([, value]) => value);

export function example(name: string): Json {
  const [first] = schemaExamples(`contract/${name}`);
  assert.ok(first, `${name} shows no example`);
  return first as Json;
}

/** The example with one member set, or taken away (`undefined`). */
export function changedSchemaExample(name: string, path: string, value: unknown): Json {
  const whole = example(name);
  const steps = path.split('/').slice(1);
  const last = steps.pop() ?? '';
  const parent = steps.reduce((at, step) => at[step] as Json, whole);
  if (value === undefined) Reflect.deleteProperty(parent, last);
  else parent[last] = value;
  return whole;
}

export function refused(name: string, body: unknown, path: string, keyword: string): void {
  const problems = checkSchema(`contract/${name}`, body);
  const found = problems.some((each) => each.path === path && each.keyword === keyword);
  assert.ok(found, `${keyword} at ${path} expected of ${name}, got ${JSON.stringify(problems)}`);
}

export function accepted(name: string, body: unknown): void {
  assert.deepEqual(checkSchema(`contract/${name}`, body), []);
}
