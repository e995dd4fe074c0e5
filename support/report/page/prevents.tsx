import type { JSX } from 'preact';
import { plainText } from '../../exchange/text';
import type { OpenGroup } from '../model/open';
import type { Cause, Report } from '../model/report';
import type { Row } from '../model/row';
import { followsText } from '../model/row';
import { approvedException, headings } from '../wording';
import type { Around } from '../parts/text';
import { FoldedIds } from '../parts/text';

/** More are a click away: the rest of the first screen must stay in view. */
const shownEntries = 12;

interface PreventsProps {
  readonly report: Report;
  readonly around: Around;
}

/** What stands between the subjects and a pass: causes first, their consequences folded below, then what is open. */
export function Prevents({ report, around }: PreventsProps): JSX.Element {
  const { causes, open, headlines, partial } = report;
  const entries = [
    ...headlines.flatMap(({ gaps }) => gaps.map((gap) => <li>{gap}</li>)),
    ...causes.map((cause) => <CauseEntry cause={cause} around={around} />),
  ];
  const others = entries.slice(shownEntries);
  const isOpen = open.some(({ rows }) => rows.some((row) => row.isDecisive));
  return (
    <section>
      <h2>{headings.blocking}</h2>
      {entries.length === 0 && !isOpen && <p>{partial ? 'Nothing in this plan.' : 'Nothing.'}</p>}
      {entries.length > 0 && <ul class="links">{entries.slice(0, shownEntries)}</ul>}
      {others.length > 0 && (
        <details class="obstacles">
          <summary>{others.length} more</summary>
          <ul class="links">{others}</ul>
        </details>
      )}
      <Open open={open} around={around} />
    </section>
  );
}

function CauseEntry({
  cause: { row, consequences },
  around,
}: {
  readonly cause: Cause;
  readonly around: Around;
}) {
  return (
    <li>
      <Failure row={row} around={around} />
      {consequences.length > 0 && (
        <details class="consequences">
          <summary>brings {consequences.length} more with it</summary>
          <ul class="links">
            {consequences.map((each) => (
              <li>
                <Failure row={each} around={around} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </li>
  );
}

function Failure({ row, around }: { readonly row: Row; readonly around: Around }) {
  const { id, name, verdict, reason = '', waiver } = row;
  const why = [followsText(row), plainText(reason).split('\n', 1)[0]].filter(Boolean).join('; ');
  return (
    <>
      <span class={`verdict small ${verdict}`}>{verdict}</span>{' '}
      {waiver !== undefined && <span class="verdict small waived">{approvedException}</span>}{' '}
      <a href={around.href.obligation(id)}>{name}</a>
      <span class="why">{` ${why}`}</span>
    </>
  );
}

/** What is neither kept nor broken, by its reason, with what to do about it. */
function Open({ open, around }: { readonly open: readonly OpenGroup[]; readonly around: Around }) {
  const rows = open.flatMap((group) => group.rows);
  if (rows.length === 0) return null;
  const harmless = rows.some(({ isDecisive }) => isDecisive) ? '' : ', not blocking';
  return (
    <>
      <h3>{`${rows.length} still open${harmless}`}</h3>
      <ul class="links">
        {open.map(({ verdict, reason, details, rows: members, advice }) => (
          <li>
            <span class={`verdict small ${verdict}`}>{verdict}</span>{' '}
            {verdict === 'inconclusive' && <strong>{`prevented ${members.length}: `}</strong>}
            {reason}
            {details.length > 0 && <pre class="details">{details.join('\n')}</pre>}
            <span class="why">
              {' '}
              → {advice}. <FoldedIds ids={members.map(({ id }) => id)} around={around} />
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
