import { createReadStream, existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { renderAgain } from '../../../cli/report-command';
import { compareReports } from '../../../report/diff/compare';
import { packName } from '../../../report/history/own-files';
import type { WaiverChange } from '../../../targets/edit-waivers';
import { ConfigurationError } from '../../../targets/errors';
import type { CheckRequest, PackAnswer } from '../../wire/history';
import type { DeskContext } from '../context';
import { folderOfEntry } from '../pages';
import { nameQuery, withReceived } from '../received-file';
import { Checks } from './checks';
import { toldDifference, toldTrend } from './compare';
import { changeExceptions, readExceptions } from './exceptions';
import { listHistory } from './list';
import { changeSchema, checkSchema, trendSchema } from './schemas';

/** A pack is mostly a recording, packed to a tenth; larger ones are for the command line. */
const mostPackBytes = 512 * 1024 ** 2;

/** What the view of the history asks for. */
export function addHistoryRoutes(app: FastifyInstance, desk: DeskContext): void {
  const { reports } = desk;
  const folderOf = (entry: string): string => folderOfEntry(reports, entry);
  app.get('/api/history', () => listHistory(reports));
  app.get<{ Params: { old: string; now: string } }>('/api/history/diff/:old/:now', async ({ params }) =>
    toldDifference(await compareReports(folderOf(params.old), folderOf(params.now))),
  );
  app.get<{ Querystring: { target?: string } }>('/api/history/trend', { schema: trendSchema }, ({ query }) =>
    toldTrend(reports, query.target),
  );
  app.get('/api/history/exceptions', () => readExceptions(desk));
  app.post<{ Body: { seen: string; change: WaiverChange } }>(
    '/api/history/exceptions',
    { schema: changeSchema },
    ({ body: { seen, change } }) => changeExceptions(desk, change, seen),
  );
  addPackRoutes(app, folderOf);
  addVerifyRoutes(app, desk.folder);
}

function addPackRoutes(app: FastifyInstance, folderOf: (entry: string) => string): void {
  interface OfEntry {
    Params: { entry: string };
  }
  app.post<OfEntry>('/api/history/pack/:entry', async ({ params: { entry } }): Promise<PackAnswer> => {
    const folder = folderOf(entry);
    const file = join(folder, packName);
    const { packed } = await renderAgain(folder, file);
    const signedBy = packed?.signedBy;
    return {
      bytes: statSync(file).size,
      members: packed?.manifest.subject.length ?? 0,
      ...(signedBy !== undefined && { signedBy }),
    };
  });
  app.get<OfEntry>('/api/history/pack/:entry', ({ params: { entry } }, reply) => {
    const file = join(folderOf(entry), packName);
    if (!existsSync(file))
      throw new ConfigurationError('is not there yet', { file: packName }, 'make the pack first');
    return reply
      .type('application/zip')
      .header('content-disposition', `attachment; filename="evidence-pack-${entry.slice(0, 8)}.zip"`)
      .send(createReadStream(file));
  });
}

function addVerifyRoutes(app: FastifyInstance, folder: string): void {
  const checks = new Checks(folder);
  app.post<{ Body: CheckRequest }>('/api/history/checks', { schema: checkSchema }, ({ body }) => ({
    id: checks.open(body),
  }));
  const limit = { mostBytes: mostPackBytes, ifLarger: 'verify it where it is: npx conform verify FILE' };
  app.post<{ Params: { check: string }; Querystring: { name: string } }>(
    '/api/history/verify/:check',
    { schema: { querystring: nameQuery } },
    ({ body, params, query: { name } }) =>
      withReceived(body, { folder, name, ...limit }, (file) => checks.use(params.check, file, name)),
  );
}
