import type { OpenView, ReportView, RowSummary } from '../../wire/inspect-report';
import { linkTo } from '../route';
import { t } from '../strings';
import { LabelMark } from './label-mark';
import { ObligationLink } from './obligation-link';
import { ShownShort } from './shown';

interface ReportProps {
  readonly report: ReportView;
}

/** What stands between the subjects and a pass: causes first, their consequences below them, then what is open. */
export function WhatPrevents({ report }: ReportProps) {
  const { causes, open, rows, entry } = report;
  const byId = new Map(rows.map((row) => [row.id, row]));
  if (causes.length === 0 && open.length === 0) return <p>{t('inspect.nothingPrevents')}</p>;
  return (
    <section class="prevents">
      <h2>{t('inspect.prevents')}</h2>
      <ul class="rows">
        {causes.map(({ id, consequences }) => (
          <li key={id}>
            <Named row={byId.get(id)} entry={entry} />
            {consequences.length > 0 && (
              <>
                <p class="brings">{t('inspect.brings', { count: consequences.length })}</p>
                <ul class="rows">
                  {consequences.map((each) => (
                    <li key={each}>
                      <Named row={byId.get(each)} entry={entry} />
                    </li>
                  ))}
                </ul>
              </>
            )}
          </li>
        ))}
        {open.map((group, index) => (
          <li key={index}>
            <Open group={group} entry={entry} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Named({ row, entry }: { readonly row: RowSummary | undefined; readonly entry: string }) {
  if (row === undefined) return null;
  const { id, title, label, why } = row;
  return (
    <>
      <LabelMark label={label} />
      <ObligationLink entry={entry} id={id} title={title} />
      <span class="why">
        <ShownShort text={why} />
      </span>
    </>
  );
}

function Open({
  group: { verdict, reason, details, advice, ids },
  entry,
}: {
  readonly group: OpenView;
  readonly entry: string;
}) {
  return (
    <>
      <LabelMark label={verdict} />
      <span>
        <ShownShort text={[reason, ...details].join('\n')} most={longestReason} />
      </span>
      <span class="why">
        <ShownShort text={`${advice}.`} /> {t('inspect.concerns')}{' '}
        {ids.map((id, index) => (
          <span key={id}>
            {index > 0 && ', '}
            <a href={linkTo('inspect', entry, id)}>{id}</a>
          </span>
        ))}
      </span>
    </>
  );
}

const longestReason = 2000;
