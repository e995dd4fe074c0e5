import type { JSX } from 'preact';
import { plainText } from '../../exchange/text';
import type { OpenGroup } from '../model/open';
import type { Cause, Report } from '../model/report';
import type { Row } from '../model/row';
import { followsText } from '../model/row';
import { approvedException, headings } from '../wording';
import { RowLinks } from './row-links';

/** More are a click away: the rest of the first screen must stay in view. */
const shownEntries = 12;

/** What stands between the subjects and a pass: causes first, their consequences folded below, then what is open. */
export function Prevents({ report }: { readonly report: Report }): JSX.Element {
  const { causes, open, headlines, partial } = report;
  const entries = [
    ...headlines.flatMap(({ gaps }) => gaps.map((gap) => <li>{gap}</li>)),
    ...causes.map((cause) => <CauseEntry cause={cause} />),
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
      <Open open={open} />
    </section>
  );
}

function CauseEntry({ cause: { row, consequences } }: { readonly cause: Cause }) {
  return (
    <li>
      <Failure row={row} />
      {consequences.length > 0 && (
        <details class="consequences">
          <summary>brings {consequences.length} more with it</summary>
          <ul class="links">
            {consequences.map((each) => (
              <li>
                <Failure row={each} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </li>
  );
}

function Failure({ row }: { readonly row: Row }) {
  const { id, name, verdict, reason = '', waiver } = row;
  const why = [followsText(row), plainText(reason).split('\n', 1)[0]].filter(Boolean).join('; ');
  return (
    <>
      <span class={`verdict small ${verdict}`}>{verdict}</span>{' '}
      {waiver !== undefined && <span class="verdict small waived">{approvedException}</span>}{' '}
      <a href={`#${id}`}>{name}</a>
      <span class="why">{` ${why}`}</span>
    </>
  );
}

/** What is neither kept nor broken, by its reason, with what to do about it. */
function Open({ open }: { readonly open: readonly OpenGroup[] }) {
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
              → {advice}. <RowLinks rows={members} />
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
