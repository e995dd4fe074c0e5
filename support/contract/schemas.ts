import { readdirSync, readFileSync } from 'node:fs';
import { basename, join, sep } from 'node:path';
import { suiteRoot } from './suite-root';
import { problemOf, type SchemaProblem } from './schema-problem';
import type { Thoroughness, Validators } from './validators';
import { schemaEnding, validatorsOf } from './validators';

export type { SchemaProblem };

/** The file of a schema below `schemas/`, without its ending: `contract/session-request`. */
export type SchemaId = string;

interface SchemaDocument {
  /** Its file below `schemas/`: what the `$id` in it comes to, and what references of other schemas come to. */
  readonly $id: string;
  readonly $schema?: string;
  readonly examples?: readonly unknown[];
}

interface Library {
  readonly validators: Validators;
  readonly documents: ReadonlyMap<SchemaId, SchemaDocument>;
}

const schemaRoot = join(suiteRoot, 'schemas');

let library: Library | undefined;

/**
 * Judges a value against a schema; no problems: it is valid. A schema is compiled when it is first asked for.
 * Throws for an unknown id.
 */
export function checkSchema(id: SchemaId, value: unknown): SchemaProblem[] {
  return problems(id, isSmall(value) ? 'full' : 'brief', value);
}

/** The same for what may be anything: no more than one problem is sought. */
export function firstProblem(id: SchemaId, value: unknown): SchemaProblem | undefined {
  return problems(id, 'brief', value)[0];
}

function problems(id: SchemaId, thoroughness: Thoroughness, value: unknown): SchemaProblem[] {
  documentOf(id);
  const validate = open().validators[thoroughness](id);
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

/** A copy of a schema without what ties it to its file, to stand in another document. Throws for an unknown id. */
export function schemaWithin(id: SchemaId): Record<string, unknown> {
  const { $id: _id, $schema: _dialect, ...schema } = documentOf(id);
  return structuredClone(schema);
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
  const documents = readDocuments();
  return { documents, validators: validatorsOf(documents.values()) };
}

/** All schemas by their ids. */
export function readDocuments(): ReadonlyMap<SchemaId, SchemaDocument> {
  return new Map(schemaFiles().map((file) => [file.slice(0, -schemaEnding.length), readSchema(file)]));
}

function schemaFiles(): string[] {
  return readdirSync(schemaRoot, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(schemaEnding))
    .map((name) => name.split(sep).join('/'))
    .sort();
}

function readSchema(file: string): SchemaDocument {
  let document: Partial<SchemaDocument>;
  try {
    document = JSON.parse(readFileSync(join(schemaRoot, file), 'utf8')) as Partial<SchemaDocument>;
  } catch (cause) {
    throw new Error(`schemas/${file} cannot be read as JSON`, { cause });
  }
  // Resolved against the place of the file, as readers of schemas do, it names the file itself.
  if (document.$id !== basename(file)) throw new Error(`the $id of schemas/${file} is not ${basename(file)}`);
  return { ...document, $id: file };
}
