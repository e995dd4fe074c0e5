import { randomUUID } from 'node:crypto';
import { accessSync, constants, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Evidence } from '../../exchange/evidence';
import { withCalls } from '../../exchange/evidence';
import type { RedactionSettings } from '../../exchange/recording';
import { recordingLine, formatRecordingHeader } from '../../exchange/recording';
import { isDiskError } from '../../targets/disk-trouble';
import { ConfigurationError } from '../../targets/errors';
import type { EvidenceBySeq, ReportSources } from '../evidence';
import { evidenceFrom } from '../evidence';
import { renderFiles } from '../files';
import { linkOrCopy, removeLeftovers, sweepBeside } from './draft';
import type { ReportDestination } from './history';
import { keepLoose, publishReport, copyRerenderedFiles, showNewest } from './history';
import { finish, writeFilesAtomically } from './in-place';
import { runsInHistory } from './kept-run';
import {
  basisName,
  looseResults,
  packNames,
  recordingName,
  replacedMeanwhileError,
  reportNames,
  requireOurs,
  resultsName,
  signOffName,
} from './own-files';
import { allureFolders, allureHistoryFolder } from './stale';
import type { Basis } from '../../judging/basis';
import type { Results } from '../../judging/results';
import { historyIn } from '../../run/history-retention';

/**
 * Checks a destination before anything is sent: the folder can be written, and no file would be replaced that this
 * suite did not write. Completes what an earlier process left unfinished there. Throws a ConfigurationError.
 * @param stays leave the report in the folder for now, since it may be the input; the history keeps it at the end
 */
export function requireReady({ root, keep }: ReportDestination, { stays = false } = {}): void {
  requireWritable(root);
  if (keep !== undefined) requireWritable(historyIn(root));
  for (const folder of [root, historyIn(root)]) removeLeftovers(folder);
  sweepBeside(root, madeWhole);
  finish(root);
  requireOurs(root, () => {
    finish(root);
    return runsInHistory(root).map(({ path }) => path);
  });
  if (keep === undefined || stays) return;
  keepLoose(root);
  showNewest(root);
}

/** What is made beside its place first, in a folder of reports. */
const madeWhole = [...reportNames, signOffName, ...packNames, ...allureFolders, allureHistoryFolder];

/** The report goes into exactly this folder. */
export const destinationWithoutHistory = (root: string): ReportDestination => ({ root });

/** Makes the folder for the reports, or says why it cannot be used; leaves what is in it alone. */
export function requireWritable(folder: string): void {
  try {
    makeFolder(resolve(folder));
    accessSync(folder, constants.W_OK);
    // Root may write anywhere, so that only an attempt tells for sure.
    const probe = join(folder, `.writable-${randomUUID()}`);
    writeFileSync(probe, '');
    rmSync(probe, { force: true });
  } catch (error) {
    if (isDiskError(error)) throw error;
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
  try {
    mkdirSync(folder);
  } catch (error) {
    // Another run may have made it meanwhile.
    if (!existsSync(folder)) throw error;
  }
}

/** Writes results, recording and all that is rendered from them, whole or not at all; gives the folder. */
export function writeReports(
  to: ReportDestination,
  results: Results,
  evidence: readonly Evidence[],
  kept: RedactionSettings,
  others: Readonly<Record<string, string>> = {},
): string {
  makeFolder(resolve(to.root));
  const texts = {
    [recordingName]: formatRecordingHeader(results.run.nonce, kept) + evidence.map(recordingLine).join(''),
    [resultsName]: asJson(results),
    ...renderFiles({ results, evidence: evidenceFrom(results, withCalls(evidence)) }),
    ...others,
  };
  return publishReport(to, results, (draft) => {
    writeTexts(draft, texts);
  });
}

/**
 * The same of traffic, whose recording is in a file already, which stays: until all is whole, it may be gone on with.
 */
export function writeTrafficReports(
  to: ReportDestination,
  results: Results,
  recording: { readonly file: string; readonly evidence: EvidenceBySeq; readonly basis: Basis },
): string {
  const texts = {
    [resultsName]: asJson(results),
    ...basisFile(recording.basis),
    ...renderFiles({ results, evidence: recording.evidence }),
  };
  return publishReport(to, results, (draft) => {
    writeTexts(draft, texts);
    linkOrCopy(recording.file, join(draft, recordingName));
  });
}

/** What is written together with what is rendered. */
interface Together {
  /** Texts by name. */
  readonly others?: Readonly<Record<string, string>>;
  /** Whether the results are still those that were read, asked right before the files are written. */
  readonly stillRight?: () => boolean;
}

/** Writes what is rendered from results that stand there already, whole or not at all; gives it by name. */
export function writeRendered(
  folder: string,
  about: ReportSources,
  { others = {}, stillRight }: Together = {},
): Record<string, string> {
  const texts = renderFiles(about);
  const { id } = about.results.run;
  finish(folder);
  // Another run may have ended meanwhile: what is rendered is not of its results.
  if (looseResults(folder)?.run?.id !== id || stillRight?.() === false) throw replacedMeanwhileError(folder);
  removeLeftovers(folder);
  writeFilesAtomically(folder, { kind: 'rendered', run: id }, (draft) => {
    writeTexts(draft, { ...texts, ...others });
  });
  copyRerenderedFiles(folder);
  return texts;
}

/** What verdicts rest on besides the recording, as a file of its name. */
export function basisFile(basis: Basis): Record<string, string> {
  return { [basisName]: asJson(basis) };
}

const asJson = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

function writeTexts(folder: string, texts: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(texts)) writeFileSync(join(folder, name), text);
}
