import { isObject } from '../../../../contract/json';
import type { Reading } from '../../../../contract/readings';
import { readings } from '../../../../contract/readings';
import type { FormField } from '../../../wire/setup';
import { fieldOf, shown } from './field-of';
import { resolverOf } from './schema-node';

/** A field for each reading: what the document is silent on, what the suite takes, and what else may be chosen. */
export function readingFields(): FormField[] {
  return readings.map((reading) => {
    const { id, schema, clause, silentOn, offered } = reading;
    const field = fieldOf(schema, { path: ['readings', id], resolve: resolverOf(schema) });
    return { ...withDefaults(field, reading), label: id, reading: { clause, silentOn, offered } };
  });
}

/** Of an object, each member has its own default. */
function withDefaults(field: FormField, { default: standard }: Pick<Reading, 'default'>): FormField {
  return withDefault(field, standard);
}

function withDefault(field: FormField, value: unknown): FormField {
  if (field.kind !== 'group' || field.fields === undefined) return { ...field, standard: shown(value) };
  const members = isObject(value) ? value : {};
  const fields = field.fields.map((each) => withDefault(each, members[each.path.at(-1) ?? '']));
  return { ...field, standard: shown(value), fields };
}
