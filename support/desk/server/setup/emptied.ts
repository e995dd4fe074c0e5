import { isObject } from '../../../contract/json';
import type { TargetEdit } from '../../wire/setup';

/** Says something even where it is empty: that there is a client, and that it is the suite's own. */
export const meaningful: readonly string[] = ['integrator'];

/** Edits that take more out where they would leave an empty map or list: `product: {}` names no product. */
export function withoutEmptied(
  edits: readonly TargetEdit[],
  value: unknown,
): { readonly path: TargetEdit['path']; readonly value: unknown }[] {
  return edits.map(({ path, value: wanted }) => ({
    path: wanted === undefined ? emptied(path, value) : path,
    value: wanted,
  }));
}

function emptied(path: TargetEdit['path'], value: unknown): TargetEdit['path'] {
  const above = path.slice(0, -1);
  if (above.length === 0 || (above.length === 1 && meaningful.includes(String(above[0])))) return path;
  const holder = above.reduce<unknown>(memberOf, value);
  const last = String(path.at(-1));
  const isAlone =
    typeof holder === 'object' && holder !== null && Object.keys(holder).every((key) => key === last);
  return isAlone ? emptied(above, value) : path;
}

const memberOf = (node: unknown, key: number | string): unknown =>
  Array.isArray(node) || isObject(node) ? (node as Readonly<Record<string, unknown>>)[key] : undefined;
