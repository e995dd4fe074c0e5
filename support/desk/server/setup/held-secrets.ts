import { isObject } from '../../../contract/json';
import { schemaWithin } from '../../../contract/schemas';
import { editYaml } from '../../../targets/edit-yaml';
import { ConfigurationError } from '../../../targets/errors';
import { literalSecret } from '../../../targets/interpolate';
import { writtenSecrets } from '../../../targets/literal-secrets';
import { parseYaml } from '../../../targets/read-yaml';
import type { Secrets } from '../secrets';
import { fieldOf } from './form/field-of';
import { resolverOf } from './form/schema-node';

/** A text without its secrets, and the variables that they are now taken from. */
export interface Moved {
  readonly text: string;
  readonly names: readonly string[];
}

/**
 * Takes secrets that stand in a file itself into memory, and names a variable in the place of each: so the page never
 * gets them, and the file loses them when it is saved. Throws a ConfigurationError where one stays in the text.
 */
export function withoutSecrets(text: string, file: string, secrets: Secrets): Moved {
  const yaml = parseYaml(text, file);
  const written = writtenSecrets(yaml.value);
  const moves = written.map((each) => {
    const name = freeName(nameFor(each.path), each.value, secrets);
    secrets.set(name, each.value);
    return { ...each, name };
  });
  const edits = moves.map(({ path, name }) => ({ path: asYamlPath(path, yaml.value), value: `\${${name}}` }));
  const edited = editYaml(text, edits);
  for (const { path, value } of written) if (stands(value, edited)) throw literalSecret(path, yaml);
  return { text: edited, names: moves.map(({ name }) => name) };
}

/** Throws a ConfigurationError for a text in which a secret stands, or a value that was typed in as one. */
export function refuseSecrets(text: string, file: string, secrets: Secrets): void {
  const yaml = parseYaml(text, file);
  const [written] = writtenSecrets(yaml.value);
  if (written !== undefined) throw literalSecret(written.path, yaml);
  const environment = secrets.environment();
  for (const name of secrets.names())
    if (stands(environment[name] ?? '', text))
      throw new ConfigurationError(
        `holds the value of ${name}, which was typed in as a secret`,
        { file },
        `write \${${name}} in its place`,
      );
}

/** Shorter values stand in many a file by chance. */
const shortest = 6;

const stands = (value: string, text: string): boolean => value.length >= shortest && text.includes(value);

/** The variable that the schema shows as an example; for an adapter's own variables, their own names. */
export function nameFor(path: readonly string[]): string {
  if (path[0] === 'integrator') return path.at(-1) ?? '';
  const [, name] = /^\$\{(\w+)\}$/.exec(exampleAt(path)) ?? [];
  return name ?? 'SECRET';
}

function exampleAt(path: readonly string[]): string {
  const schema = schemaWithin('target');
  const resolve = resolverOf(schema);
  const [top = '', ...rest] = path;
  const properties = resolve(schema).properties ?? {};
  let field = Object.hasOwn(properties, top)
    ? fieldOf(properties[top] ?? {}, { path: [top], resolve })
    : undefined;
  for (const key of rest.filter((each) => !/^\d+$/.test(each)))
    field = field?.fields?.find(({ path: own }) => own.at(-1) === key);
  return field?.example ?? '';
}

/** A name that is not taken by another value. */
function freeName(name: string, value: string, secrets: Secrets): string {
  const taken = secrets.environment();
  const isFree = (each: string): boolean => (taken[each] ?? value) === value;
  for (let number = 1; ; number += 1) {
    const each = number === 1 ? name : `${name}_${number}`;
    if (isFree(each)) return each;
  }
}

/** Places in lists are numbers. */
export function asYamlPath(path: readonly string[], value: unknown): (number | string)[] {
  let node = value;
  return path.map((key) => {
    const isPlace = Array.isArray(node);
    node = isPlace || isObject(node) ? (node as Readonly<Record<string, unknown>>)[key] : undefined;
    return isPlace ? Number(key) : key;
  });
}
