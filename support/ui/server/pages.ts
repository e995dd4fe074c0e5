import { createReadStream, existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { suiteRoot } from '../../contract/suite-root';
import { readReportText } from '../../report/runs/read-report-text';
import { findEntry } from '../../report/runs/find-run';
import { packName } from '../../report/runs/own-files';
import { partStyle } from '../../report/parts/style';
import { ConfigurationError } from '../../targets/errors';
import { allowFrame } from './access';

const reportName = 'compliance.html';

/** Adds the routes for the page, its script and stylesheet, and for reports and their packs. */
export function addPages(app: FastifyInstance, reports: string): void {
  app.get('/', (_request, reply) => reply.type('text/html; charset=utf-8').send(shell()));
  app.get('/app.js', (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').send(assets()['app.js']),
  );
  app.get('/style.css', (_request, reply) =>
    reply.type('text/css; charset=utf-8').send(`${partStyle}${assets()['style.css']}`),
  );
  app.get<{ Params: { run: string } }>('/report/:run', ({ params: { run } }, reply) => {
    const text = readReportText(fileOf(run, reports, reportName, 'conform report renders it again'));
    allowFrame(reply);
    return reply.type('text/html; charset=utf-8').send(text);
  });
  app.get<{ Params: { run: string } }>('/report/:run/pack', ({ params: { run } }, reply) => {
    const pack = createReadStream(fileOf(run, reports, packName, 'make the pack first'));
    return reply
      .type('application/zip')
      .header('content-disposition', `attachment; filename="${packName}"`)
      .send(pack);
  });
}

/**
 * Returns the folder of a report. `run` is a run id or a name from the history such as `latest`, never a
 * path. Throws a ConfigurationError if the report does not exist.
 */
export function folderOfRun(run: string, reports: string): string {
  if (/^[a-z0-9-]{1,40}$/.test(run)) return findEntry(run, reports);
  throw new ConfigurationError('names no report', { at: 'run' }, 'the reports are listed on the page');
}

function fileOf(run: string, reports: string, name: string, hint: string): string {
  const file = join(folderOfRun(run, reports), name);
  if (existsSync(file)) return file;
  throw new ConfigurationError('is not there', { file }, hint);
}

type Assets = Readonly<Record<'app.js' | 'style.css', string>>;

let read: Assets | undefined;

/**
 * Returns the page's script and stylesheet. If the suite is not compiled, bundles them from the TypeScript
 * sources on first use.
 */
function assets(): Assets {
  return (read ??= __filename.endsWith('.ts') ? bundled() : compiled());
}

function bundled(): Assets {
  const builder = createRequire(__filename)(join(suiteRoot, 'scripts/ui-page.cjs')) as {
    bundlePage(): { readonly files: Assets };
  };
  return builder.bundlePage().files;
}

function compiled(): Assets {
  const of = (name: string): string => readFileSync(join(__dirname, 'ui', name), 'utf8');
  return { 'app.js': of('app.js'), 'style.css': of('style.css') };
}

/** Returns the page's HTML before its script runs. Users without JavaScript see only this. */
const shell = (): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Conformance</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/style.css">
<script type="module" src="/app.js"></script>
</head>
<body>
<div id="app"></div>
<noscript>
<main>
<h1>Conformance</h1>
<p>This page needs JavaScript. Without it, use <code>npx conform run</code>; the commands do all that this page does.</p>
<p><a href="/report/latest">The latest report</a> can be read as it is.</p>
</main>
</noscript>
</body>
</html>
`;
