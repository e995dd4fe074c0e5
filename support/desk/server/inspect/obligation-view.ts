import type { Evidence } from '../../../exchange/evidence';
import { clientText } from '../../../exchange/exchange';
import type { Row } from '../../../report/model/row';
import { areaTitle } from '../../../report/areas';
import { glossary } from '../../../report/wording';
import type { BreachView, ObligationView, VerdictElsewhere } from '../../wire/inspect-report';
import { ConfigurationError } from '../../../targets/errors';
import { exchangeSummary } from './exchange-view';
import { examplesOf } from './examples';
import { negativesOf } from './negatives';
import type { OpenedReport, ReportStore } from './opened-report';
import { aboutRun, linksTo, rowSummary } from './report-view';

/** As the report explains them. */
const meanings = new Map(glossary);

/** An obligation of a report, with all that its verdict stands on. */
export async function obligationView(store: ReportStore, entry: string, id: string): Promise<ObligationView> {
  const opened = store.open(entry);
  const row = opened.row(id);
  const seen = await evidenceOf(opened, row);
  const evidence = 'evidence' in seen ? seen.evidence : [];
  const examples = examplesOf(row.id);
  return {
    ...rowSummary(row),
    ...told(row),
    entry: opened.entry,
    run: aboutRun(opened.results),
    areaTitle: areaTitle(row.area),
    meaning: meanings.get(row.label) ?? '',
    related: linksTo([...row.follows, row.root ?? [], ...row.brings].flat(), opened),
    negatives: await negativesOf(row, evidence, opened),
    exchanges: evidence.map(exchangeSummary),
    ...('why' in seen && { noRecording: seen.why }),
    ...(examples && { examples }),
    ...(isRunnable(opened) && { rerun: { selfTest: opened.results.run.target.file === null } }),
    besides: besides(opened, row.id, store),
  };
}

/** What the row says by itself. */
function told(row: Row) {
  const { again, brings, evidence, explainedAt, failures, gaps, name, observations, quote, role, rule } = row;
  const { scenarios, facets = [], follows, breaches = [], broken = 0, cycles } = row;
  const { declaredBy, notes, reason, root, waiver } = row;
  return {
    ...{ again, brings, evidence, explainedAt, failures, gaps, name, observations, quote, role, rule },
    ...{ scenarios, facets, follows, broken, cycles },
    breaches: breaches.map(breachView),
    ...(declaredBy !== undefined && { declaredBy }),
    ...(notes && { notes }),
    ...(reason !== undefined && { reason }),
    ...(root !== undefined && { root }),
    ...(waiver && { waiver }),
  };
}

function breachView({
  exchanges,
  sent,
  expected,
  seen,
  cause,
  client,
}: NonNullable<Row['breaches']>[number]): BreachView {
  return { exchanges, sent, expected, seen, cause, ...(client && { client: clientText(client) }) };
}

/** What the row refers to; or why it cannot be shown. */
async function evidenceOf(
  opened: OpenedReport,
  row: Row,
): Promise<{ readonly evidence: readonly Evidence[] } | { readonly why: string }> {
  const wanted = [row.evidence, ...(row.breaches ?? []).map(({ exchanges }) => exchanges)].flat();
  if (wanted.length === 0) return { evidence: [] };
  try {
    return { evidence: await (await opened.recording()).read(wanted) };
  } catch (error) {
    if (error instanceof ConfigurationError) return { why: error.line };
    throw error;
  }
}

/** Answers to a challenge and recorded traffic are not run again. */
const isRunnable = ({ results: { run } }: OpenedReport): boolean =>
  run.traffic === undefined && run.challenge === undefined;

/** A partial run stands beside the whole, and takes the place of none. */
function besides(opened: OpenedReport, id: string, store: ReportStore): VerdictElsewhere[] {
  return ['latest', 'partial'].flatMap((entry) => {
    const other = store.find(entry);
    const row = other?.rows.get(id);
    if (other === undefined || row?.planned !== true) return [];
    const { id: run, finishedAt } = other.results.run;
    return run === opened.results.run.id ? [] : [{ entry, label: row.label, finishedAt }];
  });
}
