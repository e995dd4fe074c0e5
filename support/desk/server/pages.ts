import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { pathOfName } from '../../report/history/entries';
import { findEntry } from '../../report/history/find';
import type { Assets } from './assets';
import { reportPolicy } from './access';
import type { DeskContext } from './context';
import { shellPage } from './shell';
import type { Strings } from './strings';
import { ConfigurationError } from '../../targets/errors';

const reportFile = 'compliance.html';

const stringsPath = '/strings.json';

/** What is the same for everyone who has the suite. */
export const openPaths = (assets: Assets): string[] => [
  ...Object.keys(assets).map((name) => `/${name}`),
  stringsPath,
];

/** The page with what it loads, and the reports, which can be read without it. */
export function addPages(
  app: FastifyInstance,
  { reports }: DeskContext,
  { assets, strings }: { readonly assets: Assets; readonly strings: Strings },
): void {
  app.get('/', (_request, reply) =>
    reply.type('text/html; charset=utf-8').send(shellPage(strings, existsSync(join(reports, reportFile)))),
  );
  for (const [name, text] of Object.entries(assets)) {
    const type = name.endsWith('.css') ? 'text/css' : 'text/javascript';
    app.get(`/${name}`, (_request, reply) => reply.type(`${type}; charset=utf-8`).send(text));
  }
  app.get(stringsPath, () => strings);
  app.get<{ Params: { entry?: string } }>('/report/:entry?', ({ params: { entry = 'latest' } }, reply) =>
    reply
      .header('content-security-policy', reportPolicy)
      .type('text/html; charset=utf-8')
      .send(readReport(reports, entry)),
  );
}

/** The report of an entry of the history; never of a path that the page names. */
export function folderOfEntry(reports: string, entry: string): string {
  // By name first: nothing is read to find it.
  if (/^[a-z0-9-]{1,40}$/.test(entry)) return pathOfName(entry, reports) ?? findEntry(entry, reports);
  throw new ConfigurationError('names no report', { at: 'entry' }, 'the history lists what there is');
}

function readReport(reports: string, entry: string): string {
  const file = join(folderOfEntry(reports, entry), reportFile);
  if (existsSync(file)) return readFileSync(file, 'utf8');
  throw new ConfigurationError('is not there', { file }, 'conform report renders it again');
}
