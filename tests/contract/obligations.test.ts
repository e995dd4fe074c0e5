import { test } from 'node:test';
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020';
import { parse } from 'yaml';
import { contractObligations } from '../../support/obligations';
import type { ObligationId } from '../../support/obligations';
import { defaultReadings, readings, resolveReadings } from '../../support/contract/readings';
import type { JsonSchema } from '../../support/contract/readings';

const source = resolve(__dirname, '../../../shared/obligations.yaml');
const ajv = new Ajv2020({ strict: true });

interface SourceRow {
  readonly clause: string;
  readonly subject: string;
  readonly role: string;
  readonly level: string;
  readonly seen: string;
  readonly rule: string;
}

function repeated(texts: readonly string[]): string[] {
  return texts.filter((text, index) => texts.indexOf(text) !== index);
}

function sentences(text: string): string[] {
  return text.split(/(?<=[.;])\s+/).map((each) => each.toLowerCase().replace(/[.;]$/, ''));
}

test('there are 118 obligations, each under an id of its own', () => {
  assert.equal(contractObligations.all.length, 118);
  assert.deepEqual(repeated(contractObligations.all.map(({ id }) => id)), []);
});

test('every area has its full number of obligations', () => {
  const counts = new Map<string, number>();
  for (const { area } of contractObligations.all) counts.set(area, (counts.get(area) ?? 0) + 1);
  assert.deepEqual(Object.fromEntries(counts), {
    session: 11,
    headers: 14,
    token: 8,
    certificate: 9,
    'field-encryption': 16,
    otp: 5,
    'health-data-transfer': 19,
    'dummy-payer': 9,
    'payer-flow': 15,
    callback: 8,
    transport: 4,
  });
});

test('titles are distinct facts, not wishes', () => {
  const titles = contractObligations.all.map(({ title }) => title);
  assert.deepEqual(repeated(titles.map((title) => title.toLowerCase())), []);
  for (const title of titles) {
    assert.doesNotMatch(title, /\b(should|must|shall)\b/i);
    assert.doesNotMatch(title, /\.$/);
    const words = title.split(' ').length;
    assert.ok(words >= 4 && words <= 10, `${String(words)} words: ${title}`);
  }
});

test('no sentence of a rule occurs twice', () => {
  assert.deepEqual(repeated(contractObligations.all.flatMap(({ rule }) => sentences(rule))), []);
});

test('every rule is whole sentences, three at most', () => {
  for (const { id, rule } of contractObligations.all) {
    assert.match(rule, /\.$/, id);
    assert.ok(rule.split(/\.\s+(?=[A-Z])/).length <= 3, id);
  }
});

test('an obligation is found by its id, and only by that', () => {
  assert.equal(contractObligations.get('HDR-05').title, 'REQUEST-ID is new for every request');
  assert.equal(contractObligations.has('HDR-05'), true);
  for (const text of ['HDR-99', 'hdr-05', '@HDR-05', '', 'toString'])
    assert.equal(contractObligations.has(text), false, text);
  assert.throws(() => contractObligations.get('HDR-99' as ObligationId), RangeError);
});

test(
  'every row agrees with the list of obligations that it was taken from',
  { skip: existsSync(source) ? false : 'the list is present on development machines only' },
  () => {
    // Facets say in which parts an obligation is to be seen: they are no area of obligations.
    const { facets, ...areas } = parse(readFileSync(source, 'utf8')) as Record<
      string,
      Record<string, SourceRow>
    >;
    assert.ok(facets);
    const expected = Object.entries(areas).flatMap(([area, rows]) =>
      Object.entries(rows).map(([id, { clause, subject, role, level, seen }]) => ({
        ...{ id, area, subject, level, seen },
        clauses: clause.split(', '),
        roles: role.split(' or '),
      })),
    );
    const actual = contractObligations.all.map(({ id, area, subject, level, seen, clauses, roles }) => ({
      ...{ id, area, subject, level, seen },
      ...{ clauses, roles },
    }));
    assert.deepEqual(actual, expected);
  },
);

test('there are 28 readings, each with a value of its own', () => {
  assert.equal(readings.length, 28);
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

test('patterns among the defaults fit what the document shows', () => {
  assert.match('SVC-9999', new RegExp(defaultReadings['error-code']));
  const { pattern } = defaultReadings['encryption-rejection'];
  for (const message of ['Decryption failed', 'Bad padding', 'Invalid encrypted value'])
    assert.match(message, new RegExp(pattern, 'i'));
});

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
  assert.deepEqual(values['stale-after'], { seconds: 300, status: 401 });
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
    ['stale-after', { minutes: 5 }],
    ['oaep-hash', { 'otp.verify': 'SHA-512' }],
    ['bridge-scoped', []],
    ['plan-answer', 'v1/insuranceplan/on_request'],
    ['callback-jwt', { algorithms: ['none'] }],
  ];
  for (const [id, value] of refused) {
    const reading = readings.find((each) => each.id === id);
    assert.ok(reading, id);
    assert.equal(ajv.validate(reading.schema, value), false, id);
  }
});
