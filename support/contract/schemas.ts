import { readdirSync, readFileSync } from 'node:fs';
import { basename, join, sep } from 'node:path';
import { pointerTo } from './json';
import { suiteRoot } from './suite-root';
import { schemaProblemOf, type SchemaProblem } from './schema-problem';
import type { Thoroughness, Validators } from './validators';
import { schemaEnding, validatorsOf } from './validators';

export type { SchemaProblem };

/** The path of a schema file below `schemas/`, without its extension: `contract/session-request`. */
export type SchemaId = string;

interface SchemaDocument {
  /**
   * The path of the schema file below `schemas/`, so that references from other schemas resolve. In the file
   * itself, `$id` is the bare file name.
   */
  readonly $id: string;
  readonly $schema?: string;
  readonly examples?: readonly unknown[];
  readonly properties?: SchemaProperties;
}

type SchemaProperties = Readonly<Record<string, { readonly properties?: SchemaProperties }>>;

interface Library {
  readonly validators: Validators;
  readonly documents: ReadonlyMap<SchemaId, SchemaDocument>;
}

const schemaRoot = join(suiteRoot, 'schemas');

let library: Library | undefined;

/**
 * Validates a value against a schema and returns the problems, or an empty list if the value is valid. For a
 * value with more than 10,000 nested values, returns only the first problem. Throws for an unknown id.
 */
export function checkSchema(id: SchemaId, value: unknown): SchemaProblem[] {
  return problems(id, isSmall(value) ? 'full' : 'brief', value);
}

/**
 * Validates a value against a schema and returns the first problem, or `undefined` if the value is valid. Use
 * this for untrusted values of any size. Throws for an unknown id.
 */
export function firstProblem(id: SchemaId, value: unknown): SchemaProblem | undefined {
  return problems(id, 'brief', value)[0];
}

function problems(id: SchemaId, thoroughness: Thoroughness, value: unknown): SchemaProblem[] {
  documentOf(id);
  const validate = open().validators[thoroughness](id);
  if (!validate) throw new Error(`Schema ${id} cannot be compiled`);
  return validate(value) ? [] : (validate.errors ?? []).map(schemaProblemOf);
}

/**
 * The maximum number of nested values for a check that reports all problems. In a larger value, every member
 * could have a problem, and listing all of them could exhaust the memory.
 */
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

export function schemaIds(): SchemaId[] {
  return [...open().documents.keys()].sort();
}

/** Returns copies of the examples in a schema. Throws for an unknown id. */
export function schemaExamples(id: SchemaId): unknown[] {
  return structuredClone([...(documentOf(id).examples ?? [])]);
}

/**
 * Returns a copy of a schema without `$id` and `$schema`, to embed in another document. Throws for an unknown
 * id.
 */
export function embeddableSchema(id: SchemaId): Record<string, unknown> {
  const { $id: _id, $schema: _dialect, ...schema } = documentOf(id);
  return structuredClone(schema);
}

/** Returns the JSON pointers of all members that a schema describes, such as `/error/code`. */
export function describedMembers(id: SchemaId): string[] {
  const below = (properties: SchemaProperties, path: readonly string[]): string[] =>
    Object.entries(properties).flatMap(([name, { properties: inner = {} }]) => [
      pointerTo([...path, name]),
      ...below(inner, [...path, name]),
    ]);
  return below(documentOf(id).properties ?? {}, []);
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

/** Reads all schema files. Throws if a file is not JSON, or if its `$id` is not its file name. */
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
  // In the file, `$id` is a URI relative to the location of the file. It must therefore be the bare file
  // name.
  if (document.$id !== basename(file)) throw new Error(`the $id of schemas/${file} is not ${basename(file)}`);
  return { ...document, $id: file };
}
