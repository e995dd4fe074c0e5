import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Ajv2020, AnySchemaObject, ValidateFunction } from 'ajv/dist/2020';
import { addFormatsTo, newAjv } from './ajv';

/** `full` tells every problem of a value, `brief` stops at the first: a hostile value may have millions. */
export type Thoroughness = 'full' | 'brief';

/** What the names of all schema files end with. */
export const schemaEnding = '.schema.json';

/** By the file of a schema below `schemas/`, without its ending. */
type Found = (id: string) => ValidateFunction | undefined;

export type Validators = Readonly<Record<Thoroughness, Found>>;

/** The validators of schemas: those that the build compiled beside this code, else compiled when they are asked for. */
export function validatorsOf(documents: Iterable<AnySchemaObject>): Validators {
  const all = [...documents];
  return {
    full: compiled('full') ?? compiling('full', all),
    brief: compiled('brief') ?? compiling('brief', all),
  };
}

/** What the build writes validators to, by their ids. */
export const validatorsFile = (thoroughness: Thoroughness): string => `schemas-${thoroughness}.cjs`;

function compiled(thoroughness: Thoroughness): Found | undefined {
  const file = join(__dirname, validatorsFile(thoroughness));
  if (!existsSync(file)) return undefined;
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- loaded for the first schema that is asked for
  const load = () => require(file) as Readonly<Record<string, ValidateFunction>>;
  return (id) => load()[id];
}

function compiling(thoroughness: Thoroughness, documents: readonly AnySchemaObject[]): Found {
  let ajv: Ajv2020 | undefined;
  return (id) => (ajv ??= ajvOf(thoroughness, documents)).getSchema(id + schemaEnding);
}

/** With `source` it keeps the code that it makes, so that the build can write it down. */
export function ajvOf(
  thoroughness: Thoroughness,
  documents: Iterable<AnySchemaObject>,
  source = false,
): Ajv2020 {
  const ajv = newAjv({
    strict: true,
    // Both are idioms of a configuration file, not mistakes: "one of these members", "a string or a list".
    strictRequired: false,
    allowUnionTypes: true,
    allErrors: thoroughness === 'full',
    verbose: true,
    // Compiling the meta-schema would cost 50 ms in every process; the schemas are ours, and a test checks them.
    validateSchema: false,
    code: { source },
  });
  addFormatsTo(ajv);
  for (const document of documents) ajv.addSchema(document);
  return ajv;
}
