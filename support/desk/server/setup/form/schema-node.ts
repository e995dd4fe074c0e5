import { isObject } from '../../../../contract/json';
import type { JsonSchema } from '../../../../contract/readings';

/** What of JSON Schema a form can show. */
export interface SchemaNode {
  readonly description?: string;
  readonly type?: string;
  readonly enum?: readonly (number | string)[];
  readonly const?: number | string;
  readonly anyOf?: readonly JsonSchema[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly patternProperties?: Readonly<Record<string, JsonSchema>>;
  readonly additionalProperties?: JsonSchema | boolean;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly pattern?: string;
  readonly default?: unknown;
  readonly examples?: readonly unknown[];
}

/** Finds what a schema means by a reference. */
export type Resolve = (schema: JsonSchema) => SchemaNode;

/** What a node says beside its reference goes before what the reference says. */
export function resolverOf(root: JsonSchema): Resolve {
  const resolve = (schema: JsonSchema): SchemaNode => {
    const { $ref, else: usual, ...own } = schema;
    // What may be a map is asked for as the one value that most have.
    if (isObject(usual)) return { ...resolve(usual), ...own };
    if (typeof $ref !== 'string') return own;
    return { ...resolve(definition(root, $ref)), ...own };
  };
  return resolve;
}

function definition(root: JsonSchema, reference: string): JsonSchema {
  const [, name = ''] = /^#\/\$defs\/(\w+)$/.exec(reference) ?? [];
  const found = isObject(root.$defs) ? root.$defs[name] : undefined;
  if (!isObject(found)) throw new Error(`the schema has no ${reference}`);
  return found;
}
