import type { JSX } from 'preact';
import type { Text } from '../../exchange/text';
import { nameOf, partsOf } from '../../exchange/text';
import type { Shown } from '../model/report';
import type { Row } from '../model/row';
import { Ids } from './row-links';

interface RowProps {
  readonly row: Row;
  readonly about: Shown;
}

interface LinkedProps {
  readonly text: Text;
  readonly about: Shown;
}

/** Why it has its verdict: what it follows from and brings with it, the reason, who declared it, its facets, what was noted. */
export function Reasons({ row, about }: RowProps): JSX.Element {
  const { follows, brings, reason, declaredBy, notes = [] } = row;
  return (
    <>
      {follows.length > 0 && (
        <p class="follows">
          <strong>Follows</strong> <Ids ids={follows} />: fix that first.
        </p>
      )}
      {brings.length > 0 && (
        <p class="follows">
          <strong>Brings with it</strong> <Ids ids={brings} />
        </p>
      )}
      {reason !== undefined && (
        <p>
          <strong>Reason:</strong> <Linked text={reason} about={about} />
        </p>
      )}
      {declaredBy !== undefined && (
        <p>
          <strong>Declared by:</strong> {declaredBy}
        </p>
      )}
      <Facets row={row} about={about} />
      <Notes notes={notes} about={about} />
    </>
  );
}

function Facets({ row: { facets = [] }, about }: RowProps) {
  if (facets.length === 0) return null;
  return (
    <ul class="facets">
      {facets.map(({ name, verdict, reason }) => (
        <li>
          <span class={`verdict small ${verdict}`}>{verdict}</span> {name}
          {reason !== undefined && (
            <>
              : <Linked text={reason} about={about} />
            </>
          )}
        </li>
      ))}
    </ul>
  );
}

/** A text in which the exchanges that it names are links. */
export function Linked({ text, about }: LinkedProps): JSX.Element {
  return (
    <>
      {partsOf(text).map((part) => {
        if (typeof part === 'string') return part;
        const { exchange, line } = part;
        if (!about.evidence.has(exchange)) return nameOf(part);
        return (
          <>
            <a href={`#exchange-${exchange}`}>#{exchange}</a>
            {line !== undefined && ` (${line})`}
          </>
        );
      })}
    </>
  );
}

function Notes({ notes, about }: { readonly notes: readonly Text[]; readonly about: Shown }) {
  if (notes.length === 0) return null;
  return (
    <ul class="notes">
      {notes.map((note) => (
        <li>
          <Linked text={note} about={about} />
        </li>
      ))}
    </ul>
  );
}
