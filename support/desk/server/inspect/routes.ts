import type { FastifyInstance } from 'fastify';
import { ConfigurationError } from '../../../targets/errors';
import type { Evidence } from '../../../exchange/evidence';
import type { ExchangePage } from '../../wire/inspect';
import type { ReportExchange } from '../../wire/inspect-report';
import type { DeskContext } from '../context';
import { exchangeSummary, exchangeView } from './exchange-view';
import { markedExchange } from './marked-exchange';
import { obligationView } from './obligation-view';
import type { OpenedReport } from './opened-report';
import { ReportStore } from './opened-report';
import { linksTo, reportView } from './report-view';

/** So many exchanges of a list come in one answer. */
const pageSize = 200;

/** A number as it stands in an address. */
const number = { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER } as const;
const ofExchange = { type: 'object', properties: { seq: number } } as const;

interface ByEntry {
  readonly entry: string;
}

/** What the page looks into: reports, their obligations, and the exchanges of their recordings. */
export function addInspectRoutes(app: FastifyInstance, { reports }: DeskContext): void {
  const store = new ReportStore(reports);
  const path = '/api/reports/:entry';
  app.get<{ Params: ByEntry }>(path, ({ params }) => reportView(store.open(params.entry)));
  app.get<{ Params: ByEntry & { id: string } }>(`${path}/obligations/:id`, ({ params }) =>
    obligationView(store, params.entry, params.id),
  );
  app.get<{ Params: ByEntry & { id: string; seq: number }; Querystring: { breach?: number } }>(
    `${path}/obligations/:id/exchanges/:seq`,
    { schema: { params: ofExchange, querystring: { type: 'object', properties: { breach: number } } } },
    async ({ params: { entry, id, seq }, query: { breach } }) => {
      const opened = store.open(entry);
      const row = opened.row(id);
      return markedExchange(await evidenceOf(opened, seq), row, breach);
    },
  );
  app.get<{ Params: ByEntry; Querystring: { behind: number } }>(
    `${path}/exchanges`,
    {
      schema: { querystring: { type: 'object', properties: { behind: { ...number, default: 0 } } } },
    },
    ({ params, query }) => exchangePage(store.open(params.entry), query.behind),
  );
  app.get<{ Params: ByEntry & { seq: number } }>(
    `${path}/exchanges/:seq`,
    { schema: { params: ofExchange } },
    ({ params }) => reportExchange(store.open(params.entry), params.seq),
  );
}

async function evidenceOf(opened: OpenedReport, seq: number): Promise<Evidence> {
  const [found] = await (await opened.recording()).read([seq]);
  if (found !== undefined) return found;
  throw new ConfigurationError('is no exchange of this report', { at: `#${seq}` }, 'its list names all');
}

async function exchangePage(opened: OpenedReport, behind: number): Promise<ExchangePage> {
  const recording = await opened.recording();
  const seqs = recording.behind(behind, pageSize);
  const last = seqs.at(-1);
  return {
    exchanges: (await recording.read(seqs)).map(exchangeSummary),
    total: recording.count,
    ...(last !== undefined && recording.behind(last, 1).length > 0 && { next: last }),
  };
}

async function reportExchange(opened: OpenedReport, seq: number): Promise<ReportExchange> {
  const evidence = await evidenceOf(opened, seq);
  const recording = await opened.recording();
  const bearing = opened.results.obligations.filter(
    ({ evidence: seen, breaches = [] }) =>
      seen.includes(seq) || breaches.some(({ exchanges }) => exchanges.includes(seq)),
  );
  return {
    ...exchangeView(evidence),
    ...recording.neighbours(seq),
    bearsOn: linksTo(
      bearing.map(({ id }) => id),
      opened,
    ),
    bound: recording.boundTo(seq).map(({ part, variant, ...bound }) => ({ seq: bound.seq, part, variant })),
  };
}
