import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { t } from '../strings';
import type { JsonLeaf, JsonNode } from './json-nodes';
import { ShownShort } from './shown';
import type { OpenPaths, TreeRow, ValueRow } from './tree-rows';
import { openAtFirst, toggled, treeRows, withMore } from './tree-rows';
import { stepInTree } from './tree-keys';

interface TreeProps {
  readonly node: JsonNode;
  readonly name: string;
}

/** JSON as a tree (ARIA tree pattern): one stop of the tab key, and arrow keys within it. */
export function JsonTree({ node, name }: TreeProps) {
  const [open, setOpen] = useState<OpenPaths>(() => openAtFirst(node));
  const [active, setActive] = useState('');
  const list = useRef<HTMLUListElement>(null);
  const isMoved = useRef(false);
  const rows = treeRows(node, open);
  const current = rows.some(({ path }) => path === active) ? active : '';
  useLayoutEffect(() => {
    if (isMoved.current) list.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
    isMoved.current = false;
  });
  const goTo = (path: string): void => {
    isMoved.current = true;
    setActive(path);
  };
  const act = (row: TreeRow): void => {
    goTo(row.path);
    if (row.kind === 'more') setOpen(withMore(open, row.parent));
    else if (row.isOpen !== undefined) setOpen(toggled(open, row.path));
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = stepInTree(rows, current, event.key);
    if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const row = rows.find(({ path }) => path === step.path);
    if (step.kind === 'act' && row !== undefined) act(row);
    else goTo(step.path);
  };
  return (
    <ul class="tree" role="tree" aria-label={name} ref={list} onKeyDown={onKeyDown}>
      {rows.map((row) => (
        <Row key={row.path} row={row} isCurrent={row.path === current} act={act} />
      ))}
    </ul>
  );
}

interface RowProps {
  readonly row: TreeRow;
  readonly isCurrent: boolean;
  readonly act: (row: TreeRow) => void;
}

function Row({ row, isCurrent, act }: RowProps) {
  const isValue = row.kind === 'value';
  return (
    <li
      role="treeitem"
      class={`level-${Math.min(row.level, 12)}`}
      aria-level={row.level}
      aria-expanded={isValue ? row.isOpen : undefined}
      aria-setsize={isValue ? row.of : undefined}
      aria-posinset={isValue ? row.place : undefined}
      tabIndex={isCurrent ? 0 : -1}
      onClick={() => {
        // Who marks a piece of text to copy it opens nothing.
        if (getSelection()?.isCollapsed !== false) act(row);
      }}
    >
      {isValue ? (
        <Value row={row} />
      ) : (
        <span class="more">{t('inspect.moreMembers', { count: row.left })}</span>
      )}
    </li>
  );
}

function Value({ row: { name, node, isOpen, isRepeated } }: { readonly row: ValueRow }) {
  return (
    <>
      <span class="twist" aria-hidden="true">
        {isOpen === undefined ? '' : isOpen ? '▾' : '▸'}
      </span>
      {name !== undefined && (
        <>
          <span class="member">
            <ShownShort text={name} />
          </span>
          {': '}
        </>
      )}
      {'members' in node ? <span class="soft">{sizeOf(node)}</span> : <Leaf leaf={node} />}
      {isRepeated && <strong class="repeated"> {t('inspect.repeated')}</strong>}
    </>
  );
}

function sizeOf({ kind, members }: Extract<JsonNode, { members: unknown }>): string {
  const count = members.length;
  return kind === 'array' ? `[${t('inspect.elements', { count })}]` : `{${t('inspect.members', { count })}}`;
}

/** The raw text has the whole. */
const longestLeaf = 2000;

function Leaf({ leaf: { kind, text } }: { readonly leaf: JsonLeaf }) {
  const left = text.length - longestLeaf;
  return (
    <span class={kind}>
      <ShownShort
        text={kind === 'text' ? JSON.stringify(text.slice(0, longestLeaf)) : text}
        most={longestLeaf * 6}
      />
      {left > 0 && <span class="soft"> {t('inspect.leftOut', { count: left })}</span>}
    </span>
  );
}
