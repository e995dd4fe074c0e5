import type { JSX } from 'preact';

/** Ids that stand there; of a longer list the others are a click away. */
const shownIds = 8;

/** The ids of some obligations, each a link; a long list is folded. */
export function RowLinks({ rows }: { readonly rows: readonly { readonly id: string }[] }): JSX.Element {
  const ids = rows.map(({ id }) => id);
  if (ids.length <= shownIds) return <Ids ids={ids} />;
  return (
    <details class="ids">
      <summary>{ids.length} obligations</summary>
      <Ids ids={ids} />
    </details>
  );
}

/** Ids, each a link, with commas between them. */
export function Ids({ ids }: { readonly ids: readonly string[] }): JSX.Element {
  return (
    <>
      {ids.map((id, index) => (
        <>
          {index > 0 && ', '}
          <a href={`#${id}`}>{id}</a>
        </>
      ))}
    </>
  );
}
