import { test } from 'node:test';
import assert from 'node:assert/strict';
import { Ajv2020 } from 'ajv/dist/2020';
import { defaultReadings, readings, resolveReadings } from '../../support/contract/readings';
import type { JsonSchema } from '../../support/contract/readings';

const ajv = new Ajv2020({ strict: true });

test('each reading has a default, and each default is one of a reading', () => {
  assert.deepEqual(
    readings.map(({ id }) => id),
    Object.keys(defaultReadings),
  );
});

for (const { id, schema, default: standard } of readings)
  test(`the default of ${id} fits the schema of its overrides`, () => {
    assert.equal(ajv.validate(schema, standard), true, ajv.errorsText());
  });

test('schemas of readings are closed and described', () => {
  for (const { id, schema } of readings) assertClosed(id, schema);
});

function assertClosed(place: string, schema: JsonSchema): void {
  assert.equal(typeof schema.description, 'string', `${place} has no description`);
  const inner = [schema, ...((schema.anyOf ?? []) as JsonSchema[])].filter(({ type }) => type === 'object');
  for (const each of inner) {
    assert.equal(each.additionalProperties, false, `${place} is open`);
    const properties = { ...(each.properties ?? {}), ...(each.patternProperties ?? {}) };
    for (const [name, value] of Object.entries(properties))
      assertClosed(`${place}.${name}`, value as JsonSchema);
  }
}

test('without overrides the defaults are in force', () => {
  assert.deepEqual(resolveReadings({}), defaultReadings);
});

test('an override replaces the members that it names, and a list as a whole', () => {
  const values = resolveReadings({
    'key-bits': 4096,
    'stale-after': { status: 401 },
    'bridge-scoped': ['preauth.onSubmit'],
    'callback-jwt': { algorithms: ['RS512'] },
    decision: { final: null },
  });
  assert.equal(values['key-bits'], 4096);
  assert.deepEqual(values['stale-after'], { seconds: null, status: 401 });
  assert.deepEqual(values['bridge-scoped'], ['preauth.onSubmit']);
  assert.deepEqual(values['callback-jwt'], { ...defaultReadings['callback-jwt'], algorithms: ['RS512'] });
  assert.equal(values.decision.final, null);
  assert.equal(values.decision.path, defaultReadings.decision.path);
  assert.deepEqual(values['gcm-tag'], defaultReadings['gcm-tag']);
});

test('an override that the schema does not offer is refused', () => {
  const refused: [string, unknown][] = [
    ['key-bits', 1024],
    ['hkdf', { hash: 'SHA-1' }],
    ['aad', 'the nonce'],
    ['error-code', '(a+)+$'],
    ['error-code', '9999'],
    ['encryption-rejection', { pattern: 'decrypt' }],
    ['encryption-rejection', { words: [] }],
    ['encryption-rejection', { words: ['(a+)+$'] }],
    ['encryption-rejection', { words: [' '] }],
    ['content-encoding', 'base64url'],
    ['tls-least', '1.1'],
    ['payer-segment', 'v2'],
    ['callback-body', 'JWEPayload'],
    ['provider-authorization', 'none'],
    ['trigger-authorization', true],
    ['stale-after', { minutes: 5 }],
    ['oaep-hash', { 'otp.verify': 'SHA-512' }],
    ['bridge-scoped', []],
    ['bridge-scoped', {}],
    ['bridge-scoped', { 'preauth.onSubmit': '' }],
    ['bridge-scoped', { 'not an operation': 'IN1' }],
    ['plan-answer', 'v1/insuranceplan/on_request'],
    ['eligibility-data', []],
    ['eligibility-data', ['not a type']],
    ['callback-jwt', { algorithms: ['none'] }],
  ];
  for (const [id, value] of refused) {
    const reading = readings.find((each) => each.id === id);
    assert.ok(reading, id);
    assert.equal(ajv.validate(reading.schema, value), false, id);
  }
});
