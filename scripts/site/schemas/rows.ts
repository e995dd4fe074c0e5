import type { Schema } from './schema';

/** A member of a document that a schema describes. */
export interface MemberRow {
  /** As in `services.gateway`, `roles[]` or `declarations.*`. */
  readonly path: string;
  readonly required: boolean;
  readonly schema: Schema;
}

/** The members of a schema, those of members behind them. */
export function rowsOf(schema: Schema, path = ''): MemberRow[] {
  const members = Object.entries(schema.properties ?? {}).flatMap(([name, each]) =>
    memberRows(each, joined(path, name), schema.required?.includes(name) === true),
  );
  const { additionalProperties, items } = schema;
  const inner = [...(schema.oneOf ?? []), ...(schema.anyOf ?? [])].flatMap((each) => rowsOf(each, path));
  return unique([
    ...members,
    ...(isSchema(additionalProperties) ? memberRows(additionalProperties, joined(path, '*'), false) : []),
    ...(isSchema(items) ? itemRows(items, `${path}[]`) : []),
    ...inner,
  ]);
}

function memberRows(member: Schema | boolean, path: string, required: boolean): MemberRow[] {
  if (!isSchema(member)) return member ? [{ path, required, schema: {} }] : [];
  return [{ path, required, schema: member }, ...rowsOf(member, path)];
}

/** An item with a type alone has no row: the row of its list names the type. */
function itemRows(items: Schema, path: string): MemberRow[] {
  const own = items.description === undefined ? [] : [{ path, required: false, schema: items }];
  return [...own, ...rowsOf(items, path)];
}

/** Alternatives may name one member twice: the first is told. */
function unique(rows: readonly MemberRow[]): MemberRow[] {
  return [...new Map(rows.toReversed().map((row) => [row.path, row])).values()].toReversed();
}

const joined = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`);

const isSchema = (value: Schema | boolean | undefined): value is Schema => typeof value === 'object';
