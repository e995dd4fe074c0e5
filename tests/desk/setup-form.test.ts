import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defaultReadings, readings } from '../../support/contract/readings';
import { checkSchema, schemaWithin } from '../../support/contract/schemas';
import { formOf } from '../../support/desk/server/setup/form/form';
import { labelOf } from '../../support/desk/server/setup/form/label-of';
import type { FormField } from '../../support/desk/wire/setup';
import { loadTarget } from '../../support/run/targets';
import { lines, targetFile } from '../targets/target-files';

type Node = Readonly<Record<string, unknown>>;

/** All paths that a schema allows, found without the code that makes the form. */
function pathsOf(root: Node, node: Node, path: readonly string[] = []): string[] {
  const { $ref } = node;
  if (typeof $ref === 'string')
    return pathsOf(root, (root.$defs as Record<string, Node>)[$ref.slice('#/$defs/'.length)] ?? {}, path);
  const own = path.length === 0 ? [] : [path.join('.')];
  const branches = ((node.anyOf ?? []) as Node[]).flatMap((each) => pathsOf(root, each, path));
  const members = Object.entries((node.properties ?? {}) as Record<string, Node>).flatMap(([name, each]) =>
    pathsOf(root, each, [...path, name]),
  );
  const patterned: unknown[] = Object.values(node.patternProperties ?? {});
  const extra = [node.additionalProperties, node.items, ...patterned];
  const wild = extra.flatMap((each) =>
    typeof each === 'object' && each !== null ? pathsOf(root, each as Node, [...path, '*']) : [],
  );
  return [...new Set([...own, ...branches, ...members, ...wild])];
}

const everyField = (fields: readonly FormField[]): FormField[] =>
  fields.flatMap((each) => [each, ...everyField(each.fields ?? [])]);

const form = formOf();
const fields = form.sections.flatMap((section) => everyField(section.fields));
const at = (path: string): FormField | undefined => fields.find((each) => each.path.join('.') === path);

/** Entries of a list stand in the field of the list itself. */
const isOfList = (path: string): boolean =>
  path.endsWith('.*') && ['texts', 'choices', 'entries'].includes(at(path.slice(0, -2))?.kind ?? '');

/** What holds for one service stands in the field of what holds for both. */
const isOfOneService = (path: string): boolean =>
  /^readings\.[a-z-]+\.(identity|registry)$/.test(path) &&
  at(path.split('.').slice(0, 2).join('.'))?.kind === 'choice';

test('every member of the schema has a field, with its label and what it is for', () => {
  const schema = schemaWithin('target');
  const paths = pathsOf(schema, schema);
  assert.ok(paths.length > 60, String(paths.length));
  assert.ok(paths.includes('otp.*.txnId') && paths.includes('declarations.*.by'));
  // An OTP alone has the fields of one in a list.
  const single = (path: string): string => path.replace(/^otp\.(value|txnId|command)/, 'otp.*.$1');
  const lost = paths.filter(
    (path) => path !== 'readings' && !isOfList(single(path)) && at(single(path)) === undefined,
  );
  assert.deepEqual(lost, []);
  for (const { path, label, purpose } of fields) {
    assert.notEqual(label, '', path.join('.'));
    assert.ok(purpose.length > 3, path.join('.'));
  }
});

test('every member of every reading has a field, with what the document is silent on and the default', () => {
  for (const { id, schema, silentOn, offered, clause } of readings) {
    for (const path of pathsOf(schema, schema, ['readings', id]))
      assert.ok(isOfList(path) || isOfOneService(path) || at(path) !== undefined, path);
    const field = at(`readings.${id}`);
    assert.deepEqual(field?.reading, { clause, silentOn, offered });
    assert.notEqual(field.standard, undefined);
  }
  assert.equal(at('readings.error-code')?.standard, defaultReadings['error-code']);
  assert.equal(at('readings.bridge-scoped')?.standard, 'none');
  assert.equal(at('readings.decision.final')?.canBeNone, true);
});

test('each kind of member has the kind of field that it needs', () => {
  const kinds = Object.fromEntries(
    ['name', 'environment', 'credentials.clientSecret', 'otp', 'otp.*.value', 'integrator.roles', 'mock.tls']
      .concat([
        'integrator.command',
        'integrator.env',
        'limits.timeoutMs',
        'declarations',
        'readings.hkdf.hash',
      ])
      .concat([
        'services.gateway',
        'integrator.url',
        'readings.stale-after.status',
        'readings.oaep-hash',
        'encryption.providerKey',
      ])
      .map((path) => [path, at(path)?.kind]),
  );
  assert.deepEqual(kinds, {
    name: 'text',
    environment: 'choice',
    'services.gateway': 'address',
    'integrator.url': 'address',
    'credentials.clientSecret': 'secret',
    otp: 'entries',
    'otp.*.value': 'secret',
    'integrator.roles': 'choices',
    'mock.tls': 'yes-no',
    'integrator.command': 'texts',
    'integrator.env': 'map',
    'limits.timeoutMs': 'number',
    declarations: 'map',
    'readings.hkdf.hash': 'fixed',
    'readings.stale-after.status': 'text-or-number',
    'readings.oaep-hash': 'map',
    'encryption.providerKey': 'secret',
  });
  assert.deepEqual([at('limits.timeoutMs')?.least, at('limits.timeoutMs')?.most], [50, 600_000]);
  assert.equal(at('credentials.clientSecret')?.purpose, 'The client secret.');
  assert.equal(at('name')?.isRequired, true);
  assert.equal(at('limits.searchMs')?.isRare, true);
  assert.ok((at('declarations')?.keys ?? []).every(({ about }) => about.length > 10));
});

test('what a later schema adds has a field without a change here', () => {
  const { properties, ...others } = schemaWithin('target');
  const schema = {
    ...others,
    properties: { ...(properties as object), colour: { description: 'Of the house.', type: 'string' } },
  };
  assert.deepEqual(
    formOf(schema)
      .sections.at(-1)
      ?.fields.map(({ path, purpose }) => [path, purpose]),
    [[['colour'], 'Of the house.']],
  );
  assert.throws(
    () => formOf({ properties: { declarations: { type: 'object' }, odd: { type: 'null' } } }),
    /no form shows odd/,
  );
});

test('the defaults that the schema names are those that hold, and its examples keep to it', (t) => {
  const target = loadTarget(targetFile(t, lines('name: a', 'integrator: {}')), {});
  const listen = ({ host, port }: { readonly host: string; readonly port: number }) => `${host}:${port}`;
  const inForce: Readonly<Record<string, unknown>> = {
    ...Object.fromEntries(Object.entries(target.limits).map(([name, value]) => [`limits.${name}`, value])),
    ...Object.fromEntries(Object.entries(target.paths).map(([name, value]) => [`paths.${name}`, value])),
    'participants.provider': target.participants.provider,
    'participants.payer': target.participants.payer,
    'mock.listen': listen(target.mockListen),
    'mock.tls': target.mockTls,
    'callback.listen': listen(target.callback.listen),
    'integrator.processes': target.processes,
    environment: target.environment,
    cmId: target.cmId,
  };
  const named = fields.filter(({ path, standard }) => path[0] !== 'readings' && standard !== undefined);
  assert.deepEqual(
    Object.fromEntries(named.map(({ path, standard }) => [path.join('.'), standard])),
    Object.fromEntries(Object.entries(inForce).map(([path, value]) => [path, String(value)])),
  );
  const shows = fields.filter(({ kind, example }) => kind === 'text' && example !== undefined);
  assert.ok(shows.length > 15);
  for (const { path, example = '' } of shows.filter((each) => !each.path.includes('*'))) {
    const value = path.reduceRight<unknown>((inner, key) => ({ [key]: inner }), example) as object;
    const problems = checkSchema('target', { name: 'a', ...value }).filter(
      ({ keyword }) => keyword !== 'required',
    );
    assert.deepEqual(problems, [], path.join('.'));
  }
});

test('labels are words', () => {
  assert.deepEqual(['requestsPerMinute', 'timeoutMs', 'cmId', 'curve-form', 'dummyPayerToken'].map(labelOf), [
    'Requests per minute',
    'Timeout (ms)',
    'CM ID',
    'Curve form',
    'Dummy payer token',
  ]);
});
