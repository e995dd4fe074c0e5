import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020';
import { isResultRead, adapterMethods } from '../../support/adapter/protocol';
import { readings } from '../../support/contract/readings';
import { checkSchema, schemaExamples, schemaIds } from '../../support/contract/schemas';
import { otherThan, typed } from '../contract/schema-cases';
import { broken, changed } from './schema-changes';

interface Node {
  readonly title?: string;
  readonly description?: string;
  readonly type?: string | readonly string[];
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Node>>;
  readonly items?: Node;
}

const folder = join(__dirname, '..', '..', 'schemas', 'adapter');
const documents = readdirSync(folder).map(
  (file) => [file, JSON.parse(readFileSync(join(folder, file), 'utf8')) as Node] as const,
);
const idOf = (file: string) => `adapter/${file.replace('.schema.json', '')}`;

interface Member {
  readonly steps: readonly string[];
  readonly node: Node;
  readonly required: boolean;
}

/** Every member below a schema; of a list, its first item. */
function membersOf(node: Node, steps: readonly string[] = []): Member[] {
  const own = Object.entries(node.properties ?? {}).flatMap(([name, child]) => [
    { steps: [...steps, name], node: child, required: node.required?.includes(name) ?? false },
    ...membersOf(child, [...steps, name]),
  ]);
  if (node.items === undefined) return own;
  const at = [...steps, '0'];
  return [...own, { steps: at, node: node.items, required: false }, ...membersOf(node.items, at)];
}

describe('the schemas of the protocol', () => {
  it('are those of its methods, two each, and two of the messages', () => {
    const expected = [
      ...adapterMethods.flatMap((method) => [`adapter/${method}-params`, `adapter/${method}-result`]),
      'adapter/request',
      'adapter/response',
    ].sort();
    assert.deepEqual(
      schemaIds().filter((id) => id.startsWith('adapter/')),
      expected,
    );
    assert.deepEqual(documents.map(([file]) => idOf(file)).sort(), expected);
  });

  it('let a result be anything, or absent, exactly where nothing reads it', () => {
    for (const method of adapterMethods)
      for (const [, value] of [...typed, ['absent', undefined] as const]) {
        const problems = checkSchema(`adapter/${method}-result`, value);
        if (!isResultRead(method)) assert.deepEqual(problems, []);
        else if (value === undefined || typeof value !== 'object') assert.notDeepEqual(problems, []);
      }
  });

  it('describe every reading', () => {
    const [, document] = documents.find(([file]) => idOf(file) === 'adapter/initialize-params') ?? [];
    const described = Object.keys(document?.properties?.readings?.properties ?? {});
    assert.deepEqual(described.sort(), readings.map(({ id }) => id as string).sort());
  });

  it('want one of two ways to say who decrypts', () => {
    const id = 'adapter/transfer.decrypt-params';
    const [opened, given] = schemaExamples(id) as [object, object];
    broken(id, { ...given, ...opened }, [], 'oneOf');
    broken(id, changed(id, ['transferId'], undefined), [], 'oneOf');
  });

  it('want a result or an error, null being neither', () => {
    const whole = { jsonrpc: '2.0', id: 1, result: 1, error: { code: 1, message: '' } };
    broken('adapter/response', whole, [], 'not');
    for (const harmless of [{ error: null }, { result: null }])
      assert.deepEqual(checkSchema('adapter/response', { ...whole, ...harmless }), []);
  });

  it('leave it to the obligations to judge what a client made', () => {
    for (const [id, value] of [
      ['adapter/field.encrypt-result', { ciphertext: 'plain' }],
      ['adapter/transfer.encrypt-result', { keyMaterial: { nonce: 7 }, content: '?' }],
      ['adapter/transfer.decrypt-result', { bundle: '' }],
    ] as const)
      assert.deepEqual(checkSchema(id, value), []);
  });
});

/** Keyword, schema, member, values that are right and values that are not. */
const constraints: readonly (readonly [string, string, string, readonly unknown[], readonly unknown[]])[] = [
  ['const', 'initialize-params', 'protocolVersion', ['1'], ['2', '']],
  [
    'pattern',
    'initialize-params',
    'services/gateway',
    ['http://h/a'],
    ['http://h/a/', 'h', 'ftp://h', 'http://h?x'],
  ],
  ['pattern', 'initialize-params', 'callbackCertificates', ['https://h/k'], ['/k', '']],
  ['enum', 'initialize-params', 'envelope', ['jwe', 'json'], ['JWE', '']],
  ['pattern', 'initialize-params', 'payerEncryptionKey', [], ['', '-----BEGIN CERTIFICATE-----']],
  [
    'pattern',
    'initialize-params',
    'payerEncryptionCertificate',
    ['-----BEGIN CERTIFICATE-----\nMIIB'],
    ['', '-----BEGIN PUBLIC KEY-----'],
  ],
  ['pattern', 'initialize-params', 'caCertificate', [], ['', '-----BEGIN PUBLIC KEY-----']],
  ['minLength', 'initialize-params', 'credentials/clientId', ['x'], ['']],
  ['minLength', 'initialize-params', 'cmId', ['x'], ['']],
  ['minLength', 'initialize-result', 'capabilities/0', ['later.method'], ['']],
  ['pattern', 'initialize-result', 'callbackUrl', ['http://h/', 'https://h/x'], ['h:80', 'http://h/?x']],
  ['pattern', 'initialize-result', 'encryptionKey', [], ['MIIB']],
  [
    'enum',
    'initialize-result',
    'transferKeyForms/0',
    ['x25519', 'weierstrass-spki', 'weierstrass-spki-named'],
    ['X25519', 'p256'],
  ],
  ['enum', 'initialize-result', 'transferKeyForms/hip/takes/0', ['weierstrass'], ['X25519']],
  ['minItems', 'initialize-result', 'transferKeyForms/hip/gives', [['x25519'], null], [[]]],
  ['additionalProperties', 'initialize-result', 'transferKeyForms/hip', [{}, null], []],
  ['minItems', 'initialize-result', 'transferKeyForms', [['weierstrass']], [[]]],
  ['enum', 'certificate.fetch-params', 'service', ['identity', 'registry'], ['gateway', '']],
  ['enum', 'field.encrypt-params', 'service', ['identity', 'registry'], ['gateway', '']],
  ['pattern', 'fields.send-params', 'path', ['/', '/a/b'], ['a', '/a b', '/a?b', '']],
  ['minItems', 'fields.send-params', 'fields', [], [[]]],
  ['minLength', 'fields.send-params', 'fields/0/name', ['x'], ['']],
  ['minLength', 'otp.verify-params', 'otp', ['x'], ['']],
  ['enum', 'dummyPayer.trigger-params', 'action', ['Approve', 'Reject', 'Query'], ['approve']],
  ['enum', 'dummyPayer.trigger-params', 'method', ['Preauth', 'Claim'], ['PreAuth']],
  ['minLength', 'claim.submit-result', 'correlationId', ['x'], ['']],
  ['enum', 'cycle.get-result', 'state', ['queried', 'answered'], ['open']],
  ['minimum', 'cycle.get-result', 'callbacks', [0, 3], [-1]],
  ['const', 'response', 'jsonrpc', ['2.0'], ['1.0']],
];

describe('the values of the protocol', () => {
  for (const [keyword, name, member, right, wrong] of constraints)
    it(`${name}: ${member} has its ${keyword}`, () => {
      const id = `adapter/${name}`;
      const steps = member.split('/');
      for (const value of right) assert.deepEqual(checkSchema(id, changed(id, steps, value)), []);
      for (const value of wrong) broken(id, changed(id, steps, value), steps, keyword);
    });
});

describe('each schema of the protocol', () => {
  for (const [file, document] of documents) {
    const id = idOf(file);
    const members = membersOf(document);

    it(`${id} says what it is, and what every member is`, () => {
      assert.ok(document.title !== undefined && document.description !== undefined);
      for (const { steps, node } of members)
        assert.ok(node.description, `${steps.join('/')} is not described`);
      assert.doesNotThrow(() => new Ajv2020({ allowUnionTypes: true }).compile(document));
    });

    it(`${id} accepts its examples, and members beside them`, () => {
      const examples = schemaExamples(id);
      assert.ok(examples.length > 0);
      for (const shown of examples) {
        assert.deepEqual(checkSchema(id, shown), []);
        if (shown !== null) assert.deepEqual(checkSchema(id, { ...(shown as object), more: 1 }), []);
      }
    });

    it(`${id} refuses an example without a member, or with one of another type`, () => {
      for (const { steps, node, required } of members) {
        if (required) broken(id, changed(id, steps, undefined), steps, 'required');
        if (node.type === undefined) continue;
        for (const value of wrongFor(node.type)) broken(id, changed(id, steps, value), steps, 'type');
      }
      if (document.type !== undefined) for (const value of otherThan('object')) broken(id, value, [], 'type');
    });
  }
});

/** A value of each JSON type, but for these. */
function wrongFor(types: string | readonly string[]): unknown[] {
  const taken = new Set([types].flat());
  if (taken.has('number')) for (const each of ['integer', 'fraction']) taken.add(each);
  return typed.filter(([name]) => !taken.has(name)).map(([, value]) => value);
}
