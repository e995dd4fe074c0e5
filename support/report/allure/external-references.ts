import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';

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
export function removeExternalReferences(folder: string): void {
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
