import { execFile } from 'node:child_process';
import { cpSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import type { Report } from '../model/report';
import { allureHistoryFolder } from '../runs/stale';
import { reportName } from './about';
import { replaceFolder, requireOwn } from './own-folder';

/** Throws a ConfigurationError where a folder that is to be made exists and is not ours. */
export function requireOwnFolders(folder: string): void {
  for (const name of ['allure-results', 'allure-report', allureHistoryFolder]) requireOwn(join(folder, name));
}

/**
 * Makes `allure-report` of `allure-results` in a folder of reports, whole or not at all, without a reference to any
 * other host, and keeps its history for the next run. Needs Java.
 */
export async function makeAllureReport(folder: string, report: Report): Promise<void> {
  const place = join(folder, 'allure-report');
  await replaceFolder(place, report.run.id, async (draft) => {
    await generateReport(join(folder, 'allure-results'), draft, reportName(report));
    hideShares(draft);
    askNoOthers(draft);
  });
  await replaceFolder(join(folder, allureHistoryFolder), report.run.id, (draft) => {
    cpSync(join(place, 'history'), draft, { recursive: true });
  });
}

const run = promisify(execFile);

/** Whether a Java runs here: that of JAVA_HOME, else the one on the path. */
export async function hasJava(env: NodeJS.ProcessEnv = process.env): Promise<boolean> {
  const home = env.JAVA_HOME ?? '';
  const java = home === '' ? 'java' : join(home, 'bin', 'java');
  return run(java, ['-version'], { env }).then(
    () => true,
    () => false,
  );
}

/**
 * Has allure-commandline make its report of a folder of results; the folder `report` is made. Throws where it fails.
 */
async function generateReport(results: string, report: string, name: string): Promise<void> {
  const program = require.resolve('allure-commandline/bin/allure');
  const args = [program, '--quiet', 'generate', results, '--output', report, '--clean', '--name', name];
  const env = { ...process.env, ALLURE_NO_ANALYTICS: '1' };
  try {
    await run(process.execPath, args, { env });
  } catch (error) {
    const { code, stdout = '', stderr = '' } = error as Partial<Record<'code' | 'stdout' | 'stderr', string>>;
    const said = `${stdout}${stderr}`.trim().slice(-1000);
    throw new Error(`allure generate ended with ${code ?? 'a signal'}: ${said}`, { cause: error });
  }
}

/** Allure's own widgets write the share of passed tests into the middle of their rings; no setting turns that off. */
const style = '<style>.chart__caption { display: none; }</style>';

/** Takes the share of passed tests out of a report: one broken demand among a hundred would read as 99 %. */
function hideShares(report: string): void {
  const page = join(report, 'index.html');
  const html = readFileSync(page, 'utf8');
  if (!html.includes('</head>')) throw new Error('the page of Allure has no head');
  writeFileSync(page, html.replace('</head>', `${style}</head>`));
}

/** Files that a browser acts upon; the others are data, in which an address is a text. */
const active = ['.html', '.htm', '.js', '.mjs', '.css', '.svg'];

/** A script from elsewhere, and the one beside it that configures it. */
const foreignScript = /\s*<script\b[^>]*\bsrc\s*=\s*["']?(?:https?:)?\/\/[^>]*>[\s\S]*?<\/script>/gi;
const analyticsScript =
  /\s*<script\b[^>]*>(?:(?!<\/script>)[\s\S])*?(?:gtag\(|dataLayer|GoogleAnalytics)[\s\S]*?<\/script>/gi;

/** The viewer of traces is a page of another host; no test here has a trace. */
const traceViewer = /https:\/\/trace\.playwright\.dev/g;

/** What makes a browser ask another host, and hosts that are known for counting readers. */
const references = [
  /\b(?:src|srcset|poster|action|data)\s*=\s*["'`]?\s*(?:https?:)?\/\/[^\s"'`>]+/gi,
  /<link\b[^>]*\bhref\s*=\s*["']?(?:https?:)?\/\/[^>]*>/gi,
  /@import\s+(?:url\()?\s*["']?(?:https?:)?\/\/[^\s"')]+/gi,
  /\burl\(\s*["']?(?:https?:)?\/\/[^\s"')]+/gi,
  /\b(?:fetch|import|open|sendBeacon|importScripts|WebSocket|EventSource)\(\s*["'`](?:https?|wss?):\/\/[^"'`]+/gi,
  /(?:google-analytics|googletagmanager|doubleclick\.net|sentry\.io|mc\.yandex|hotjar\.com)[\w./-]*/gi,
  /trace\.playwright\.dev/gi,
];

/** Every file of a folder that a browser acts upon, with the references to other hosts that stand in it. */
export function externalReferences(folder: string): string[] {
  return activeFiles(folder).flatMap((file) => {
    const text = readFileSync(join(folder, file), 'utf8');
    return references
      .flatMap((pattern) => text.match(pattern) ?? [])
      .map((each) => `${file}: ${each.slice(0, 100)}`);
  });
}

/**
 * Removes what would tell other hosts that the report is being read: analytics and a viewer of traces. Throws where a
 * reference remains, as a later version of Allure may bring one: such a report is not handed out.
 */
function askNoOthers(folder: string): void {
  for (const file of activeFiles(folder)) {
    const path = join(folder, file);
    const text = readFileSync(path, 'utf8');
    const clean = text
      .replace(foreignScript, '')
      .replace(analyticsScript, '')
      .replace(traceViewer, 'about:blank');
    if (clean !== text) writeFileSync(path, clean);
  }
  const [left] = externalReferences(folder);
  if (left !== undefined) throw new Error(`the Allure report still refers to another host: ${left}`);
}

function activeFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && active.includes(extname(entry.name).toLowerCase()))
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
}
