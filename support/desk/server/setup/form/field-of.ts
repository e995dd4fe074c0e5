import type { JsonSchema } from '../../../../contract/readings';
import { isObject } from '../../../../contract/json';
import { isSecretPath } from '../../../../targets/interpolate';
import type { FormField } from '../../../wire/setup';
import { labelOf } from './label-of';
import type { Resolve, SchemaNode } from './schema-node';

interface Place {
  readonly path: readonly string[];
  readonly isRequired?: boolean;
  readonly isRare?: (path: readonly string[]) => boolean;
  readonly resolve: Resolve;
}

/** The field for a member, by its schema. Throws for a schema that no form of ours shows. */
export function fieldOf(schema: JsonSchema, place: Place): FormField {
  const node = place.resolve(schema);
  const { path, isRequired = false, isRare = () => false } = place;
  const form = formOf(node, place);
  const standard = node.default === undefined ? undefined : shown(node.default);
  const example = node.examples?.[0];
  return {
    path,
    label: labelOf(path.at(-1) ?? ''),
    // How it is written into the file is the form's affair.
    purpose: (node.description ?? '').replace(form.kind === 'secret' ? /: \$\{NAME\} only(?=\.$)/ : /$^/, ''),
    isRequired,
    isRare: isRare(path),
    ...(standard !== undefined && { standard }),
    ...(example !== undefined && { example: shown(example) }),
    ...form,
  };
}

type Form = Pick<FormField, 'kind'> & Partial<FormField>;

function formOf(node: SchemaNode, place: Place): Form {
  if (isSecretPath(place.path.map((key) => (key === '*' ? '0' : key)))) return { kind: 'secret' };
  if (node.anyOf !== undefined) return choiceOf(node.anyOf.map(place.resolve), place);
  if (node.const !== undefined) return { kind: 'fixed', choices: [node.const] };
  if (node.enum !== undefined) return { kind: 'choice', choices: node.enum };
  if (node.type === 'boolean') return { kind: 'yes-no' };
  if (node.type === 'integer') return { kind: 'number', ...boundsOf(node) };
  if (node.type === 'string')
    return {
      kind: node.pattern?.startsWith('^https?:') === true ? 'address' : 'text',
      ...(node.pattern !== undefined && { pattern: node.pattern }),
    };
  if (node.type === 'array') return listOf(node, place);
  if (node.type === 'object') return objectOf(node, place);
  throw new Error(`no form shows ${place.path.join('.')}`);
}

/** One of a few ways to write a member. */
function choiceOf(nodes: readonly SchemaNode[], place: Place): Form {
  const others = nodes.filter(({ type }) => type !== 'null');
  const [first, second] = others;
  if (first === undefined) throw new Error(`no form shows ${place.path.join('.')}`);
  const form = (): Form => ({
    ...formOf(first, place),
    ...(others.length < nodes.length && { canBeNone: true }),
  });
  if (others.length < nodes.length && second === undefined) return form();
  // One for all, or one for each of a few: the form shows the first, and whatever else stands there.
  const isForAll = first.enum !== undefined || first.type === 'array';
  if (isForAll && second?.type === 'object') return form();
  // One entry, or a list of such entries.
  if (second?.type === 'array' && first.type === 'object') return listOf(second, place);
  const number = others.find(({ type }) => type === 'integer');
  if (number === undefined) throw new Error(`no form shows ${place.path.join('.')}`);
  const words = others.flatMap((each) => each.const ?? []);
  return { kind: 'text-or-number', choices: words, ...boundsOf(number) };
}

function boundsOf({ minimum, maximum }: SchemaNode): Partial<FormField> {
  return {
    ...(minimum !== undefined && { least: minimum }),
    ...(maximum !== undefined && { most: maximum }),
  };
}

function listOf({ items = {} }: SchemaNode, place: Place): Form {
  const item = place.resolve(items);
  if (item.enum !== undefined) return { kind: 'choices', choices: item.enum };
  if (item.type === 'object')
    return { kind: 'entries', fields: objectOf(item, { ...place, path: [...place.path, '*'] }).fields ?? [] };
  return { kind: 'texts', ...(item.pattern !== undefined && { pattern: item.pattern }) };
}

/** A map holds one field, that of whatever stands under a name. */
function objectOf(node: SchemaNode, place: Place): Form {
  const { path, isRare, resolve } = place;
  const below = (name: string) => ({ path: [...path, name], resolve, ...(isRare && { isRare }) });
  const [patterned] = Object.values(node.patternProperties ?? {});
  const each = isObject(node.additionalProperties) ? node.additionalProperties : patterned;
  if (each !== undefined) return { kind: 'map', fields: [fieldOf(each, below('*'))] };
  const fields = Object.entries(node.properties ?? {}).map(([name, schema]) =>
    fieldOf(schema, { ...below(name), isRequired: node.required?.includes(name) ?? false }),
  );
  return { kind: 'group', fields };
}

/** A value on one line, as it might stand in the file. */
export function shown(value: unknown): string {
  if (value === null) return 'none';
  if (Array.isArray(value)) return value.map(shown).join(', ');
  if (!isObject(value)) return typeof value === 'string' ? value : JSON.stringify(value);
  const members = Object.entries(value).map(([name, each]) => `${name}: ${shown(each)}`);
  return members.length === 0 ? 'none' : members.join(', ');
}
