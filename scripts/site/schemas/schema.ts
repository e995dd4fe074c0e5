import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suiteRoot } from '../../../support/contract/suite-root';

/** The words of JSON Schema that the suite's schemas use. */
export interface Schema {
  readonly title?: string;
  readonly description?: string;
  readonly type?: string | readonly string[];
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, Schema>>;
  readonly properties?: Readonly<Record<string, Schema | boolean>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema | boolean;
  readonly items?: Schema | boolean;
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly examples?: readonly unknown[];
  readonly format?: string;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly exclusiveMinimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minProperties?: number;
  readonly uniqueItems?: boolean;
}

/** One schema of the package. */
export interface SchemaFile {
  /** As in `adapter/otp.verify-params`. */
  readonly name: string;
  readonly schema: Schema;
}

export function readSchemas(): SchemaFile[] {
  return globSync('**/*.schema.json', { cwd: join(suiteRoot, 'schemas') })
    .map((file) => file.replaceAll('\\', '/'))
    .sort()
    .map((file) => ({
      name: file.replace(/\.schema\.json$/, ''),
      schema: JSON.parse(readFileSync(join(suiteRoot, 'schemas', file), 'utf8')) as Schema,
    }));
}
