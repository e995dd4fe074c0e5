import { accessSync, constants, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { withCalls } from '../exchange/calls';
import type { Evidence } from '../exchange/evidence';
import { ConfigurationError } from '../targets/errors';
import type { EvidenceBySeq, Rendered } from './evidence';
import { evidenceFrom } from './evidence';
import { renderFiles } from './files';
import { staleIn } from './stale';
import type { Results } from '../judging/results';

/** Makes the folder for the reports, or says why it cannot be used; leaves what is in it alone. */
export function requireWritable(folder: string): void {
  try {
    makeFolder(resolve(folder));
    accessSync(folder, constants.W_OK);
    // Root may write anywhere, so that only an attempt tells for sure.
    const probe = join(folder, `.writable-${process.pid}`);
    writeFileSync(probe, '');
    rmSync(probe);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown';
    throw new ConfigurationError(
      `the reports folder ${resolve(folder)} cannot be written (${code})`,
      { at: '--reports' },
      'name a folder that this user may write',
    );
  }
}

/** Node's own recursive mkdir never returns in file systems that answer ENOENT for a new folder, as /proc does. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  mkdirSync(folder);
}

/** Writes results and what is rendered from them, whole or not at all: their recording is in its place already. */
export function writeResults(folder: string, results: Results, evidence: EvidenceBySeq): void {
  writeAll(folder, results.run.id, {
    'results.json': asJson(results),
    ...renderFiles({ results, evidence }),
  });
}

/** Writes what is rendered from results that stand there already, whole or not at all; gives it by name. */
export function writeRendered(folder: string, about: Rendered): Record<string, string> {
  const files = renderFiles(about);
  writeAll(folder, about.results.run.id, files);
  return files;
}

/** Writes results, recording and all that is rendered from them, whole or not at all. */
export function writeReports(
  folder: string,
  results: Results,
  evidence: readonly Evidence[],
  others: Readonly<Record<string, string>> = {},
): void {
  makeFolder(resolve(folder));
  writeAll(folder, results.run.id, {
    'recording.jsonl': evidence.map((each) => `${JSON.stringify(each)}\n`).join(''),
    'results.json': asJson(results),
    ...renderFiles({ results, evidence: evidenceFrom(results, withCalls(evidence)) }),
    ...others,
  });
}

const asJson = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/** All are complete before the first is moved into its place. */
function writeAll(folder: string, run: string, texts: Readonly<Record<string, string>>): void {
  const drafts = Object.entries(texts).map(([name, text]) => {
    const file = join(folder, name);
    return { file, text, draft: `${file}.${process.pid}.tmp` };
  });
  const stale = staleIn(folder, run, Object.keys(texts));
  try {
    for (const { draft, text } of drafts) writeFileSync(draft, text);
    for (const { draft, file } of drafts) renameSync(draft, file);
    for (const path of stale) rmSync(path, { recursive: true, force: true });
  } finally {
    for (const { draft } of drafts) rmSync(draft, { force: true });
  }
}
