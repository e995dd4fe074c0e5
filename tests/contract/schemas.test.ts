import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020';
import { constants } from '../../support/contract/constants';
import { checkSchema, schemaExamples, schemaIds } from '../../support/contract/schemas';
import { accepted, changedSchemaExample, example, fields, otherThan, refused, typed } from './schema-cases';

interface Node {
  readonly title?: string;
  readonly description?: string;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Node>>;
}

const folder = join(__dirname, '..', '..', 'schemas');
const everyDocument = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.schema.json'))
  .map((file) => ({
    ...(JSON.parse(readFileSync(join(folder, file), 'utf8')) as Node),
    id: file.replaceAll('\\', '/').replace('.schema.json', ''),
  }));
const documents = everyDocument.filter((each) => each.id.startsWith('contract/'));

function reversed(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([name, member]) => [name, reversed(member)]),
  );
}

/** Pointers of all properties below a schema, and of those that are required. */
function walk(node: Node, at = ''): { path: string; node: Node; required: boolean }[] {
  return Object.entries(node.properties ?? {}).flatMap(([name, child]) => [
    { path: `${at}/${name}`, node: child, required: node.required?.includes(name) ?? false },
    ...walk(child, `${at}/${name}`),
  ]);
}

describe('every schema', () => {
  it('compiles in strict mode', () => {
    assert.deepEqual(schemaIds(), everyDocument.map((each) => each.id).sort());
    for (const id of schemaIds()) assert.doesNotThrow(() => checkSchema(id, {}), id);
  });

  it('is valid JSON Schema 2020-12', () => {
    // The library skips this check to start faster.
    const ajv = new Ajv2020();
    for (const { id, ...each } of everyDocument) {
      assert.equal(ajv.validateSchema(each), true, `${id}: ${ajv.errorsText()}`);
    }
  });

  it('is refused by name when there is none of it', () => {
    assert.throws(() => checkSchema('contract/nothing', {}), /contract\/nothing/);
    assert.throws(() => schemaExamples('contract/nothing'), /contract\/nothing/);
  });

  it('hands out copies of its examples', () => {
    example('session-request').grantType = 'spoilt';
    assert.equal(example('session-request').grantType, constants.grantType);
  });
});

describe('the contract schemas', () => {
  it('are those of the document', () => {
    const names = documents.map((each) => each.id.replace(/^contract\//, ''));
    assert.deepEqual(names.sort(), Object.keys(fields).sort());
    assert.deepEqual(
      schemaIds().filter((id) => id.startsWith('contract/')),
      names.map((name) => `contract/${name}`),
    );
  });

  for (const { id, ...document } of documents) {
    const name = id.replace(/^contract\//, '');

    describe(name, () => {
      it('compiles on its own, and defines what it requires', () => {
        assert.doesNotThrow(() => new Ajv2020({ strict: true }).compile(document));
      });

      it('says what it is, its clause, and what every field is', () => {
        assert.ok(document.title);
        assert.match(document.description ?? '', /\(clauses? \d/);
        for (const { path, node } of walk(document)) assert.ok(node.description, `${path} is not described`);
      });

      it('has the fields of the document, all of them required', () => {
        const found = walk(document);
        assert.deepEqual(found.map((each) => each.path).sort(), Object.keys(fields[name] ?? {}).sort());
        assert.ok(found.every((each) => each.required));
      });

      it('accepts each of its examples, in any member order', () => {
        const examples = schemaExamples(`contract/${name}`);
        assert.ok(examples.length > 0);
        for (const shown of examples) {
          accepted(name, shown);
          accepted(name, reversed(shown));
        }
      });

      it('refuses the example without a member, or with one of another type', () => {
        let tried = 0;
        for (const [path, type] of Object.entries(fields[name] ?? {})) {
          refused(name, changedSchemaExample(name, path, undefined), path, 'required');
          for (const value of otherThan(type))
            refused(name, changedSchemaExample(name, path, value), path, 'type');
          tried += 1 + otherThan(type).length;
        }
        assert.ok(tried > 0, 'no broken variant was tried');
        assert.equal(tried, walk(document).length * typed.length);
      });

      it('refuses what is no object', () => {
        for (const value of otherThan('object')) refused(name, value, '', 'type');
        refused(name, undefined, '', 'type');
      });

      it('accepts members that the document does not name, except beside error', () => {
        const more = { ...example(name), extra: 'harmless' };
        if (name === 'error') refused(name, more, '/extra', 'additionalProperties');
        else accepted(name, more);
      });
    });
  }
});
