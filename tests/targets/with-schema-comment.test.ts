import assert from 'node:assert/strict';
import { cpSync, mkdirSync, readFileSync, realpathSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { withSchemaComment } from '../../support/targets/with-schema-comment';
import { root } from '../cli/conform';
import { temporaryFolder } from '../report/embedded-run';

const schemas = join(root, 'schemas');

/** The schema that an editor takes for a file: the one that its first line names. */
function schemaNamedIn(folder: string): { readonly path: string; readonly file: string } {
  const [line = '', ...rest] = withSchemaComment(join(folder, 'target.yaml'), 'name: mine\n').split('\n');
  assert.equal(rest.join('\n'), 'name: mine\n');
  const [, path = ''] = /^# yaml-language-server: \$schema=(\.\S+)$/.exec(line) ?? [];
  return { path, file: resolve(folder, path) };
}

/** A project with the package installed. */
function project(t: TestContext): string {
  const folder = realpathSync(temporaryFolder(t));
  cpSync(schemas, join(folder, 'node_modules/gateway-conformance/schemas'), { recursive: true });
  return folder;
}

test('a target file in a clone names the schema of the clone', () => {
  const { path, file } = schemaNamedIn(root);
  assert.equal(path, './schemas/target.schema.json');
  assert.deepEqual((JSON.parse(readFileSync(file, 'utf8')) as { $id: string }).$id, 'target.schema.json');
});

test('a target file in a project names the schema of the installed package, from a folder below, too', (t) => {
  const folder = project(t);
  const below = join(folder, 'ci/targets');
  mkdirSync(below, { recursive: true });
  const installed = 'node_modules/gateway-conformance/schemas/target.schema.json';
  assert.equal(schemaNamedIn(folder).path, `./${installed}`);
  assert.equal(schemaNamedIn(below).path, `../../${installed}`);
  assert.equal(schemaNamedIn(below).file, join(folder, installed));
});

test('a target file elsewhere names the schema of the suite that wrote it', (t) => {
  const { file } = schemaNamedIn(realpathSync(temporaryFolder(t)));
  assert.equal(realpathSync(file), realpathSync(join(schemas, 'target.schema.json')));
});
