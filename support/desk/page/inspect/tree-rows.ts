import type { JsonNode } from './json-nodes';

/** A line of a tree: a value, or the news that a value has more members than are shown. */
export type TreeRow = ValueRow | MoreRow;

interface Placed {
  /** Names from the top, as a JSON pointer (RFC 6901); members of one name are told apart by their place behind `~~`. */
  readonly path: string;
  /** From 1. */
  readonly level: number;
}

export interface ValueRow extends Placed {
  readonly kind: 'value';
  /** Absent at the top. */
  readonly name?: string;
  readonly isRepeated?: true;
  readonly node: JsonNode;
  /** Absent: there is nothing below it. */
  readonly isOpen?: boolean;
  /** Its place among its neighbours, from 1, and how many they are. */
  readonly place: number;
  readonly of: number;
}

export interface MoreRow extends Placed {
  readonly kind: 'more';
  /** The value whose members they are. */
  readonly parent: string;
  readonly left: number;
}

/** How many members are shown of what is open, by path. */
export type OpenPaths = ReadonlyMap<string, number>;

/** So many members are shown at first, and with each step. */
export const step = 100;
/** A value is open from the start where it is no larger. */
const openedLevels = 3;
const openedMembers = 30;

/** What is open before anyone opens or closes anything: the small things near the top. */
export function openAtFirst(node: JsonNode): OpenPaths {
  const open = new Map<string, number>();
  const visit = (each: JsonNode, path: string, level: number): void => {
    if (!('members' in each) || each.members.length === 0) return;
    if (level > 1 && (level > openedLevels || each.members.length > openedMembers)) return;
    open.set(path, step);
    for (const [index, { name, value, isRepeated }] of each.members.slice(0, step).entries())
      visit(value, pathOf(path, name, isRepeated && index), level + 1);
  };
  visit(node, '', 1);
  return open;
}

/** The lines of a tree that can be seen, in their order. */
export function treeRows(node: JsonNode, open: OpenPaths): TreeRow[] {
  const rows: TreeRow[] = [];
  const visit = (row: Omit<ValueRow, 'isOpen' | 'kind'>): void => {
    const { node: each, path, level } = row;
    const members = 'members' in each ? each.members : [];
    const shown = open.get(path);
    rows.push({ kind: 'value', ...row, ...(members.length > 0 && { isOpen: shown !== undefined }) });
    if (shown === undefined || members.length === 0) return;
    for (const [index, { name, value, isRepeated }] of members.slice(0, shown).entries())
      visit({
        ...{ path: pathOf(path, name, isRepeated && index), level: level + 1, name, node: value },
        ...{ place: index + 1, of: members.length },
        ...(isRepeated && { isRepeated }),
      });
    const left = members.length - shown;
    if (left > 0) rows.push({ kind: 'more', path: `${path}/~~`, level: level + 1, parent: path, left });
  };
  visit({ path: '', level: 1, node, place: 1, of: 1 });
  return rows;
}

/** The path of a member. */
export function pathOf(parent: string, name: string, index?: number): string {
  const step = name.replaceAll('~', '~0').replaceAll('/', '~1');
  return `${parent}/${step}${index === undefined ? '' : `~~${index}`}`;
}

/** Opens what is closed, and closes what is open. */
export function toggled(open: OpenPaths, path: string): OpenPaths {
  const next = new Map(open);
  if (!next.delete(path)) next.set(path, step);
  return next;
}

/** Shows more members of what is open. */
export const withMore = (open: OpenPaths, path: string): OpenPaths =>
  new Map(open).set(path, (open.get(path) ?? 0) + step);
