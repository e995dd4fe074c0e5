import type { ReportView, RowSummary } from '../../wire/inspect-report';
import { Moment } from '../history/moment';
import { ErrorNotice } from '../parts/error-notice';
import { useAnswer } from '../parts/use-answer';
import { t } from '../strings';
import { LabelMark } from './label-mark';
import { filteredRows } from './list-filter';
import { RowFilter, filter } from './row-filter';
import { ObligationLink } from './obligation-link';
import { ReportHead } from './report-head';
import { useReturnFocus } from './return-focus';
import { ShownShort } from './shown';
import { Trail, entryName } from './trail';
import { WhatPrevents } from './what-prevents';

/** The obligations of a report: blocking issues first, then all by area. */
export function ReportPage({ entry }: { readonly entry: string }) {
  const { answer: report, error } = useAnswer<ReportView>(`/api/reports/${encodeURIComponent(entry)}`);
  const heading = useReturnFocus(report !== undefined);
  return (
    <div class="inspect">
      <Trail entry={entry} />
      <h1 ref={heading} tabIndex={-1}>
        {report === undefined ? (
          entryName(entry)
        ) : (
          <>
            <ShownShort text={report.name} />,{' '}
            <span translate={false}>
              <Moment instant={report.run.finishedAt} />
            </span>
          </>
        )}
      </h1>
      {report !== undefined && (
        <p class="soft">
          {t('inspect.which', { name: entryName(entry) })} <code translate={false}>{report.run.id}</code>
        </p>
      )}
      <ErrorNotice error={error} />
      {report === undefined ? error === undefined && <p>{t('app.loading')}</p> : <Whole report={report} />}
    </div>
  );
}

function Whole({ report }: { readonly report: ReportView }) {
  const rows = filteredRows(report.rows, filter.value);
  return (
    <>
      <ReportHead report={report} />
      <WhatPrevents report={report} />
      <h2>{t('inspect.obligations')}</h2>
      <RowFilter rows={report.rows} count={rows.length} />
      {report.areas.map(({ name, title }) => (
        <Area key={name} title={title} entry={report.entry} rows={rows.filter(({ area }) => area === name)} />
      ))}
    </>
  );
}

interface AreaProps {
  readonly title: string;
  readonly entry: string;
  readonly rows: readonly RowSummary[];
}

function Area({ title, entry, rows }: AreaProps) {
  if (rows.length === 0) return null;
  return (
    <section class="area">
      <h3>
        <ShownShort text={title} />
      </h3>
      <ul class="rows">
        {rows.map(({ id, title: name, level, subject, label, why, waived }) => (
          <li key={id}>
            <LabelMark label={label} />
            <ObligationLink entry={entry} id={id} title={name} />
            <span class="soft">
              {t(`inspect.levels.${level}`)} · {t(`inspect.subjects.${subject}`)}
              {waived && ` · ${t('inspect.waived')}`}
            </span>
            {why !== '' && label !== 'not in the plan' && (
              <span class="why">
                <ShownShort text={why} />
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
