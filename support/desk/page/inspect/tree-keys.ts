import type { TreeRow } from './tree-rows';

/** What a key does in a tree: it leads to another line, or opens, closes or extends one. */
export interface TreeStep {
  readonly kind: 'act' | 'go';
  readonly path: string;
}

/** What a key means at a line of a tree (ARIA Authoring Practices, tree view); `undefined`: nothing. */
export function stepInTree(rows: readonly TreeRow[], path: string, key: string): TreeStep | undefined {
  const at = rows.findIndex((row) => row.path === path);
  const row = rows[at];
  if (row === undefined) return undefined;
  const go = (to: TreeRow | undefined): TreeStep | undefined => to && { kind: 'go', path: to.path };
  switch (key) {
    case 'ArrowDown':
      return go(rows[at + 1]);
    case 'ArrowUp':
      return go(rows[at - 1]);
    case 'Home':
      return go(rows[0]);
    case 'End':
      return go(rows.at(-1));
    case 'ArrowRight':
      return isOpen(row) === false
        ? { kind: 'act', path }
        : go(isOpen(row) === true ? rows[at + 1] : undefined);
    case 'ArrowLeft':
      return isOpen(row) ? { kind: 'act', path } : go(parentOf(rows, at));
    case 'Enter':
    case ' ':
      return { kind: 'act', path };
    default:
      return undefined;
  }
}

const isOpen = (row: TreeRow): boolean | undefined => (row.kind === 'value' ? row.isOpen : undefined);

function parentOf(rows: readonly TreeRow[], at: number): TreeRow | undefined {
  const level = rows[at]?.level ?? 0;
  return rows.slice(0, at).findLast((row) => row.level < level);
}
