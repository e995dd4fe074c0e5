import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Ajv2020, AnySchemaObject, ValidateFunction } from 'ajv/dist/2020';
import { addFormatsTo, newAjv } from './ajv';

/**
 * `full` reports every problem of a value. `brief` stops at the first, because a hostile value can have
 * millions of problems.
 */
export type Thoroughness = 'full' | 'brief';

export const schemaEnding = '.schema.json';

/** Finds a validator by schema id: the path of the schema file below `schemas/`, without its extension. */
type Found = (id: string) => ValidateFunction | undefined;

export type Validators = Readonly<Record<Thoroughness, Found>>;

/**
 * Returns the validators of the schemas. Uses those that the build compiled and stored next to this file, or
 * else compiles them on first use.
 */
export function validatorsOf(documents: Iterable<AnySchemaObject>): Validators {
  const all = [...documents];
  return {
    full: compiled('full') ?? compiling('full', all),
    brief: compiled('brief') ?? compiling('brief', all),
  };
}

/** The name of the file in which the build stores the compiled validators, next to this file. */
export const validatorsFile = (thoroughness: Thoroughness): string => `schemas-${thoroughness}.cjs`;

function compiled(thoroughness: Thoroughness): Found | undefined {
  const file = join(__dirname, validatorsFile(thoroughness));
  if (!existsSync(file)) return undefined;
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- loaded on first use
  const load = () => require(file) as Readonly<Record<string, ValidateFunction>>;
  return (id) => load()[id];
}

function compiling(thoroughness: Thoroughness, documents: readonly AnySchemaObject[]): Found {
  let ajv: Ajv2020 | undefined;
  return (id) => (ajv ??= ajvOf(thoroughness, documents)).getSchema(id + schemaEnding);
}

/**
 * Creates an Ajv instance with all schemas loaded. With `source`, it keeps the code that it generates, so
 * that the build can write this code to a file.
 */
export function ajvOf(
  thoroughness: Thoroughness,
  documents: Iterable<AnySchemaObject>,
  source = false,
): Ajv2020 {
  const ajv = newAjv({
    strict: true,
    // Turn off two checks of Ajv's strict mode. The schemas deliberately use `required` without `properties`
    // ("one of these members"), and lists of types.
    strictRequired: false,
    allowUnionTypes: true,
    allErrors: thoroughness === 'full',
    verbose: true,
    // Do not validate the schemas themselves. Compiling the meta-schema would add 50 ms to every process, and
    // a test validates them instead.
    validateSchema: false,
    code: { source },
  });
  addFormatsTo(ajv);
  for (const document of documents) ajv.addSchema(document);
  return ajv;
}
