import { isObject } from '../../contract/json';
import type { JsonSchema } from '../../contract/readings';
import { readings } from '../../contract/readings';
import { statementOn } from '../../contract/readings/statement-on';
import { embeddableSchema } from '../../contract/schemas';
import { contractObligations } from '../../obligations';
import type { TargetMember } from '../api';

/**
 * Returns all members that a target file can have. They are those of its schema, a reading for each point
 * that the document leaves open, and a declaration for each obligation that needs one.
 */
export function membersOfTarget(): TargetMember[] {
  const declared = contractObligations.all.filter(({ seen }) => seen === 'declared');
  return [
    ...membersOf(embeddableSchema('target')),
    ...declared.map(({ id, title }) => ({ path: `declarations.${id}`, purpose: title, isRequired: false })),
    ...readings.flatMap(
      ({ id, schema, clause, silentOn, departsFrom, offered, atMock, default: standard }) => {
        const path = `readings.${id}`;
        const mock = 'follows' in atMock ? ` In a run on the mock, ${atMock.follows}.` : '';
        const statement = statementOn({ silent: silentOn, departsFrom });
        const purpose = `The document (clause ${clause}) ${statement}. To choose: ${offered}.${mock}`;
        return [
          { path, purpose, isRequired: false, standard: shown(standard) },
          ...membersOf(schema, { path: `${path}.`, standards: standard }),
        ];
      },
    ),
  ];
}

interface Above {
  /** Path of the parent member with a trailing dot; an empty string at the root */
  readonly path: string;
  /** Default values of the parent's members, by name */
  readonly standards?: unknown;
}

function membersOf(root: JsonSchema, above: Above = { path: '' }): TargetMember[] {
  const walk = (schema: unknown, { path, standards }: Above): TargetMember[] => {
    if (!isObject(schema)) return [];
    const node = resolved(schema, root);
    const required = Array.isArray(node.required) ? node.required : [];
    const below = (name: string, each: unknown): TargetMember[] => {
      const standard = isObject(standards) ? standards[name] : undefined;
      const member = memberOf(`${path}${name}`, isObject(each) ? resolved(each, root) : {}, standard);
      const next = walk(each, { path: `${path}${name}.`, standards: standard });
      // Skip members without a description. They belong to subschemas that only restrict combinations of
      // members.
      const own = member.purpose === '' ? [] : [{ ...member, isRequired: required.includes(name) }];
      return [...own, ...next];
    };
    return [
      ...Object.entries(isObject(node.properties) ? node.properties : {}).flatMap(([name, each]) =>
        below(name, each),
      ),
      ...[node.additionalProperties, ...valuesOf(node.patternProperties)]
        .filter((each) => isObject(each))
        .flatMap((each) => below('*', each)),
      ...walk(node.items, { path: `${path}*.` }),
      // Also collect the members of alternatives (`anyOf`) and conditions (`then`).
      ...[node.anyOf, node.then].flat().flatMap((each) => walk(each, { path, standards })),
    ];
  };
  return walk(root, above);
}

function memberOf(path: string, node: JsonSchema, given: unknown): TargetMember {
  const { description = '', examples, default: standard = given } = node;
  const example: unknown = Array.isArray(examples) ? examples[0] : undefined;
  const choices = choicesOf(node);
  return {
    path,
    purpose: String(description),
    isRequired: false,
    ...(example !== undefined && { example: shown(example) }),
    ...(choices.length > 0 && { choices }),
    ...(standard !== undefined && { standard: shown(standard) }),
  };
}

function choicesOf(node: JsonSchema): string[] {
  if (node.type === 'boolean') return ['true', 'false'];
  const forms = [node, node.items, ...[node.anyOf].flat()].filter((each) => isObject(each));
  return forms.flatMap((each) => [each.const ?? [], each.enum ?? []].flat().map(shown));
}

/**
 * Returns the schema with the keywords of its `$ref`, or of its `else` if it has one. The schema's own
 * keywords take precedence.
 */
function resolved(schema: JsonSchema, root: JsonSchema): JsonSchema {
  const { $ref, else: usual, ...own } = schema;
  if (isObject(usual)) return { ...resolved(usual, root), ...own };
  if (typeof $ref !== 'string') return own;
  const found = isObject(root.$defs) ? root.$defs[$ref.replace('#/$defs/', '')] : undefined;
  return { ...(isObject(found) && resolved(found, root)), ...own };
}

const valuesOf = (value: unknown): unknown[] => (isObject(value) ? Object.values(value) : []);

/** Formats a value on one line, roughly as in YAML. Strings stay unquoted. */
function shown(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(shown).join(', ')}]`;
  if (isObject(value)) {
    const members = Object.entries(value).map(([name, each]) => `${name}: ${shown(each)}`);
    return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
  }
  return typeof value === 'string' ? value : JSON.stringify(value);
}
