import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Ajv2020 } from 'ajv/dist/2020';
import { suiteRoot } from './suite-root';
import { addFormatsTo, newAjv } from './ajv';
import { problemOf, type SchemaProblem } from './schema-problem';

export type { SchemaProblem };

/** The `$id` of a schema, for example `contract/session-request`. */
export type SchemaId = string;

interface SchemaDocument {
  readonly $id: SchemaId;
  readonly examples?: readonly unknown[];
}

interface Library {
  /** Tells every problem of a value. */
  readonly ajv: Ajv2020;
  /** Stops at the first: a hostile value may have millions. */
  readonly brief: Ajv2020;
  readonly documents: ReadonlyMap<SchemaId, SchemaDocument>;
}

const schemaRoot = join(suiteRoot, 'schemas');

let library: Library | undefined;

/**
 * Judges a value against a schema; no problems: it is valid. A schema is compiled when it is first asked for.
 * Throws for an unknown id.
 */
export function checkSchema(id: SchemaId, value: unknown): SchemaProblem[] {
  const { ajv, brief } = open();
  return problems(id, isSmall(value) ? ajv : brief, value);
}

/** The same for what may be anything: no more than one problem is sought. */
export function firstProblem(id: SchemaId, value: unknown): SchemaProblem | undefined {
  return problems(id, open().brief, value)[0];
}

function problems(id: SchemaId, ajv: Ajv2020, value: unknown): SchemaProblem[] {
  documentOf(id);
  const validate = ajv.getSchema(id);
  if (!validate) throw new Error(`Schema ${id} cannot be compiled`);
  return validate(value) ? [] : (validate.errors ?? []).map(problemOf);
}

/** Each member of a value may be a problem, and each problem is an object with texts. */
const mostMembers = 10_000;

function isSmall(value: unknown): boolean {
  const open = [value];
  for (let count = 0; open.length > 0; count += 1) {
    if (count + open.length > mostMembers) return false;
    const next = open.pop();
    if (typeof next === 'object' && next !== null) for (const each of Object.values(next)) open.push(each);
  }
  return true;
}

/** The ids of all schemas, sorted. */
export function schemaIds(): SchemaId[] {
  return [...open().documents.keys()].sort();
}

/** Copies of the examples that a schema shows. Throws for an unknown id. */
export function schemaExamples(id: SchemaId): unknown[] {
  return structuredClone([...(documentOf(id).examples ?? [])]);
}

function documentOf(id: SchemaId): SchemaDocument {
  const document = open().documents.get(id);
  if (!document) throw new Error(`No schema is called ${id}; there are ${schemaIds().join(', ')}`);
  return document;
}

function open(): Library {
  library ??= load();
  return library;
}

function load(): Library {
  const [ajv, brief] = [true, false].map(ajvWith) as [Ajv2020, Ajv2020];
  const documents = new Map<SchemaId, SchemaDocument>();
  for (const file of schemaFiles()) {
    const document = readSchema(file);
    if (documents.has(document.$id))
      throw new Error(`Two schemas are called ${document.$id}; one is ${file}`);
    documents.set(document.$id, document);
    ajv.addSchema(document);
    brief.addSchema(document);
  }
  return { ajv, brief, documents };
}

function ajvWith(allErrors: boolean): Ajv2020 {
  const ajv = newAjv({
    strict: true,
    // Both are idioms of a configuration file, not mistakes: "one of these members", "a string or a list".
    strictRequired: false,
    allowUnionTypes: true,
    allErrors,
    verbose: true,
    // Compiling the meta-schema would cost 50 ms in every process; the schemas are ours, and a test checks them.
    validateSchema: false,
  });
  addFormatsTo(ajv);
  return ajv;
}

function schemaFiles(): string[] {
  return readdirSync(schemaRoot, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.schema.json'))
    .sort();
}

function readSchema(file: string): SchemaDocument {
  let document: Partial<SchemaDocument>;
  try {
    document = JSON.parse(readFileSync(join(schemaRoot, file), 'utf8')) as Partial<SchemaDocument>;
  } catch (cause) {
    throw new Error(`schemas/${file} cannot be read as JSON`, { cause });
  }
  if (typeof document.$id !== 'string') throw new Error(`schemas/${file} has no $id`);
  return document as SchemaDocument;
}
