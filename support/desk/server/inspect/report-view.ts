import { plainText } from '../../../exchange/text';
import { byArea } from '../../../report/areas';
import type { Row } from '../../../report/model/row';
import type { ReportView, RowLink, RowSummary } from '../../wire/inspect-report';
import type { OpenedReport } from './opened-report';

/** A report as its list shows it. */
export function reportView({ entry, report, results, rows }: OpenedReport): ReportView {
  const { name, partial, headlines, caveats, facts, counts, exchanges, readings, warnings } = report;
  const all = [...rows.values()];
  return {
    ...{ entry, name, partial, headlines, caveats, facts, counts, exchanges, readings, warnings },
    run: aboutRun(results),
    areas: byArea(all).map((area) => ({ name: area.name, title: area.title })),
    rows: all.map(rowSummary),
    causes: report.causes.map(({ row, consequences }) => ({ id: row.id, consequences: idsOf(consequences) })),
    open: report.open.map(({ rows: members, ...group }) => ({ ...group, ids: idsOf(members) })),
  };
}

const idsOf = (rows: readonly Row[]): string[] => rows.map(({ id }) => id);

export function aboutRun({ run }: OpenedReport['results']): ReportView['run'] {
  const { id, startedAt, finishedAt, selfTest } = run;
  return { id, startedAt, finishedAt, selfTest };
}

/** What a list shows of an obligation. */
export function rowSummary(row: Row): RowSummary {
  const { area, clause, id, label, level, planned, subject, title, verdict, waiver } = row;
  return {
    ...{ area, clause, id, label, level, planned, subject, title, verdict },
    why: verdict === 'passed' ? '' : (plainText(row.reason ?? '').split('\n', 1)[0] ?? ''),
    ...(waiver && { waived: true as const }),
  };
}

/** The obligations of those ids that the report knows. */
export function linksTo(ids: readonly string[], { rows }: OpenedReport): RowLink[] {
  return [...new Set(ids)].flatMap((each) => {
    const row = rows.get(each);
    return row === undefined ? [] : [{ id: row.id, label: row.label, title: row.title }];
  });
}
